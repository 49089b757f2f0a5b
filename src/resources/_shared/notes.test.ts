import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectList } from '../../../test/support/service/expect.ts'
import { withQuery } from '../../../test/support/service/read-lists.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const records = [
  { kind: 'organization', key: 'o', name: 'Town Council', classification: 'council' },
  { kind: 'person', key: 'p-1', name: 'Vera Ng' },
  { kind: 'person', key: 'p-2', name: 'Zoé Roy' },
  {
    ...{ kind: 'meeting', key: 'g', title: 'Council', date: '2026-01-05', type: 'Regular' },
    ...{ organization_key: 'o', status: 'completed' },
  },
  { kind: 'matter', key: 'x', title: 'Ditch', status: 'Closed', category: 'Roads' },
  { kind: 'bylaw', key: 'b', title: 'Ditch By-law', status: 'In force', category: 'Roads' },
  {
    ...{ kind: 'motion', key: 'v-1', meeting_key: 'g', organization_key: 'o', position: 0 },
    ...{ text: 'THAT the ditch be dredged.', motion_kind: 'motion', result: 'Carried' },
    ...{ mover_key: 'p-1', votes: [{ person_key: 'p-1', name: 'Vera Ng', value: 'For' }] },
  },
  {
    ...{ kind: 'motion', key: 'v-2', meeting_key: 'g', position: 1, text: 'THAT it be filled.' },
    ...{ motion_kind: 'amendment', result: 'Defeated' },
  },
  // More categories than the facets have.
  ...Array.from({ length: 230 }, (_, i) => ({
    ...{ kind: 'bylaw', key: `b-${i}`, title: 'Rule', category: `Rule ${1000 + i}` },
  })),
]

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf(records) })
})
afterAll(() => service.stop())

const read = async (list: string, filters: Record<string, string>) => {
  const response = await service.v1(withQuery(list, filters))
  return { items: expectList(response), notes: response.json.meta.notes }
}

const cases: [list: string, filters: Record<string, string>, note: string][] = [
  ['motions', { result: 'Lost' }, 'No motion has the result "Lost". Did you mean "Defeated"?'],
  ['motions', { result: 'passed' }, 'No motion has the result "passed". Did you mean "Carried"?'],
  ['motions', { result: 'Caried' }, 'No motion has the result "Caried". Did you mean "Carried"?'],
  ['motions', { result: 'Zebra' }, 'No motion has the result "Zebra".'],
  [
    ...(['motions', { kind: 'amendement' }] as const),
    'No motion has the kind "amendement". Did you mean "amendment"?',
  ],
  ['motions', { mover: 'vera-mg' }, 'No person has the slug "vera-mg". Did you mean "vera-ng"?'],
  ['motions', { voter: 'zoé-roy' }, 'No person has the slug "zoé-roy". Did you mean "zoe-roy"?'],
  [...(['motions', { meeting: '2026-01-05' }] as const), 'No meeting has the slug "2026-01-05".'],
  ['motions', { matter: 'dicth' }, 'No matter has the slug "dicth". Did you mean "ditch"?'],
  [
    ...(['votes', { result: 'Defeated' }] as const),
    'No motion with recorded votes has the result "Defeated".',
  ],
  ['votes', { value: 'Againts' }, 'No vote has the value "Againts". Did you mean "Against"?'],
  [...(['votes', { motion: 'motion-2' }] as const), 'No motion has the slug "motion-2".'],
  ['meetings', { type: 'Regulr' }, 'No meeting has the type "Regulr". Did you mean "Regular"?'],
  [
    ...(['meetings', { status: 'canceled' }] as const),
    'No meeting has the status "canceled". Did you mean "cancelled"?',
  ],
  ['matters', { status: 'closd' }, 'No matter has the status "closd". Did you mean "Closed"?'],
  ['matters', { category: 'Road' }, 'No matter has the category "Road". Did you mean "Roads"?'],
  [
    'bylaws',
    { status: 'in forse' },
    'No by-law has the status "in forse". Did you mean "In force"?',
  ],
  [
    ...(['people', { organization: 'town-counsil' }] as const),
    'No organization has the slug "town-counsil". Did you mean "town-council"?',
  ],
  [
    ...(['agreement', { organization: 'towncouncil' }] as const),
    'No organization has the slug "towncouncil". Did you mean "town-council"?',
  ],
  [
    ...(['search', { q: 'ditch', person: 'vera' }] as const),
    'No person has the slug "vera". Did you mean "vera-ng"?',
  ],
]

describe('an empty list says', () => {
  it.each(cases)('of %s with %o that the value is not on record', async (list, filters, note) => {
    const { items, notes } = await read(list, filters)
    expect(items).toEqual([])
    expect(notes).toEqual([note])
  })

  it('nothing of values that are on record, in any case, though not together', async () => {
    for (const [list, filters] of [
      ['motions', { result: 'DEFEATED', mover: 'VERA-NG' }],
      ['motions', { date_from: '2030-01-01' }],
      ['bylaws', { category: 'Rule 1229', status: 'In force' }],
      ['people', { name: 'nobody' }],
      ['votes', { person: 'zoe-roy', organization: 'town-council' }],
    ] as const) {
      const { items, notes } = await read(list, filters)
      expect(items).toEqual([])
      expect(notes, `${list} ${JSON.stringify(filters)}`).toBeUndefined()
    }
  })

  it('something of each value', async () => {
    const { notes } = await read('motions', { result: 'Lost', kind: 'inquiry', matter: 'dicth' })
    expect(notes).toHaveLength(3)
  })
})

it('a list with items has no notes', async () => {
  const { items, notes } = await read('motions', { result: 'carried' })
  expect(items).toHaveLength(1)
  expect(notes).toBeUndefined()
})

it('pages say the same beside the filter', async () => {
  const shown = async (path: string) => (await service.call(path)).body
  expect(await shown('/pemberley/motions?result=Lost')).toContain(
    '“Lost” is not in this list. Did you mean “Defeated”?',
  )
  expect(await shown('/fr/pemberley/motions?result=Lost')).toMatch(
    /«.Lost.» ne figure pas dans cette liste\. Vouliez-vous dire «.Rejetée.»\?/,
  )
  expect(await shown('/pemberley/motions?result=Zebra')).toContain('Choose one of the others.')
})
