import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImportRecord, RecordKind } from '../../src/record/kinds.ts'
import { cases } from '../support/project/cases.ts'
import { seed } from '../support/project/random-seed.ts'
import { v1Lists } from '../support/service/endpoints.ts'
import { expectList } from '../support/service/expect.ts'
import { importRecords } from '../support/service/import-records.ts'
import { readList, readOcdList, readPages, withQuery } from '../support/service/read-lists.ts'
import { type Service, startService } from '../support/service/service.ts'
import { expectedIds, modelsOf, type Query } from '../support/towns/expected-lists.ts'
import { sourceOf } from '../support/towns/town.ts'
import { townWithEdges } from '../support/towns/town-with-edges.ts'

const lists = [...v1Lists, 'organizations'] as const
type ListName = (typeof lists)[number]

const sameName = ['COMITE DES MARAIS', 'Comit\u00e9 des marais'].map(
  (name, n): ImportRecord => ({ kind: 'organization', key: `o-same-${n}`, name }),
)
const records = [...townWithEdges(), ...sameName]
let service: Service
let models: ReturnType<typeof modelsOf>
beforeAll(async () => {
  service = await startService({ source: sourceOf(records) })
  const slugs = async (list: 'meetings' | 'people' | 'matters', kind: RecordKind) => {
    const keys = records.filter((record) => record.kind === kind).map(({ key }) => key)
    const items = await readList(service, list)
    return new Map(items.map(({ id, slug }) => [keys[id - 1] ?? '', slug as string]))
  }
  const organization = new Map([
    ['o-council', 'town-council'],
    ['o-parks', 'parks-committee'],
    ['o-library', 'library-board'],
    ['o-other', 'friends-of-the-lake'],
  ])
  const meeting = await slugs('meetings', 'meeting')
  const person = await slugs('people', 'person')
  const matter = await slugs('matters', 'matter')
  const today = new Date().toISOString().slice(0, 10)
  models = modelsOf(records, { meeting, person, organization, matter }, today)
})
afterAll(() => service.stop())

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })
const day = fc.integer({ min: -40, max: 260 }).map((offset) => {
  const date = new Date(Date.UTC(2024, 0, 1 + offset))
  return date.toISOString().slice(0, 10)
})
const boolean = fc.constantFrom('true', 'FALSE', '1', '0', 'yes', 'No')
const word = (...words: string[]) =>
  fc.constantFrom(...words, ...words.map((text) => text.toUpperCase()), 'nothing of the kind')

const filters: Record<ListName, fc.Arbitrary<Record<string, string | number | undefined>>> = {
  meetings: fc.record({
    type: maybe(word('Regular Council', 'Committee of the Whole', 'Public Hearing')),
    date_from: maybe(day),
    date_to: maybe(day),
    has_transcript: maybe(boolean),
    organization: maybe(word('town-council', 'parks-committee', 'library-board')),
    status: maybe(word('completed', 'cancelled')),
    has_minutes: maybe(boolean),
    has_recorded_votes: maybe(boolean),
  }),
  people: fc.record({
    is_councillor: maybe(boolean),
    organization: maybe(word('town-council', 'parks-committee')),
    name: maybe(fc.constantFrom('', 'a', 'E', 'é', 'an', 'PAT', '%', '_', '\\', 'żak', 'ᐊ', ' ')),
  }),
  matters: fc.record({
    status: maybe(word('Open', 'Closed')),
    category: maybe(word('Planning', 'Works')),
    date_from: maybe(day),
    date_to: maybe(day),
  }),
  motions: fc.record({
    result: maybe(word('Carried', 'Defeated', 'Received', 'Lost')),
    meeting: maybe(word('2024-01-01-regular-council', '2024-08-03-committee-of-the-whole')),
    mover: maybe(word('vera-ng', 'stephanie-roy', 'pat-twin')),
    kind: maybe(word('motion', 'Procedural', 'notice')),
    contested: maybe(boolean),
    voter: maybe(word('vera-ng', 'stephanie-roy')),
    organization: maybe(word('town-council', 'parks-committee')),
    matter: maybe(word('rpt-2024-000', 'rpt-2023-001')),
    has_votes: maybe(boolean),
    date_from: maybe(day),
    date_to: maybe(day),
  }),
  bylaws: fc.record({
    status: maybe(word('Adopted', 'Repealed', 'First Reading')),
    category: maybe(word('Zoning', 'Finance')),
    year: maybe(fc.integer({ min: 2009, max: 2023 })),
    q: maybe(fc.constantFrom('', 'CAT', 'part 1', '91', '%')),
  }),
  organizations: fc.constant({}),
}

function given(query: Record<string, string | number | undefined>): Query {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

const size = fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 100 }))

