import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const matter = (key: string, title: string, more = {}) => ({
  ...{ kind: 'matter', key, identifier: key, title, ...more },
})
const motion = (key: string, matter_key: string, date: string | undefined, more = {}) => ({
  ...{ kind: 'motion', key, matter_key, position: 1, organization_key: 'council' },
  ...(date !== undefined && { date }),
  ...{ motion_kind: 'motion', text: 'That this report be approved.', result: 'Carried', ...more },
})
const records = [
  { kind: 'organization', key: 'council', name: 'Parish Council', classification: 'council' },
  { kind: 'organization', key: 'works', name: 'Works Committee', classification: 'committee' },
  matter('R-1', 'Osprey tower'),
  motion('a', 'R-1', '2025-05-06', { text: 'That this report be deferred.' }),
  motion('b', 'R-1', '2025-06-03', { tally: { for: 9, against: 4 } }),
  motion('c', 'R-1', '2025-06-03', {
    ...{ motion_kind: 'amendment', text: 'That the report be amended by adding a fence.' },
    ...{ result: 'Lost', position: 2 },
  }),
  motion('d', 'R-1', '2025-07-08', { organization_key: 'works', tally: { for: 3, against: 1 } }),
  matter('R-2', 'Bittern reeds'),
  motion('e', 'R-2', '2025-06-03', { tally: { for: 7, against: 2 } }),
  {
    ...{ kind: 'action', key: 'veto', matter_key: 'R-2', position: 1, date: '2025-06-20' },
    ...{ description: 'Vetoed by the reeve', classification: [] },
    text: 'The reeve vetoed it in writing. As no override followed, it remained vetoed.',
  },
  matter('R-3', 'Curlew moor'),
  motion('f', 'R-3', '2025-06-03', { motion_kind: undefined, text: 'Item 1.' }),
  motion('g', 'R-3', '2025-06-03', { motion_kind: undefined, text: 'Item 2.', result: 'Lost' }),
  matter('R-4', 'Dunlin shore', { status: 'Vetoed' }),
  matter('R-5', 'Plover sands'),
  motion('h', 'R-5', '2025-06-03', { organization_key: 'works', tally: { for: 3, against: 1 } }),
]

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf(records) })
})
afterAll(() => service.stop())

async function lineOf(path: string): Promise<string> {
  const { body } = await service.call(path, { headers: { accept: 'text/html' } })
  const [first = ''] = /<ul class="rows results">.*?(?=<details|<\/ul>)/s.exec(body) ?? []
  return textOf(first).replaceAll(/\s+/g, ' ')
}

async function outcomeOf(q: string) {
  const [item] = (await service.v1(`search?q=${q}`)).json.data
  expect(item.type).toBe('matter')
  return item.matter_outcome
}

const slugOf = async (date: string, tally: number) =>
  (await service.v1('motions')).json.data.find(
    ({ meeting_date: day, outcome }: { meeting_date: string; outcome: { for: number } | null }) =>
      day === date && outcome?.for === tally,
  ).slug

it('a matter with several motions has the last decision of the council as its outcome', async () => {
  const line = await lineOf('/pemberley/search?q=osprey')
  expect(line).toContain('Osprey tower')
  expect(line).toMatch(/ · Approved 9 to 4, June 3, 2025/)
  expect(line).not.toMatch(/deferred|Lost|3 to 1/i)
  expect(await outcomeOf('osprey')).toEqual({
    outcome: {
      verb: 'approved',
      because: null,
      body: 'Parish Council',
      for: 9,
      against: 4,
      weighted: null,
    },
    ...{ motion_title: 'Osprey tower', motion_slug: await slugOf('2025-06-03', 9) },
    ...{ date: '2025-06-03', veto: null },
  })
})

it('a vetoed matter says so after its decision, or alone', async () => {
  const line = await lineOf('/pemberley/search?q=bittern')
  expect(line).toMatch(
    /Approved 7 to 2, June 3, 2025 · Vetoed by the reeve, June 20, 2025: As no override followed, it remained vetoed\./,
  )
  expect(await outcomeOf('bittern')).toMatchObject({
    outcome: { verb: 'approved' },
    veto: {
      ...{ description: 'Vetoed by the reeve', date: '2025-06-20', later_date: null },
      became: 'As no override followed, it remained vetoed.',
    },
  })
  expect(await lineOf('/pemberley/search?q=dunlin')).toMatch(/Report · Vetoed/)
  expect(await outcomeOf('dunlin')).toMatchObject({ outcome: null, veto: { date: null } })
})

it('a matter has no outcome if several motions may be the last decision', async () => {
  const line = await lineOf('/pemberley/search?q=curlew')
  expect(line).toContain('Curlew moor')
  expect(line).not.toMatch(/carried|lost|defeated/i)
  expect(await outcomeOf('curlew')).toBeNull()
})

it('a matter without a decision of the council has that of a committee, by its name', async () => {
  expect(await lineOf('/fr/pemberley/search?q=plover')).toMatch(
    /Rapport · 3 juin 2025 · Approuvée 3 pour, 1 contre, Works Committee/,
  )
  expect((await outcomeOf('plover')).outcome).toMatchObject({ body: 'Works Committee', for: 3 })
})
