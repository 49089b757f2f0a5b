import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/core/clock.ts'
import { load } from '../../src/importers/load/load.ts'
import { findTarget, type NewMunicipality } from '../../src/importers/load/municipalities.ts'
import type { LoadTarget } from '../../src/importers/load/scope.ts'
import { openCivicData } from '../../src/importers/open-civic-data/index.ts'
import { openWriteStore } from '../../src/store/open.ts'
import { cases } from '../support/project/cases.ts'
import { lowmere, startLowmere } from '../support/sample/service.ts'
import { type Json, type Service, startService } from '../support/service/service.ts'
import { sourceOf, town, townRecords } from '../support/towns/town.ts'

const lists = ['organizations', 'people', 'events', 'bills', 'votes']

/** A second service that imports from the first one. */
async function mirrorOf(original: Service, municipality: NewMunicipality): Promise<Service> {
  const { slug, timeZone } = municipality
  const source = await openCivicData.open(`${original.url}/api/ocd/${slug}`, { timeZone })
  return startService({ municipality, source })
}

/** Every entity of a list in full, in the order of the list. */
async function entitiesOf({ ocd }: Service, list: string): Promise<Json[]> {
  const entities: Json[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { json } = await ocd(`${list}?page=${page}&per_page=100`)
    pages = json.pagination.max_page
    for (const { id } of json.results) entities.push((await ocd(`${list}/${id}`)).json)
  }
  return entities
}

const different: ReadonlySet<string> = new Set(['created_at', 'updated_at'])

/** A service's responses with ids replaced by names, and without timestamps. */
async function readEntities(service: Service): Promise<Record<string, Json[]>> {
  const said: Record<string, Json[]> = {}
  const ids = new Map<string, string>()
  for (const list of lists) {
    said[list] = await entitiesOf(service, list)
    for (const [index, { id }] of said[list].entries()) ids.set(id, `${list} ${index}`)
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
  return JSON.parse(JSON.stringify(said, neutral))
}

const resultIn = (description: string) => description.split(':')[0]

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
const calledOff = [
  { status: 'cancelled', status_note: 'by order of the mayor' },
  { status: 'cancelled', status_note: null },
  { status: 'postponed', status_note: 'Postponed by order of the mayor' },
].map((state, n) => {
  const date = `2024-02-0${n + 2}`
  return { kind: 'meeting', key: `g-off-${n}`, title: 'Council', date, ...state }
})
const seatedTown = () =>
  startService({ source: sourceOf([...townRecords(), ...manySeats, voted, ...calledOff]) })

const ofTown = { municipality: town, start: seatedTown }
const ofSample = { municipality: lowmere, start: () => startLowmere() }

const originals = cases([ofTown], [ofTown, ofSample])

describe.each(originals)('a mirror of $municipality.slug', ({ municipality, start }) => {
  let original: Service
  let mirror: Service
  beforeAll(async () => {
    original = await start()
    mirror = await mirrorOf(original, municipality)
  })
  afterAll(async () => {
    await mirror?.stop()
    await original?.stop()
  })

  it('has the same responses as the original', async () => {
    const [expected, actual] = [await readEntities(original), await readEntities(mirror)]
    for (const list of lists) {
      expect(actual[list]?.length).toBe(expected[list]?.length)
      for (const [index, entity] of (expected[list] ?? []).entries())
        expect(actual[list]?.[index], `${list} ${index}`).toEqual(entity)
    }
  })

  it('keeps every word for a vote, with its reason', async () => {
    const votesOf = async ({ writing }: Service) => {
      const rows = writing.db.selectFrom('votes').select(['value', 'reason'])
      return (await rows.execute()).map((row) => JSON.stringify(row)).sort()
    }
    expect(await votesOf(mirror)).toEqual(await votesOf(original))
  })

  it('keeps the state of every meeting', async () => {
    const statesOf = async ({ writing }: Service) => {
      const rows = writing.db.selectFrom('meetings').select(['date', 'status', 'status_note'])
      return (await rows.execute()).map((row) => JSON.stringify(row)).sort()
    }
    expect(await statesOf(mirror)).toEqual(await statesOf(original))
  })

  it('has every membership once', async () => {
    const seatsIn = async ({ writing }: Service) =>
      (await writing.db.selectFrom('memberships').select('key').execute()).length
    expect(await seatsIn(mirror)).toBe(await seatsIn(original))
  })

  it('changes nothing when it is imported again', async () => {
    const store = openWriteStore(mirror.databaseUrl)
    const { slug, timeZone } = municipality
    const target = (await findTarget(store, slug)) as LoadTarget
    const source = await openCivicData.open(`${original.url}/api/ocd/${slug}`, { timeZone })
    const options = { target, source, prune: true, dryRun: false, clock: systemClock }
    const { kinds } = await load(store, options)
    await store.close()
    for (const { added, changed, removed } of Object.values(kinds))
      expect({ added, changed, removed }).toEqual({ added: 0, changed: 0, removed: 0 })
  })
})
