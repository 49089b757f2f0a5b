import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { english, french } from '../explore/locale.ts'
import type { TakePart } from '../store/take-part.ts'
import { mayBeHoliday } from './holidays.ts'
import { parseRule, ruleExamples } from './rule.ts'
import { takePartBy } from './take-part-by.ts'
import { wayToTakePart } from './way.ts'

const council = {
  timeZone: 'America/Toronto',
  divisionId: 'ocd-division/country:ca/csd:3599999',
}
const longBefore = Date.UTC(2024, 0, 1)
const meetingOn = (date: string | null, starts_at: string | null = null, status = 'scheduled') => ({
  ...{ date, starts_at, status, organization_slug: 'town-council' },
})

function deadline(rule: string, date: string, of = council): string | null {
  const parsed = parseRule(rule)
  if (parsed === undefined) throw new Error(`not a rule: ${rule}`)
  return takePartBy(meetingOn(date), parsed, of, longBefore)?.toString().slice(0, 19) ?? null
}

describe('a rule', () => {
  it.each(ruleExamples)('is read as the examples say: %s', (example) => {
    expect(parseRule(example)).toBeDefined()
  })

  it.each([
    ['Noon on the Friday before', 'noon, the Friday before the meeting'],
    ['noon, the business day before', 'noon, 1 business day before'],
    ['4:30 PM on the  day of the meeting', '16:30, the day of the meeting'],
    ['4 p.m. the day before', '16:00, 1 day before the meeting'],
    ['09:00, Monday of the week of the meeting', '9 a.m., the Monday of the week of the meeting'],
    ['12:30 a.m., 2 days before', '00:30, 2 days before'],
    ['12:30 p.m., 2 days before', '12:30, 2 days before'],
  ])('%j is the same as %j', (one, other) => {
    expect(parseRule(one)).toBeDefined()
    expect(parseRule(one)).toEqual(parseRule(other))
  })

  it.each([
    ...[
      '',
      'noon',
      'the Friday before',
      'noon, Friday',
      'noon, the friday',
      'end of day, 1 day before',
    ],
    ...[
      '4:30, 1 day before',
      '12 p.m., 1 day before',
      '12:00 a.m., 1 day before',
      '00:00, 1 day before',
    ],
    ...[
      '24:00, 1 day before',
      '16:60, 1 day before',
      '13 p.m., 1 day before',
      '0 a.m., 1 day before',
    ],
    ...[
      'noon, 0 days before',
      'noon, 61 days before',
      'noon, -1 days before',
      'noon, 1.5 days before',
    ],
    ...['noon, the days before', 'noon, 48 hours before', 'noon, Sunday of the week before'],
    ...[
      'midi, 1 day before',
      'noon, 1 day before, or later',
      'noon; 1 day before',
      'noon1 day before',
    ],
    'x'.repeat(100_000),
  ])('of another form is not read: %.40j', (text) => {
    expect(parseRule(text)).toBeUndefined()
  })
})

