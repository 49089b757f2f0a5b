import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { compileSample } from '../../../data/sample/compiler/compile.ts'
import { readSample } from '../../../data/sample/compiler/read.ts'
import { Sample } from '../../../data/sample/compiler/schema.ts'
import { dayMs } from '../../core/calendar-date.ts'
import { operativeClauseOf } from '../../core/headings/operative-clause.ts'
import { noticeOf } from '../../core/notice.ts'
import { boundsOf, isInside, type Ring, unionOf } from '../../core/ward-map.ts'
import { sumsOfWeights } from '../../core/weighted-votes.ts'
import type { RecordKind, RecordOf } from '../../record/kinds.ts'
import { errorsOf } from '../kit/schema.ts'
import { openSample } from './index.ts'

const sample = readSample()
const template = compileSample(sample)
const today = '2026-11-26'
const days = ['2026-11-26', '2027-01-01', '2028-02-29', '2027-07-01', '2026-12-27']

/** The sides of a ring, each the same in both directions. */
function sidesOf(ring: Ring): string[] {
  const points = ring.flatMap((x, at) => (at % 2 === 0 ? [`${x} ${ring[at + 1]}`] : []))
  return points.slice(1).map((point, at) => [points[at], point].sort().join(' to '))
}

/** All records of a kind, as of a day. */
function recordsOf<K extends RecordKind>(kind: K, day = today): RecordOf<K>[] {
  const items = [...(openSample(template, day).items as Iterable<{ record: RecordOf<K> }>)]
  return items.map(({ record }) => record).filter((record) => record.kind === kind)
}

const [meetings, motions, matters, bylaws, seats] = [
  recordsOf('meeting'),
  recordsOf('motion'),
  recordsOf('matter'),
  recordsOf('bylaw'),
  recordsOf('membership'),
]
const decisions = recordsOf('mayoral_decision')
const vetoes = decisions.filter(({ decision_kind: kind }) => kind === 'veto')
const held = meetings.filter(({ status }) => status === 'completed')
const ofCouncil = motions.filter(({ organization_key }) => organization_key === 'council')

const values = ({ votes = [] }: RecordOf<'motion'>) => votes.map(({ value }) => value)
const count = (motion: RecordOf<'motion'>, value: string) =>
  values(motion).filter((one) => one === value).length
const isRecorded = (motion: RecordOf<'motion'>) => motion.tally == null && count(motion, 'For') > 0
const isOverride = ({ text }: RecordOf<'motion'>) =>
  /the veto of By-law \d+ be overridden/.test(text ?? '')
const isAscending = (list: readonly number[]) =>
  list.every((value, at) => value >= (list[at - 1] ?? value))
const share = <T>(list: readonly T[], test: (item: T) => unknown) =>
  list.filter(test).length / list.length

