import { afterEach, beforeEach, expect, it } from 'vitest'
import { freshImports, type Imports } from '../../../test/support/imports/municipality.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'
import type { SourceItem } from '../source.ts'
import { load } from './load.ts'

let imports: Imports
beforeEach(async () => {
  imports = await freshImports()
})
afterEach(() => imports.remove())

/** The warnings in the report of an import, for a source with these warnings. */
async function reported(warnings: readonly Omit<SourceItem & { type: 'warning' }, 'type'>[]) {
  async function* items(): AsyncGenerator<SourceItem> {
    for (const warn of warnings) yield { type: 'warning', ...warn }
  }
  const clock = { now: () => 0, monotonic: () => 0 }
  const locate = async (location: string) => location.replace('#', ':line of ')
  const source = { ...sourceOf([]), items: items(), locate }
  const options = { target: imports.target, source, prune: false, dryRun: false, clock }
  return (await load(imports.store, options)).warnings
}

it('each warning is on one line, whatever the source contains', async () => {
  const reason = 'of "\u001b[2J\r\nNg\u2028\u202e\ud800"'
  const [warn] = await reported([{ location: 'a\n.json', subject: 'person \u0007', reason }])
  expect(warn).toEqual({
    location: 'a\ufffd.json',
    subject: 'person \ufffd',
    reason: 'of "\ufffd[2J\ufffd\ufffdNg\ufffd\ufffd\ufffd"',
  })
})

it('warnings have their line; a hundred are listed and the others counted', async () => {
  const warnings = Array.from({ length: 250 }, (_, n) => ({
    location: `a.json#/${n}`,
    subject: 'seat',
    reason: 'is skipped',
  }))
  const listed = await reported(warnings)
  expect(listed).toHaveLength(101)
  expect(listed[99]?.location).toBe('a.json:line of /99')
  expect(listed[100]).toEqual({
    location: 'this source',
    subject: 'and',
    reason: '150 more warnings',
  })
})

it('warnings are stored with the run as they are listed, but for the ends of long ones', async () => {
  const reason = 'is skipped'
  const listed = await reported([
    ...Array.from({ length: 101 }, () => ({ location: 'a.json#/3', subject: 'seat', reason })),
    { location: 'b.json', subject: 'seat', reason: 'is long, '.repeat(100) },
  ])
  expect(listed).toHaveLength(101)
  expect(
    await reported([{ location: 'b.json', subject: 'seat', reason: 'x '.repeat(900) }]),
  ).toHaveLength(1)
  const runs = (await imports.rows('imports')).map(
    ({ warnings }) => JSON.parse(String(warnings)) as string[],
  )
  expect(runs[0]).toEqual([
    ...Array(100).fill('a.json:line of /3: seat: is skipped'),
    'this source: and: 2 more warnings',
  ])
  expect(runs[1]?.map((line) => line.length <= 500 && line.endsWith('x…'))).toEqual([true])
})

it('warnings are stored without passwords and tokens', async () => {
  const reason = 'links https://ada:dove@town.example/minutes?token=wren'
  await reported([{ location: 'a.json', subject: 'seat', reason }])
  const stored = JSON.stringify(await imports.rows('imports'))
  expect(stored).toContain('town.example/minutes')
  expect(stored).not.toMatch(/dove|wren/)
})
