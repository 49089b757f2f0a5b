import { describe, expect, it } from 'vitest'
import { collectItems, writeFolder } from '../../../test/support/imports/collect-items.ts'
import { pupaTown } from '../../../test/support/towns/pupa-town.ts'
import { openCivicData } from './index.ts'

async function read(changes: Record<string, unknown> = {}) {
  const folder = await writeFolder({ ...pupaTown, ...changes })
  return collectItems(openCivicData, folder)
}

describe('an invalid folder', () => {
  it.each([
    [
      'event_l.json',
      '{\n  "name": "Council",\n  "start_date": 5\n}',
      'event_l.json:3: start_date must be a string; found 5',
    ],
    [
      'bill_k.json',
      '{\n  "title": " "\n',
      "bill_k.json:3:1: is not valid JSON: expected ',' or '}', found the file ends",
    ],
    ['person_c.json', '{}', 'person_c.json:1: name is missing'],
    [
      'person_c.json',
      `{"name": "Vera Ng", "extras": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      'person_c.json:1:231: is nested deeper than 200 levels',
    ],
    ['organization_a.json', Buffer.from([0x22, 0xff]), 'organization_a.json: is not valid UTF-8'],
  ])(
    'is rejected with the error and its line if %s is invalid',
    async (path, content, expected) => {
      const { errors } = await read({ [path]: content })
      expect(errors.map(({ location, reason }) => `${location}: ${reason}`)).toEqual([expected])
    },
  )

  it('has a line for the location of every record', async () => {
    const { records, opened } = await read()
    for (const { location } of records) {
      expect(location).toContain('#')
      expect(await opened.locate?.(location)).toMatch(/^[a-z_]+\.json:\d+$/)
    }
  })

  it('is rejected without files of pupa, with a hint about where pupa writes them', async () => {
    const folder = await writeFolder({ 'readme.txt': 'no' })
    await expect(openCivicData.open(folder)).rejects.toThrow(/_data\/<jurisdiction>/)
    await expect(openCivicData.open(`${folder}/none`)).rejects.toThrow('does not exist')
  })
})
