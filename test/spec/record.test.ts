import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { foldText } from '../../src/core/fold.ts'
import { errorTable } from '../../src/http/errors.ts'
import { ocdLists, v1Lists } from '../support/service/endpoints.ts'
import { expectDetail, expectError, expectList } from '../support/service/expect.ts'
import { readList, readOcdList, withQuery } from '../support/service/read-lists.ts'
import { richRecords } from '../support/service/rich-records.ts'
import type { Service } from '../support/service/service.ts'

// The service also checks every response below against openapi.json.

type Reference = Record<'matter_slug' | 'person_slug' | 'slug', string | null>

describe.each(richRecords)('the contract over the record of $name', ({ municipality, start }) => {
  let service: Service
  beforeAll(async () => {
    service = await start()
  })
  afterAll(() => service?.stop())

  it('4.1: lists meetings, newest date first', async () => {
    const items = await readList(service, 'meetings', 37)
    expect(items.length).toBeGreaterThan(60)
    const dates = items.map(({ date }) => date)
    expect(dates).toEqual([...dates].sort().reverse())
    expect(new Set(items.map(({ slug }) => slug)).size).toBe(items.length)
  })

  for (const list of v1Lists) {
    it(`4.1: every detail of ${list} returns 200, and repeats its list item`, async () => {
      const items = await readList(service, list)
      expect(items.length).toBeGreaterThan(20)
      for (const item of items) {
        const detail = expectDetail(await service.v1(`${list}/${item.slug}`))
        const { description: _, ...same } = item
        expect(detail).toMatchObject(same)
      }
    })
  }

  for (const list of ocdLists) {
    it(`4.3: every detail of OCD ${list} returns 200, with a source, and repeats its list entity`, async () => {
      const entities = await readOcdList(service, list)
      expect(entities.length).toBeGreaterThan(0)
      for (const entity of entities) {
        const { json } = await service.ocd(`${list}/${entity.id}`)
        expect(json).toMatchObject(entity)
        expect(json.sources[0].url).toMatch(/^https:\/\//)
      }
    })
  }

  it('2.10: the jurisdiction is the government of the division, raw and encoded', async () => {
    const { divisionId } = municipality
    const id = `${divisionId.replace('division', 'jurisdiction')}/government`
    const raw = (await service.ocd(`jurisdictions/${id}`)).json
    expect(raw).toMatchObject({ id, division_id: divisionId })
    expect((await service.ocd(`jurisdictions/${encodeURIComponent(id)}`)).json).toEqual(raw)
  })

  it('2.10: there are as many OCD events, bills, votes and people as v1 entities', async () => {
    for (const [v1, ocd] of [
      ['meetings', 'events'],
      ['matters', 'bills'],
      ['motions', 'votes'],
      ['people', 'people'],
    ] as const) {
      const total = (await service.ocd(ocd)).json.pagination.total_items
      expect(await readList(service, v1), ocd).toHaveLength(total)
    }
  })

  it('event times have the UTC offset of their day', async () => {
    const starts: string[] = (await readOcdList(service, 'events')).map((event) => event.start_date)
    const timed = starts.filter((start) => start.includes('T'))
    expect(timed.length).toBeGreaterThan(50)
    const zone = { timeZone: municipality.timeZone, timeZoneName: 'longOffset' } as const
    for (const start of timed) {
      const named = new Intl.DateTimeFormat('en', zone).format(new Date(start))
      expect(named).toContain(`GMT${start.slice(-6)}`)
    }
  })

  it('4.1: people are sorted by name, ignoring accents', async () => {
    const names = (await readList(service, 'people')).map(({ name }) => foldText(name))
    expect(names).toEqual([...names].sort())
  })

  it('2.4: current councillors are found by is_councillor', async () => {
    const all = await readList(service, 'people')
    const sitting = await readList(service, 'people?is_councillor=true')
    expect(sitting).toEqual(all.filter((person) => person.is_current_councillor))
    expect(sitting.length).toBeGreaterThan(10)
    expect(sitting.length).toBeLessThan(all.length)
  })

  it('4.2: each filter partitions the record: types, results, movers, years, bodies', async () => {
    for (const [list, name, field] of [
      ['meetings', 'type', 'type'],
      ['motions', 'result', 'result'],
      ['motions', 'mover', 'mover_slug'],
      ['motions', 'meeting', 'meeting_slug'],
      ['bylaws', 'year', 'year'],
      ['bylaws', 'status', 'status'],
    ] as const) {
      const all = await readList(service, list)
      const values = new Set(all.map((item) => item[field]).filter((value) => value !== null))
      expect(values.size, name).toBeGreaterThan(0)
      for (const value of values) {
        const matches = await readList(service, withQuery(list, { [name]: value }))
        const expected = String(value).toLowerCase()
        expect(matches, `${name}=${value}`).toEqual(
          all.filter((item) => String(item[field] ?? '').toLowerCase() === expected),
        )
      }
    }
  })

  it('2.6: search finds motions and agenda items of the record, best first', async () => {
    const { data, pagination } = (await service.v1('search?q=zoning&per_page=10')).json
    expect(pagination.has_more).toBe(true)
    const scores = data.map(({ score }: { score: number }) => score)
    expect(scores).toEqual([...scores].sort((a: number, b: number) => b - a))
    const meetings = new Set((await readList(service, 'meetings')).map(({ slug }) => slug))
    expect(`${data[0].title} ${data[0].snippet}`.toLowerCase()).toContain('zoning')
    for (const item of data) {
      if (item.meeting_slug !== null) expect(meetings).toContain(item.meeting_slug)
      // A synonym counts less than the word.
      expect(`${item.title} ${item.snippet}`).toMatch(/zon(e|ing)/i)
    }
  })

  it('named votes add up to the tally, for every motion that has both', async () => {
    let checked = 0
    for (const { slug } of await readList(service, 'motions')) {
      const motion = expectDetail(await service.v1(`motions/${slug}`))
      const count = (value: string) =>
        motion.votes.filter((vote: { vote_value: string }) => vote.vote_value === value).length
      if (motion.votes.length === 0 || motion.tally.for === null || motion.tally.against === null)
        continue
      expect([motion.tally.for, motion.tally.against], slug).toEqual([
        count('For'),
        count('Against'),
      ])
      checked += 1
    }
    expect(checked).toBeGreaterThan(5)
  })

  it('every slug in a meeting is that of a listed record', async () => {
    const listed = new Set<string>()
    for (const list of ['people', 'matters', 'motions']) {
      for (const { slug } of await readList(service, list)) listed.add(`${list} ${slug}`)
    }
    const mentioned = new Set<string>()
    for (const { slug } of await readList(service, 'meetings')) {
      const meeting = expectDetail(await service.v1(`meetings/${slug}`))
      const reference = (list: string, names: (string | null)[]) => {
        for (const name of names) if (name !== null) mentioned.add(`${list} ${name}`)
      }
      reference(
        'matters',
        meeting.agenda_items.map((item: Reference) => item.matter_slug),
      )
      reference(
        'people',
        meeting.attendance.map((item: Reference) => item.person_slug),
      )
      reference(
        'motions',
        meeting.motions.map((item: Reference) => item.slug),
      )
    }
    expect(mentioned.size).toBeGreaterThan(200)
    expect([...mentioned].filter((name) => !listed.has(name))).toEqual([])
  })

  it('7: unknown slugs and ids return their 404', async () => {
    expectError(await service.v1('meetings/2024-01-01-regular-council'), 'MEETING_NOT_FOUND')
    expectError(await service.ocd('events/ocd-event/x'), 'EVENT_NOT_FOUND')
    expectError(await service.call('/api/ocd/pemberley/events'), 'MUNICIPALITY_NOT_FOUND')
    expect(expectList(await service.v1('motions?result=nothing'))).toEqual([])
    expect(Object.keys(errorTable)).toHaveLength(19)
  })
})