describe('the last time to register', () => {
  // 2026-03-12 is a Thursday.
  it.each([
    ['noon, the day of the meeting', '2026-03-12T12:00:00'],
    ['noon, 2 days before', '2026-03-10T12:00:00'],
    ['4:30 p.m., the Tuesday before', '2026-03-10T16:30:00'],
    ['noon, the Friday before', '2026-03-06T12:00:00'],
    ['noon, the Thursday before', '2026-03-05T12:00:00'],
    ['noon, Monday of the week of the meeting', '2026-03-09T12:00:00'],
    ['noon, Friday of the week before', '2026-03-06T12:00:00'],
    ['noon, Monday of the week before', '2026-03-02T12:00:00'],
    ['noon, 1 business day before', '2026-03-11T12:00:00'],
    ['noon, 4 business days before', '2026-03-06T12:00:00'],
    // After the meeting.
    ['noon, Friday of the week of the meeting', null],
  ])('by %j is %s', (rule, local) => {
    expect(deadline(rule, '2026-03-12')).toBe(local)
  })

  it('has the offset of its own day where clocks change before the meeting', () => {
    const rule = 'noon, the Friday before'
    const offsetOf = (date: string) => {
      const parsed = parseRule(rule)
      return parsed && takePartBy(meetingOn(date), parsed, council, longBefore)?.offset
    }
    // Clocks change on 2026-03-08 and 2026-11-01.
    expect(offsetOf('2026-03-10')).toBe('-05:00')
    expect(offsetOf('2026-03-17')).toBe('-04:00')
    expect(offsetOf('2026-11-03')).toBe('-04:00')
    expect(offsetOf('2026-11-17')).toBe('-05:00')
  })

  it('is not stated where clocks skip it or show it twice', () => {
    expect(deadline('02:30, 1 day before', '2026-03-09')).toBeNull()
    expect(deadline('01:30, 1 day before', '2026-11-02')).toBeNull()
    expect(deadline('03:30, 1 day before', '2026-03-09')).not.toBeNull()
  })

  it.each([
    ['Family Day', 'noon, 1 business day before', '2026-02-17'],
    ['Good Friday', 'noon, the Friday before', '2026-04-07'],
    ['Easter Monday', 'noon, 1 business day before', '2026-04-07'],
    ['Victoria Day within the days', 'noon, 3 business days before', '2026-05-20'],
    ['Truth and Reconciliation', 'noon, 1 day before', '2026-10-01'],
    ['Canada Day in 2028, on a Saturday, instead on Monday', 'noon, 1 day before', '2028-07-04'],
    ['the end of the year', 'noon, 5 business days before', '2027-01-07'],
  ])('is not stated where it may be moved: %s', (_, rule, date) => {
    expect(deadline(rule, date)).toBeNull()
  })

  it('on a holiday is stated if the council meets on it', () => {
    expect(deadline('09:00, the day of the meeting', '2026-09-30')).toMatch('2026-09-30T09')
  })

  it('in business days is not stated outside Canada, whose holidays are not known', () => {
    const york = { timeZone: 'America/New_York', divisionId: 'ocd-division/country:us/state:ny' }
    expect(deadline('noon, 1 business day before', '2026-03-12', york)).toBeNull()
    expect(deadline('noon, 1 day before', '2026-03-12', york)).toMatch('2026-03-11T12')
    const other = { ...york, divisionId: 'ocd-division/country:us/state:ca' }
    expect(deadline('noon, 1 business day before', '2026-03-12', other)).toBeNull()
  })

  it('is stated only until then, and before the meeting', () => {
    const rule = parseRule('noon, 1 day before')
    if (rule === undefined) throw new Error('not a rule')
    const noon = Date.parse('2026-03-11T12:00:00-04:00')
    const meeting = meetingOn('2026-03-12')
    expect(takePartBy(meeting, rule, council, noon - 1)).not.toBeNull()
    expect(takePartBy(meeting, rule, council, noon)).toBeNull()
    for (const status of ['cancelled', 'postponed', 'completed'])
      expect(takePartBy({ ...meeting, status }, rule, council, longBefore)).toBeNull()
    expect(takePartBy(meetingOn(null), rule, council, longBefore)).toBeNull()
    const sameDay = parseRule('10:00, the day of the meeting')
    if (sameDay === undefined) throw new Error('not a rule')
    const at = (start: string) => meetingOn('2026-03-12', `2026-03-12T${start}:00-04:00`)
    expect(takePartBy(at('10:00'), sameDay, council, longBefore)).toBeNull()
    expect(takePartBy(at('10:01'), sameDay, council, longBefore)).not.toBeNull()
  })
})

