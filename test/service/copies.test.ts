import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/core/clock.ts'
import { exportBundle } from '../../src/exporters/bundle/export.ts'
import { bundle } from '../../src/importers/bundle/index.ts'
import { load } from '../../src/importers/load/load.ts'
import { findTarget } from '../../src/importers/load/municipalities.ts'
import type { LoadTarget } from '../../src/importers/load/scope.ts'
import { openCivicData } from '../../src/importers/open-civic-data/index.ts'
import type { OpenedSource } from '../../src/importers/source.ts'
import { openReadStore } from '../../src/store/open.ts'
import { writeFolder } from '../support/imports/collect-items.ts'
import { cases } from '../support/project/cases.ts'
import { lowmere, openLowmere } from '../support/sample/service.ts'
import { type Crawled, crawl, crawlOcd } from '../support/service/crawl.ts'
import { type Json, type Service, startService } from '../support/service/service.ts'
import { sourceOf, town, townRecords } from '../support/towns/town.ts'

const noon = Date.UTC(2026, 5, 1, 16)
const clock = { now: () => noon, monotonic: () => 0 }

// New York has memberships with the same start and different ends.
const seat = {
  kind: 'membership',
  person_key: 'p-ng',
  organization_key: 'o-parks',
  role: 'Member',
  start_date: '2018-01-01',
}
const manySeats = [
  { ...seat, key: 's-1', end_date: '2021-12-31' },
  { ...seat, key: 's-2', end_date: '2019-06-30' },
  { ...seat, key: 's-3' },
]
const voted = {
  kind: 'motion',
  key: 'mo-excused',
  position: 0,
  date: '2024-02-01',
  text: 'THAT the rink be flooded.',
  votes: [
    { person_key: 'p-ng', name: 'V. Ng', value: 'Absent', reason: 'Excused' },
    { person_key: 'p-roy', name: 'S. Roy', value: 'Recused', reason: 'Excused' },
    { person_key: 'p-past', name: 'Old Member', value: 'Other', reason: 'Non-voting' },
  ],
}
const byWeight = {
  kind: 'motion',
  key: 'mo-weighted',
  position: 0,
  date: '2024-02-02',
  text: 'THAT the ditch be shared.',
  result: 'Defeated',
  vote_basis: 'weighted',
  votes: [
    { person_key: 'p-ng', name: 'V. Ng', value: 'For', weight: 2.5 },
    { person_key: 'p-roy', name: 'S. Roy', value: 'Against', weight: 4 },
    { person_key: 'p-past', name: 'Old Member', value: 'Absent' },
  ],
}
const withNotes = [
  { status: 'completed', status_note: 'Resumed after a recess' },
  { status: 'cancelled', status_note: 'by order of the mayor' },
  { status: 'cancelled', status_note: null },
  { status: 'postponed', status_note: 'Postponed by order of the mayor' },
].map((state, n) => {
  const date = `2024-02-0${n + 2}`
  return { kind: 'meeting', key: `g-note-${n}`, title: 'Council', date, ...state }
})

const ofTown = {
  municipality: town,
  source: async () => sourceOf([...townRecords(), ...manySeats, voted, byWeight, ...withNotes]),
  words: ['ditch', 'drainage', 'council'],
  responsesMin: 200,
}
const ofSample = {
  municipality: lowmere,
  source: async () => openLowmere(clock),
  words: ['budget', 'transit', 'bridge'],
  responsesMin: 1000,
}

const originals = cases([ofTown], [ofTown, ofSample])

/** Every response, and matches of searches; without cursors, whose signature differs between databases. */
async function responsesOf(
  service: Service,
  { v1, ocd }: Crawled,
  words: readonly string[],
): Promise<Map<string, string>> {
  const responses = new Map<string, string>()
  const page = new Map<string, number>()
  const note = (path: string, { status, body }: { status: number; body: string }) => {
    const plain = path.replace(/&cursor=.*/, '')
    const round = (page.get(plain) ?? 0) + 1
    page.set(plain, round)
    const text = body.replace(/"(request_id|next_cursor)":"[^"]*"/g, '"$1":""')
    responses.set(`${plain} ${round}`, `${status} ${text}`)
  }
  for (const [path, response] of v1) note(`v1 ${path}`, response)
  for (const [path, response] of ocd) note(`ocd ${path}`, response)
  for (const word of words)
    note(`search ${word}`, await service.v1(`search?q=${word}&per_page=100`))
  return responses
}