describe('paging through an unchanged list', () => {
  for (const list of lists) {
    it(`${list}: for any filters and page size, the pages together are exactly the expected rows, in order`, async () => {
      await fc.assert(
        fc.asyncProperty(filters[list], size, async (query, perPage) => {
          const pages = await readPages(service, withQuery(list, query), perPage)
          const ids = pages.flat().map(({ id }) => id)
          expect(ids).toEqual(expectedIds(models[list], given(query)))
          expect(pages).toHaveLength(Math.max(1, Math.ceil(ids.length / perPage)))
        }),
        { seed, numRuns: cases(25, 60) },
      )
    })

    it(`${list}: each filter in the test matches some rows, but not all`, () => {
      const model = models[list]
      const samples = fc.sample(filters[list], { seed, numRuns: 500 }).map(given)
      const all = expectedIds(model, {}).length
      for (const name of new Set(samples.flatMap((query) => Object.keys(query)))) {
        const counts = samples
          .filter((query) => name in query)
          .map((query) => expectedIds(model, { [name]: query[name] ?? '' }).length)
        expect(
          counts.some((count) => count > 0 && count < all),
          name,
        ).toBe(true)
      }
    })
  }

  for (const [ocd, list] of [
    ['organizations', 'organizations'],
    ['people', 'people'],
    ['events', 'meetings'],
    ['bills', 'matters'],
    ['votes', 'motions'],
  ] as const) {
    it(`OCD ${ocd}: for any page size, the pages together have every entity once, in the order of the records`, async () => {
      const whole = await readOcdList(service, ocd)
      expect(whole).toHaveLength(expectedIds(models[list], {}).length)
      await fc.assert(
        fc.asyncProperty(size, async (perPage) => {
          expect(await readOcdList(service, ocd, perPage)).toEqual(whole)
        }),
        { seed, numRuns: cases(6, 15) },
      )
      expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length)
    })
  }

  it('search: for any page size, the pages together have every result once, best first', async () => {
    const whole = (await service.v1('search?q=ditch&per_page=100')).json.data
    await fc.assert(
      fc.asyncProperty(size, async (perPage) => {
        const results = []
        for (let page = 1, more = true; more; page += 1) {
          const { json } = await service.v1(
            withQuery('search?q=ditch', { per_page: perPage, page }),
          )
          results.push(...json.data)
          more = json.pagination.has_more
        }
        expect(results.slice(0, 100)).toEqual(whole)
        expect(new Set(results.map(({ type, slug }) => `${type} ${slug}`)).size).toBe(
          results.length,
        )
      }),
      { seed, numRuns: cases(6, 15) },
    )
  })
})

interface Edit {
  step: 'change' | 'add' | 'remove'
  row: number
  value: number
}

const dayOf = (value: number) =>
  new Date(Date.UTC(2023, 10, 1 + (value % 300))).toISOString().slice(0, 10)

/** A change that moves a record of each list to another position. */
const moves: Record<ListName, { kind: RecordKind; move: (value: number) => object }> = {
  meetings: { kind: 'meeting', move: (value) => ({ date: dayOf(value) }) },
  people: {
    kind: 'person',
    move: (value) => ({ name: `${'AMZa'[value % 4]}${value % 50} Moved` }),
  },
  matters: { kind: 'matter', move: (value) => ({ last_seen: dayOf(value) }) },
  motions: {
    kind: 'motion',
    move: (value) => ({ meeting_key: `g-${value % 45}`, agenda_item_key: null }),
  },
  bylaws: { kind: 'bylaw', move: (value) => ({ year: 2005 + (value % 20) }) },
  organizations: {
    kind: 'organization',
    move: (value) => ({ name: `${'AMZa'[value % 4]} Moved` }),
  },
}

const edits = fc.array(
  fc.array(
    fc.record({
      step: fc.constantFrom('change', 'add', 'remove'),
      row: fc.nat(1000),
      value: fc.nat(1000),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  { minLength: 1, maxLength: 4 },
) as fc.Arbitrary<Edit[][]>

/** The records after an edit. */
function edited(now: ImportRecord[], { step, row, value }: Edit, list: ListName): ImportRecord[] {
  const { kind, move } = moves[list]
  const candidates = now.filter((record) => record.kind === kind)
  const chosen = candidates[row % candidates.length]
  if (chosen === undefined) return now
  const moved = { ...chosen, ...move(value) } as ImportRecord
  if (step === 'add') return [...now, { ...moved, key: `new-${row}-${value}-${now.length}` }]
  return now.flatMap((record) => {
    if (record !== chosen) return [record]
    return step === 'change' ? [moved] : []
  })
}

describe('paging through a list while imports change it', () => {
  for (const list of lists) {
    it(`${list}: each unchanged row appears exactly once, in order, and paging ends`, async () => {
      const importing = await startService({ source: sourceOf(records) })
      try {
        const before = (await readList(importing, list)).map(({ id }) => id)
        const property = fc.asyncProperty(
          edits,
          fc.integer({ min: 1, max: 9 }),
          async (rounds, perPage) => {
            const { shown, unchanged } = await pageUnderEdits(importing, list, rounds, perPage)
            const kept = before.filter((id) => unchanged.has(id))
            expect(shown.filter((id) => unchanged.has(id))).toEqual(kept)
            await importRecords(importing, records, { prune: true })
            expect((await readList(importing, list)).map(({ id }) => id)).toEqual(before)
          },
        )
        await fc.assert(property, { seed, numRuns: cases(4, 10), endOnFailure: true })
      } finally {
        await importing.stop()
      }
    })
  }

  /** Pages through a list; after each page, an import makes the next round of edits. */
  async function pageUnderEdits(
    importing: Service,
    list: ListName,
    rounds: Edit[][],
    perPage: number,
  ) {
    const base = records.filter((record) => record.kind === moves[list].kind)
    let now = [...records]
    const shown: number[] = []
    let cursor: string | undefined
    for (let page = 0; ; page += 1) {
      expect(page).toBeLessThan(200)
      const response = await importing.v1(withQuery(list, { per_page: perPage, cursor }))
      shown.push(...expectList(response).map(({ id }) => id))
      if (!response.json.pagination.has_more) break
      cursor = response.json.pagination.next_cursor
      const round = rounds[page]
      if (round === undefined) continue
      for (const edit of round) now = edited(now, edit, list)
      await importRecords(importing, now, { prune: true })
    }
    const left = new Set(now)
    const unchanged = new Set(
      base.flatMap((record, index) => (left.has(record) ? [index + 1] : [])),
    )
    return { shown, unchanged }
  }
})