describe('data/sample', () => {
  it('has the shapes of schema.ts', () => {
    expect([...errorsOf(Sample, sample)]).toEqual([])
  })

  it('is of a town and a division that do not exist', () => {
    const path = new URL('../../../data/reference/ca_census_subdivisions.csv', import.meta.url)
    const census: { id: string; name: string }[] = parse(readFileSync(path), { columns: true })
    expect(census.length).toBeGreaterThan(5000)
    expect(census.filter(({ name }) => /lowmere|tansy|havre-bellemare/i.test(name))).toEqual([])
    expect(census.map(({ id }) => id)).not.toContain(sample.town.division_id)
  })

  it('has no link, since each would end in an error of the browser', () => {
    const text = JSON.stringify(openSample(template, today).items)
    expect(text).not.toMatch(/https?:|"(?:\w+_)?url":/)
    const agendas = meetings.map(({ status, documents = [] }) => [
      status,
      documents.filter(({ type, sections = [] }) => type === 'agenda' && sections.length > 0)
        .length,
    ])
    expect(agendas.filter(([status, texts]) => status === 'completed' && texts !== 2)).toEqual([])
  })

  it('says of a meeting to come neither what was decided nor what was declared', () => {
    const coming = new Set(
      meetings.flatMap(({ key, status }) => (status === 'scheduled' ? [key] : [])),
    )
    const items = recordsOf('agenda_item')
    const said = items.filter(
      ({ meeting_key, title, result, description }) =>
        coming.has(meeting_key) &&
        (result != null || (title === 'Disclosures of interest' && description != null)),
    )
    expect(coming.size).toBeGreaterThan(0)
    expect(said).toEqual([])
  })

  it('has no URL or address outside example, and no number of a telephone that rings', () => {
    const text = JSON.stringify(openSample(template, today).items)
    const hosts = [...text.matchAll(/https?:\/\/([^/"\s]+)|@([\w.-]+)/g)].map((m) => m[1] ?? m[2])
    expect([...new Set(hosts)]).toEqual(['lowmere.example'])
    const numbers = text.match(/\b\d{3}-\d{3}-\d{4}\b/g) ?? []
    expect(numbers.filter((number) => !/-555-01\d\d$/.test(number))).toEqual([])
  })

  it('uses no sentence of a motion a fourth time', () => {
    const starts = new Map<string, number>()
    for (const sentence of motions.flatMap(({ text }) => text?.split(/[.;:\n]+/) ?? [])) {
      const words = sentence.toLowerCase().match(/[\p{L}’']+/gu) ?? []
      if (words.length < 7) continue
      const start = words.slice(0, 7).join(' ')
      starts.set(start, (starts.get(start) ?? 0) + 1)
    }
    expect([...starts].filter(([, times]) => times > 3)).toEqual([])
  })
})

describe('the record of the sample', () => {
  it('is the same on the same day', () => {
    const read = () => JSON.stringify(openSample(template, today).items)
    expect(read()).toBe(read())
  })

  it.each(days)('is alive on %s', (day) => {
    const sittings = recordsOf('meeting', day)
    expect(sittings).toHaveLength(meetings.length)
    const dates = sittings.map(({ date }) => Date.parse(date))
    const days = (count: number) => Date.parse(day) + count * dayMs
    expect(Math.min(...dates)).toBeLessThan(days(-540))
    expect(Math.max(...dates)).toBeGreaterThan(days(25))
    const council = sittings.filter(
      ({ organization_key, status }) => organization_key === 'council' && status === 'completed',
    )
    const last = Math.max(...council.map(({ date }) => Date.parse(date)))
    expect(last).toBeGreaterThan(days(-15))
    expect(last).toBeLessThan(days(0))
    const next = sittings.filter(({ status }) => status === 'scheduled')
    expect(Math.min(...next.map(({ date }) => Date.parse(date)))).toBeLessThan(days(11))
    const weekdays = new Set(dates.map((date) => new Date(date).getUTCDay()))
    expect([...weekdays].filter((weekday) => weekday === 0 || weekday === 6)).toEqual([])
    const onHolidays = sittings.filter(({ date }) => /-(?:01-01|07-01|12-25)$/.test(date))
    expect(onHolidays.filter(({ status }) => status !== 'postponed')).toEqual([])
  })

  // On 2027-01-04, holidays put a meeting of the library and one of a committee on the same day.
  it('numbers matters, motions and by-laws alike on every day', () => {
    const numbersOn = (day: string) => [
      recordsOf('matter', day).map(({ identifier, title }) => [identifier, title]),
      recordsOf('motion', day).map(({ identifier, key }) => [identifier, key]),
      recordsOf('bylaw', day).map(({ bylaw_number, key }) => [bylaw_number, key]),
    ]
    const withoutYears = (list: unknown) => JSON.stringify(list).replace(/20\d\d/g, '')
    expect(withoutYears(numbersOn('2027-01-04'))).toBe(withoutYears(numbersOn(today)))
  })

  it('fills in dates from the day of a meeting, after it was moved off a holiday', () => {
    // The Monday of the first meeting of this record is Labour Day.
    const [first] = recordsOf('meeting', '2028-03-28').map(({ date }) => date)
    expect(first).toBe('2026-09-08')
    const agenda = recordsOf('meeting', '2028-03-28')[0]?.documents?.[0]
    expect(agenda?.date).toBe('2026-09-02')
  })

  it('has texts without a placeholder', () => {
    const text = JSON.stringify(openSample(template, today).items)
    expect(text.match(/\{[a-z]+[+-]?\d*\}/g)).toBeNull()
  })

  it('is as large as a town’s', () => {
    expect(held.length).toBeGreaterThanOrEqual(80)
    expect(matters.length).toBeGreaterThanOrEqual(350)
    expect(motions.length).toBeGreaterThanOrEqual(600)
    expect(bylaws.filter(({ passed_date }) => passed_date).length).toBeGreaterThanOrEqual(60)
  })

  it('has a mayor, ten wards, a seat that changed hands, and names that are hard to sort', () => {
    const council = seats.filter(({ organization_key }) => organization_key === 'council')
    const wards = new Set(council.flatMap(({ label }) => label ?? []))
    expect(wards.size).toBe(10)
    expect(council.filter(({ role }) => role === 'Mayor')).toHaveLength(1)
    const quarry = council.filter(({ label }) => label === 'Ward 7 Quarry')
    expect(quarry).toHaveLength(2)
    expect(quarry[0]?.end_date?.localeCompare(quarry[1]?.start_date ?? '')).toBe(-1)
    const names = recordsOf('person').map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['Gordon Pell', 'Joanne Pell', "Sean O'Dacey", 'Hélène Boisclair']),
    )
  })

  it('has the shapes of its wards, which do not overlap, and postal codes that no one in Canada has', () => {
    const { wards = [] } = openSample(template, today)
    const council = seats.filter(({ organization_key }) => organization_key === 'council')
    expect(new Set(wards.map(({ name }) => name))).toEqual(
      new Set(council.flatMap(({ label }) => label ?? [])),
    )
    const borders = wards.flatMap(({ rings }) => rings.flatMap(sidesOf))
    const counts = new Map(borders.map((side) => [side, 0]))
    for (const side of borders) counts.set(side, (counts.get(side) ?? 0) + 1)
    expect(new Set(counts.values())).toEqual(new Set([1, 2]))
    const { west, south, east, north } = unionOf(wards.map(({ rings }) => boundsOf(rings)))
    for (let at = 0; at < 400; at += 1) {
      const x = west + (((at % 20) + 0.5) / 20) * (east - west)
      const y = south + ((Math.floor(at / 20) + 0.5) / 20) * (north - south)
      expect(wards.filter(({ rings }) => isInside(rings, { x, y })).length).toBeLessThanOrEqual(1)
    }
    // The first letter is never W or Z (Canada Post, Addressing Guidelines).
    for (const { postalCodes } of wards) expect(postalCodes.join()).toMatch(/^(?:W\d[A-Z],?)+$/)
  })

  it('has seven committees and boards, with citizens on them', () => {
    const bodies = recordsOf('organization').filter(
      ({ classification }) => classification !== 'council',
    )
    expect(bodies).toHaveLength(7)
    const councillors = new Set(
      seats
        .filter(({ label, role }) => label || role === 'Mayor')
        .map(({ person_key }) => person_key),
    )
    const citizens = seats.filter(({ person_key }) => !councillors.has(person_key))
    expect(new Set(citizens.map(({ organization_key }) => organization_key))).toEqual(
      new Set(['library', 'heritage', 'accessibility', 'county']),
    )
  })

  it('has a motion that lost by weight, with more members for it', () => {
    const weighted = motions.filter(({ vote_basis }) => vote_basis === 'weighted')
    expect(weighted).toHaveLength(1)
    const [{ result, votes = [] } = {}] = weighted
    const of = (side: string) => votes.filter(({ value }) => value === side)
    expect([result, of('For').length, of('Against').length]).toEqual(['Defeated', 3, 1])
    expect(sumsOfWeights(votes)).toEqual({ for: 10, against: 12 })
  })

  it('has a public meeting that was held, and one to come', () => {
    const statusOf = new Map(meetings.map(({ key, status }) => [key, status]))
    const noticed = recordsOf('agenda_item').filter(({ title, description = null }) => {
      const none = { parent: null, meeting: '', matter: null, date: '' }
      return noticeOf({ title, description, ...none }) !== null
    })
    expect(noticed.map(({ meeting_key: key }) => statusOf.get(key))).toEqual([
      'completed',
      'scheduled',
    ])
  })

  it('has cancelled, moved, joint and in camera meetings', () => {
    const statuses = meetings.map(({ status }) => status)
    expect(statuses.filter((status) => status === 'cancelled')).toHaveLength(2)
    expect(statuses.filter((status) => status === 'postponed')).toHaveLength(1)
    const types = new Set(held.map(({ type }) => type))
    expect(types).toEqual(new Set(['Regular', 'Special', 'Joint', 'In camera']))
  })

  it('has the whole text of every motion', () => {
    const incomplete = motions.filter(({ text }) => !operativeClauseOf(text ?? null).isComplete)
    expect(incomplete.map(({ text }) => text)).toEqual([])
  })

  it('records three quarters of council’s votes', () => {
    const decided = ofCouncil.filter(
      ({ motion_kind }) => motion_kind === 'motion' || motion_kind === 'amendment',
    )
    expect(share(decided, isRecorded)).toBeGreaterThan(0.7)
    expect(share(decided, isRecorded)).toBeLessThan(0.85)
  })

  it.each<[string, (motion: RecordOf<'motion'>) => boolean]>([
    ['close', (motion) => count(motion, 'For') - count(motion, 'Against') === 1],
    ['lost', (motion) => motion.result === 'Defeated' && count(motion, 'Against') > 5],
    [
      'tied',
      (motion) => count(motion, 'For') > 0 && count(motion, 'For') === count(motion, 'Against'),
    ],
    ['with a declared interest', (motion) => count(motion, 'Recused') > 0],
    ['with an absence', (motion) => count(motion, 'Absent') > 0],
    ['by voice with named dissent', (motion) => motion.tally != null],
    ['an election by secret ballot', (m) => m.motion_kind === 'election' && values(m).length === 0],
    ['an election by open ballot', (motion) => count(motion, 'Other') > 0],
    ['amended and then carried', (motion) => motion.result === 'Carried as amended'],
    [
      'a reconsideration',
      (m) => m.motion_kind === 'procedural' && /reconsider/i.test(m.text ?? ''),
    ],
    ['referred', ({ result }) => result === 'Referred'],
    ['tabled', ({ result }) => result === 'Tabled'],
    ['withdrawn', ({ result }) => result === 'Withdrawn'],
    ['an inquiry', ({ motion_kind }) => motion_kind === 'inquiry'],
    ['a notice', ({ motion_kind }) => motion_kind === 'notice'],
  ])('has a motion that is %s', (_, test) => {
    expect(motions.filter(test)).not.toEqual([])
  })

  it('never contradicts its votes', () => {
    const wrong = motions.filter((motion) => {
      if (!isRecorded(motion)) return false
      const members = { for: count(motion, 'For'), against: count(motion, 'Against') }
      const sums = motion.vote_basis === 'weighted' ? sumsOfWeights(motion.votes ?? []) : null
      const { for: inFavour, against } = sums ?? members
      const carried = isOverride(motion)
        ? 3 * inFavour >= 2 * values(motion).length
        : inFavour > against
      return carried === (motion.result === 'Defeated')
    })
    expect(wrong.map(({ identifier, text }) => `${identifier} ${text}`)).toEqual([])
  })

  it('has by-laws with readings, dates and texts', () => {
    const readings = recordsOf('action').filter(({ classification }) =>
      classification?.includes('reading-3'),
    )
    const passed = bylaws.filter(({ passed_date }) => passed_date)
    expect(readings).toHaveLength(passed.length + 1)
    expect(passed.every(({ enacted_date }) => enacted_date)).toBe(true)
    const lost = motions.filter(
      (motion) => motion.bylaw_keys?.length && motion.result === 'Defeated' && !isOverride(motion),
    )
    expect(lost.map(({ bylaw_keys }) => bylaw_keys?.[0]).sort()).toEqual(
      bylaws.filter(({ status }) => status === 'Defeated').map(({ key }) => key),
    )
    expect(lost).toHaveLength(2)
    const sections = bylaws.map(({ documents = [] }) => documents[0]?.sections?.length ?? 0)
    expect(Math.min(...sections)).toBeGreaterThanOrEqual(2)
  })

  it('has a by-law that the mayor vetoed, and a vote that did not override her', () => {
    const vetoed = bylaws.filter(({ status }) => status === 'Vetoed')
    expect(vetoed.map((bylaw) => bylaw.passed_date ?? bylaw.enacted_date)).toEqual([undefined])
    const votes = motions.filter(({ bylaw_keys }) => bylaw_keys?.[0] === vetoed[0]?.key)
    const counts = votes.map((vote) => [vote.result, count(vote, 'For'), count(vote, 'Against')])
    expect(counts).toEqual([
      ['Carried', 7, 4],
      ['Defeated', 7, 4],
    ])
    const decision = vetoes.find(({ bylaw_key }) => bylaw_key === vetoed[0]?.key)
    expect(decision?.override_motion_key).toBe(votes.at(-1)?.key)
  })

  it('has a veto that council overrode by two thirds, and a direction to staff', () => {
    const motionOf = new Map(motions.map((motion) => [motion.key, motion]))
    const responses = vetoes.flatMap(
      ({ override_motion_key: key }) => motionOf.get(key ?? '') ?? [],
    )
    const counts = responses.map((one) => [one.result, count(one, 'For'), count(one, 'Against')])
    expect(counts).toEqual([
      ['Carried', 8, 3],
      ['Defeated', 7, 4],
    ])
    const [overridden] = bylaws.filter(({ key }) => key === vetoes[0]?.bylaw_key)
    expect(overridden?.passed_date).toBe(overridden?.enacted_date)
    expect(decisions.map(({ number }) => number)).toEqual(['MD-1', 'MD-2', 'MD-3', 'MD-4'])
    expect(decisions[0]?.decision_kind).toBe('direction')
  })

  it('has summaries, attendance, statements, speaking times, documents with sections', () => {
    expect(
      held.filter(({ summary, attendance = [] }) => !summary || attendance.length < 5),
    ).toEqual([])
    expect(held.flatMap(({ key_statements = [] }) => key_statements).length).toBeGreaterThan(100)
    const councils = held.filter(({ speaking_time = [] }) => speaking_time.length > 0)
    expect(councils.length).toBeGreaterThanOrEqual(27)
    expect(share(matters, ({ documents = [] }) => documents.length > 0)).toBeGreaterThan(0.4)
    expect(matters.filter(({ plain_english_summary }) => !plain_english_summary)).toEqual([])
  })

  it('has each statement on an item of its meeting', () => {
    const items = new Set(
      recordsOf('agenda_item').map(({ key, meeting_key }) => `${meeting_key} ${key}`),
    )
    const others = held.flatMap(({ key, key_statements = [] }) =>
      key_statements.filter(({ agenda_item_key: item }) => !items.has(`${key} ${item}`)),
    )
    expect(others).toEqual([])
  })

  it.each(days)('has statements in the order of the agenda on %s', (day) => {
    const positions = new Map(
      recordsOf('agenda_item', day).map((item) => [item.key, item.position]),
    )
    const unordered = recordsOf('meeting', day).filter(({ key_statements = [] }) => {
      const order = key_statements.map(
        ({ agenda_item_key: item }) => positions.get(item ?? '') ?? 0,
      )
      return !isAscending(order)
    })
    expect(unordered.map(({ key }) => key)).toEqual([])
  })

  it.each(days)('has a time in a recording only if there is a recording, on %s', (day) => {
    const timed = recordsOf('meeting', day).filter(
      ({ video_url, video_duration_seconds: length, key_statements = [] }) => {
        const times = key_statements.flatMap(({ start_seconds: seconds }) => seconds ?? [])
        if (video_url == null) return length != null || times.length > 0
        return !isAscending(times) || times.some((seconds) => seconds > (length ?? 0))
      },
    )
    expect(timed.map(({ key }) => key)).toEqual([])
    const items = recordsOf('agenda_item', day).filter((item) => item.video_seconds != null)
    expect(items).toEqual([])
  })

  it('has no document that cannot be read, and so no minutes', () => {
    const documents = [...meetings, ...matters, ...bylaws].flatMap(
      ({ documents = [] }) => documents,
    )
    expect(documents.filter(({ sections = [] }) => sections.length === 0)).toEqual([])
    expect(meetings.filter(({ has_minutes, minutes_url }) => has_minutes || minutes_url)).toEqual(
      [],
    )
  })

  it('is in French to about a tenth', () => {
    const french = share(sample.stories, ({ language }) => language === 'fr')
    expect(french).toBeGreaterThan(0.08)
    expect(french).toBeLessThan(0.15)
  })

  it('has a recorded vote for at least 95 % of the meetings that were held', () => {
    const recorded = new Set(motions.filter(isRecorded).map(({ meeting_key }) => meeting_key))
    const without = held.filter(({ key }) => !recorded.has(key)).map(({ key }) => key)
    expect(without.length / held.length, String(without)).toBeLessThan(0.05)
  })
})