const lists = ['organizations', 'people', 'events', 'bills', 'votes']
const different: ReadonlySet<string> = new Set(['created_at', 'updated_at'])
const resultIn = (description: string) => description.split(':')[0]

/** Every entity of Open Civic Data, with ids replaced by names, and without timestamps. */
function entitiesOf(ocd: Crawled['ocd']): Record<string, Json[]> {
  const entities: Record<string, Json[]> = {}
  const ids = new Map<string, string>()
  for (const list of lists) {
    entities[list] = [...ocd].flatMap(([path, { json }]) =>
      path.startsWith(`${list}/`) ? [json] : [],
    )
    for (const [index, { id }] of entities[list].entries()) ids.set(id, `${list} ${index}`)
  }
  const nameOf = (id: string) => ids.get(id) ?? id.replace(/^(ocd-(?:membership|post))\/.*/, '$1')
  const neutral = (name: string, value: Json) => {
    if (different.has(name)) return undefined
    // Actions of a bill have the summary of a vote, which the vote itself does not have.
    if (name !== 'actions') return typeof value === 'string' ? nameOf(value) : value
    return value.map((action: Json) =>
      action.vote_id === null ? action : { ...action, description: resultIn(action.description) },
    )
  }
  return JSON.parse(JSON.stringify(entities, neutral))
}

describe.each(originals)('$municipality.slug', ({ municipality, source, words, responsesMin }) => {
  // One URL, since records have the URL of their page.
  const serve = (from: () => Promise<OpenedSource>) =>
    startService({
      ...{ municipality, source: from, clock },
      settings: { siteUrl: 'https://reeve.example' },
    })
  let original: Service
  let crawled: Crawled
  beforeAll(async () => {
    original = await serve(source)
    crawled = await crawl(original)
  })
  afterAll(() => original?.stop())

  it('has the same responses, ids and slugs in an empty database that gets its export', async () => {
    const folder = join(await writeFolder({}), 'out')
    const store = openReadStore(original.databaseUrl)
    onTestFinished(() => store.close())
    await exportBundle(store, { municipality: municipality.slug, source: undefined, folder })
    const second = await serve(() => bundle.open(folder))
    onTestFinished(() => second.stop())
    const expected = await responsesOf(original, crawled, words)
    const actual = await responsesOf(second, await crawl(second), words)
    expect(expected.size).toBeGreaterThan(responsesMin)
    expect([...actual.keys()]).toEqual([...expected.keys()])
    expect([...actual.keys()].filter((path) => actual.get(path) !== expected.get(path))).toEqual([])
  })

  describe('in a mirror', () => {
    const read = () => {
      const { slug, timeZone } = municipality
      return openCivicData.open(`${original.url}/api/ocd/${slug}`, { timeZone })
    }
    let mirror: Service
    beforeAll(async () => {
      mirror = await serve(read)
    })
    afterAll(() => mirror?.stop())

    it('has the same responses', async () => {
      const [expected, actual] = [crawled.ocd, await crawlOcd(mirror)].map(entitiesOf)
      for (const list of lists) {
        expect(actual?.[list]?.length).toBe(expected?.[list]?.length)
        for (const [index, entity] of (expected?.[list] ?? []).entries())
          expect(actual?.[list]?.[index], `${list} ${index}`).toEqual(entity)
      }
    })

    it.each([
      ['every word for a vote, with its reason and weight', 'votes', ['value', 'reason', 'weight']],
      ['the state of every meeting', 'meetings', ['date', 'status', 'status_note']],
      ['every membership once', 'memberships', ['start_date', 'end_date']],
    ] as const)('keeps %s', async (_, table, columns) => {
      const rowsIn = async ({ writing }: Service) => {
        const rows = await writing.db.selectFrom(table).select(columns).execute()
        return rows.map((row) => JSON.stringify(row)).sort()
      }
      expect(await rowsIn(mirror)).toEqual(await rowsIn(original))
    })

    it('changes nothing when it is imported again', async () => {
      const target = (await findTarget(mirror.writing, municipality.slug)) as LoadTarget
      const again = { target, source: await read(), prune: true, dryRun: false, clock: systemClock }
      const { kinds } = await load(mirror.writing, again)
      for (const { added, changed, removed } of Object.values(kinds))
        expect({ added, changed, removed }).toEqual({ added: 0, changed: 0, removed: 0 })
    })
  })
})
