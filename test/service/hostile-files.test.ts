import { rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bundle } from '../../src/importers/bundle/index.ts'
import { escribe } from '../../src/importers/escribe/index.ts'
import { legistarArchive } from '../../src/importers/legistar/archive/archive.ts'
import { openCivicData } from '../../src/importers/open-civic-data/index.ts'
import type { ImportSource } from '../../src/importers/source.ts'
import { collectItems, writeFolder } from '../support/imports/collect-items.ts'
import { townEventPath, townFiles } from '../support/legistar/town.ts'
import { calendarPath, minutesPath, withItem } from '../support/towns/escribe-portal.ts'
import { pupaTown } from '../support/towns/pupa-town.ts'

const heron = {
  format: 'reeve-bundle',
  version: 2,
  municipality: {
    name: 'Heron Lake',
    division_id: 'ocd-division/country:ca/csd:4799999',
    time_zone: 'America/Regina',
  },
  source: { name: 'heron' },
}
const heronFiles = { 'bundle.json': heron, 'people.ndjson': '{"key":"a","name":"A"}' }

const files: [string, ImportSource, Record<string, unknown>, string][] = [
  ['a bundle', bundle, heronFiles, 'bundle.json'],
  ['a bundle', bundle, heronFiles, 'people.ndjson'],
  ['a portal', escribe, withItem({}), calendarPath],
  ['a portal', escribe, withItem({}), minutesPath],
  [
    'a portal',
    escribe,
    { ...withItem({}), 'current_councillors.json': [] },
    'current_councillors.json',
  ],
  ['an archive', legistarArchive, townFiles, townEventPath],
  ['an archive', legistarArchive, townFiles, 'introduction/2024/0012.json'],
  ['an archive', legistarArchive, townFiles, 'people/vera-ng.json'],
  ['a folder of pupa', openCivicData, pupaTown, 'event_l.json'],
  ['a folder of pupa', openCivicData, pupaTown, 'person_c.json'],
]

/** The errors with which a source rejects the folder. */
async function errors(source: ImportSource, folder: string): Promise<string> {
  return collectItems(source, folder).then(
    ({ errors }) => errors.map(({ location, reason }) => `${location} ${reason}`).join('\n'),
    (error: Error) => `${error.name} ${error.message}`,
  )
}

const deep = (open: string, close: string) => open.repeat(200_000) + close.repeat(200_000)

describe.each(files)('%s', (_, source, content, path) => {
  it.each([
    ['lists', `{"ID":${deep('[', ']')}}`],
    ['objects', `{"extras":${deep('{"a":', '}').replace('"a":}', '"a":1}')}}`],
    ['unclosed lists', '['.repeat(200_000)],
  ])(`rejects ${path} with 200,000 nested %s`, async (_name, text) => {
    const folder = await writeFolder(content)
    await writeFile(join(folder, path), text)
    const reasons = await errors(source, folder)
    expect(reasons).toContain(path)
    expect(reasons).toContain('is nested deeper than 200 levels')
  })

  it.each(['/etc/passwd', '/dev/zero', '/nowhere/at/all'])(
    `rejects ${path} if it is a symbolic link to %s`,
    async (target) => {
      const folder = await writeFolder(content)
      await rm(join(folder, path))
      await symlink(target, join(folder, path))
      const reasons = await errors(source, folder)
      expect(reasons).toContain(path)
      expect(reasons).toContain('is a symbolic link, which is not followed')
    },
  )
})