describe('a day that may be a holiday', () => {
  const year = (number: number) =>
    Array.from({ length: 366 }, (_, at) => new Temporal.PlainDate(number, 1, 1).add({ days: at }))
      .filter((date) => date.year === number && date.dayOfWeek < 6 && mayBeHoliday(date))
      .map((date) => date.toString().slice(5))

  it('is each of those of a year, beside a weekend too', () => {
    expect(year(2027)).toEqual([
      ...['01-01', '01-04', '02-15', '02-26', '03-15', '03-26', '03-29', '04-26', '05-24'],
      ...['06-21', '06-24', '07-01', '07-09', '07-12', '08-02', '08-04', '08-16', '08-20'],
      ...['09-06', '09-30', '10-11', '11-11', '12-24', '12-27', '12-28', '12-29', '12-30', '12-31'],
    ])
  })

  it.each(['2024-03-29', '2025-04-18', '2026-04-03', '2038-04-23', '2049-04-16', '2000-04-21'])(
    'is Good Friday: %s',
    (date) => {
      expect(mayBeHoliday(Temporal.PlainDate.from(date))).toBe(true)
      expect(mayBeHoliday(Temporal.PlainDate.from(date).subtract({ days: 1 }))).toBe(false)
    },
  )
})

describe('the way to take part', () => {
  const url = 'https://pemberley.example/speak'
  const all: TakePart = { body: null, url, rule: 'noon, the Friday before' }
  const board: TakePart = { body: 'mill-board', url: `${url}/board`, rule: null }
  const meeting = meetingOn('2026-12-08', '2026-12-08T19:00:00-05:00')
  const shown = { now: longBefore, locale: english }

  it('is in the words of each language', () => {
    expect(wayToTakePart([all], meeting, council, shown)).toEqual({
      url,
      by: 'noon on Friday, December 4, 2026',
    })
    const half = { ...all, rule: '4:30 p.m., the Tuesday before' }
    const inFrench = { ...shown, locale: french }
    expect(wayToTakePart([half], meeting, council, inFrench)?.by).toBe(
      'le mardi 1er décembre 2026 à 16\u00a0h\u00a030',
    )
    expect(wayToTakePart([all], meeting, council, inFrench)?.by).toBe(
      'le vendredi 4 décembre 2026 à midi',
    )
    expect(wayToTakePart([half], meeting, council, shown)?.by).toMatch(
      /^4:30.p\.m\. on Tuesday, December 1, 2026$/,
    )
  })

  it('of a body replaces that of the council as a whole', () => {
    const ofBoard = { ...meeting, organization_slug: 'mill-board' }
    expect(wayToTakePart([all, board], ofBoard, council, shown)).toEqual({
      url: `${url}/board`,
      by: null,
    })
    expect(wayToTakePart([board, all], meeting, council, shown)).toMatchObject({ url })
    const none = { ...board, url: null }
    expect(wayToTakePart([all, none], ofBoard, council, shown)).toBeNull()
    const withoutBody = { ...meeting, organization_slug: null }
    expect(wayToTakePart([all, board], withoutBody, council, shown)).toMatchObject({ url })
    expect(wayToTakePart([board], withoutBody, council, shown)).toBeNull()
  })

  it('is the link alone after the moment, and nothing once the meeting begins', () => {
    const at = (time: string) => ({ ...shown, now: Date.parse(time) })
    const way = (time: string) => wayToTakePart([all], meeting, council, at(time))
    expect(way('2026-12-04T12:00:00-05:00')).toEqual({ url, by: null })
    expect(way('2026-12-08T18:59:59-05:00')).toEqual({ url, by: null })
    expect(way('2026-12-08T19:00:00-05:00')).toBeNull()
    const untimed = meetingOn('2026-12-08')
    const last = (time: string) => wayToTakePart([all], untimed, council, at(time))
    expect(last('2026-12-08T23:59:59-05:00')).toEqual({ url, by: null })
    expect(last('2026-12-09T00:00:00-05:00')).toBeNull()
    expect(wayToTakePart([], meeting, council, shown)).toBeNull()
  })
})
