import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Clock } from '../../src/core/clock.ts'
import {
  boardResults,
  gluedDissents,
  itemsOf,
  rawMeetings,
  rawMinutes,
} from '../support/ottawa/raw.ts'
import { startOttawa } from '../support/ottawa/service.ts'
import type { Service } from '../support/service/service.ts'
import { tablesOf, termsOf, textOf } from '../support/site/page-content.ts'

// The expected counts come from the raw files, without the code of the product.

// Noon in Ottawa on 10 June 2026: meetings up to 11 April are settled.
const clock: Clock = { now: () => Date.UTC(2026, 5, 10, 16), monotonic: () => 0 }
const lastSettled = '2026/04/11'

let service: Service
beforeAll(async () => {
  service = await startOttawa(clock)
})
afterAll(() => service.stop())

const isCancelled = ({ MeetingDocumentLink: links }: (typeof rawMeetings)[number]) =>
  links.some(({ Title }) => /cancel|annulation/i.test(Title))
const held = rawMeetings.filter((meeting) => !isCancelled(meeting))
const minutesOf = new Map(
  rawMinutes.map((minutes) => [/Id=([0-9a-f-]+)/.exec(minutes.source_url)?.[1], minutes]),
)
const hasRollCall = ({ ID }: { ID: string }) => {
  const minutes = minutesOf.get(ID)
  const motions = minutes === undefined ? [] : itemsOf(minutes).flatMap(({ item }) => item.motions)
  return motions.some(({ motion_votes: votes }) => votes.for !== undefined)
}

const hasLink = ({ MeetingDocumentLink: links }: (typeof rawMeetings)[number], type: string) =>
  links.some(({ Type }) => Type === type)

type Test = (meeting: (typeof rawMeetings)[number]) => boolean
const measures: [string, Test][] = [
  ['Agenda', ({ HasAgenda }) => HasAgenda],
  ['Minutes', (meeting) => minutesOf.has(meeting.ID) || hasLink(meeting, 'PostMinutes')],
  ['Video', (meeting) => hasLink(meeting, 'Video')],
  ['Recorded votes', hasRollCall],
]
const count = (test: Test) => String(held.filter(test).length)

describe('the coverage page of Ottawa', () => {
  it('counts what meetings have, do not have, or cannot have yet', async () => {
    const { body } = await service.call('/ottawa/coverage')
    const isSettled = ({ StartDate }: { StartDate: string }) =>
      StartDate.slice(0, 10) <= lastSettled
    expect(held.filter(isSettled).length).toBeGreaterThan(3)
    const tables = tablesOf(body)
    expect(tables['What is on record for meetings in 2026']).toEqual([
      ['Meetings with', 'Recorded', 'Not yet', 'Not recorded'],
      ...measures.map(([name, has]) => [
        name,
        count(has),
        count((meeting) => !has(meeting) && !isSettled(meeting)),
        count((meeting) => !has(meeting) && isSettled(meeting)),
      ]),
    ])
    const byYear = 'Meetings by year, and what is on record'
    const recorded = measures.map(([, has]) => count(has))
    expect(tables[byYear]?.slice(1)).toEqual([['2026', '65', ...recorded, '5']])
    expect(textOf(body)).toContain('No transcripts are on record.')
    expect(textOf(body)).toContain(
      '70 meetings on record for 2026, 5 of them cancelled or postponed.',
    )
  })

  it('counts the other records, and names its source', async () => {
    const { body } = await service.call('/ottawa/coverage')
    expect(termsOf(body)).toMatchObject({
      Meetings: String(rawMeetings.length),
      Bodies: '29',
      People: '44',
      Motions: String(
        rawMinutes.flatMap(itemsOf).flatMap(({ item }) => item.motions).length +
          boardResults.length,
      ),
      'Individual votes': String(236 + 9 + gluedDissents.length),
      'Last import': 'June 10, 2026, from escribe:pub-ottawa.escribemeetings.com',
      'Source website': 'https://pub-ottawa.escribemeetings.com',
      'Data licence':
        'MIT, Copyright (c) 2026 Sonal Ranjit, as stated in the imported files. It may not cover the council’s own documents: ask the municipality.',
    })
    const met = (tablesOf(body).Body ?? []).slice(1).map(([, meetings]) => Number(meetings))
    expect(met.reduce((sum, meetings) => sum + meetings, 0)).toBe(rawMeetings.length)
  })

  it('is summarized on the home page', async () => {
    const { body } = await service.call('/')
    expect(termsOf(body)).toEqual({
      Meetings: '70',
      People: '44',
      Motions: '371',
      'By-laws': '102',
    })
    expect(textOf(body)).toContain('Meetings in 2026')
  })

  it.each(['/', '/ottawa/coverage'])('is small, and so is the home page: %s', async (path) => {
    const { body } = await service.call(path)
    expect(Buffer.byteLength(body)).toBeLessThan(100_000)
  })
})
