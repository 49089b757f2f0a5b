import type { ImportRecord, RecordKind, RecordOf } from '../../../src/record/kinds.ts'

// The expected content of lists, computed from the records in plain loops, without a database or the code of the
// product. Rows of a new database are numbered in the order of the source, kind by kind.

export type Query = Record<string, string | number>
type Key = string | number

interface Row {
  id: number
  /** Sort keys, most significant first. */
  sort: Key[]
  passes(query: Query): boolean
}

interface Model {
  rows: Row[]
  /** Ascending (1) or descending (-1), for each key. */
  order: (1 | -1)[]
}

/** The expected ids of a v1 list for a query, in order. */
export function expectedIds({ rows, order }: Model, query: Query): number[] {
  return rows
    .filter((row) => row.passes(query))
    .sort((a, b) => compare(a.sort, b.sort, order))
    .map(({ id }) => id)
}

function compare(a: Key[], b: Key[], order: (1 | -1)[]): number {
  for (const [index, direction] of order.entries()) {
    const [left, right] = [a[index] ?? 0, b[index] ?? 0]
    if (left === right) continue
    if (typeof left === 'number') return (left - Number(right)) * direction
    return Buffer.compare(Buffer.from(left), Buffer.from(String(right))) * direction
  }
  return 0
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('’', "'")
const same = (expected: Key | undefined, given: string | null | undefined) =>
  expected === undefined || String(expected).toLowerCase() === (given ?? undefined)?.toLowerCase()
const truth = (expected: Key | undefined, given: boolean) =>
  expected === undefined || ['true', '1', 'yes'].includes(String(expected).toLowerCase()) === given

/** Slugs by key, as assigned by the service, because this model does not create slugs. */
export interface SlugsOf {
  meeting: Map<string, string>
  person: Map<string, string>
  organization: Map<string, string>
  matter: Map<string, string>
}

/** Models of the v1 lists. */
export function modelsOf(records: readonly ImportRecord[], slugs: SlugsOf, today: string) {
  const of = <K extends RecordKind>(kind: K) =>
    records.filter((record): record is RecordOf<K> & ImportRecord => record.kind === kind)
  const meetingDates = new Map(of('meeting').map(({ key, date }) => [key, date]))
  const motionDate = (motion: RecordOf<'motion'>) =>
    meetingDates.get(motion.meeting_key ?? '') ?? motion.date ?? ''

  const recorded = new Set(
    of('motion').flatMap(({ meeting_key: key, votes = [] }) => (votes.length > 0 ? [key] : [])),
  )
  const hostOf = new Map(of('meeting').map(({ key, organization_key: host }) => [key, host]))
  const deciderOf = ({ organization_key: own, meeting_key: meeting }: RecordOf<'motion'>) =>
    own ?? hostOf.get(meeting ?? '')
  const hasVoted = (slug: Key, { votes = [] }: RecordOf<'motion'>) =>
    votes.some(({ person_key: key }) => key != null && same(slug, slugs.person.get(key)))

  const meetings = of('meeting').map((meeting, index) => ({
    id: index + 1,
    sort: [meeting.date, index],
    passes: (query: Query) =>
      same(query.type, meeting.type) &&
      same(query.status, meeting.status) &&
      truth(query.has_minutes, meeting.has_minutes === true) &&
      truth(query.has_recorded_votes, recorded.has(meeting.key)) &&
      truth(query.has_transcript, meeting.has_transcript === true) &&
      same(query.organization, slugs.organization.get(meeting.organization_key ?? '')) &&
      within(query, meeting.date),
  }))

  const councils = new Set(
    of('organization').flatMap(({ key, classification }) =>
      classification === 'council' ? [key] : [],
    ),
  )
  const openSeats = of('membership').filter((seat) => {
    const begun = !seat.start_date || seat.start_date <= today
    const over = seat.ended === true || (seat.end_date ?? '9999-12-31') < today
    return begun && !over
  })
  const sitting = new Set(
    openSeats
      .filter((seat) => councils.has(seat.organization_key))
      .map(({ person_key: key }) => key),
  )
  const sitsIn = (slug: Key | undefined, person: string) =>
    openSeats.some(
      ({ person_key: key, organization_key: body }) =>
        key === person && same(slug, slugs.organization.get(body)),
    )
  const people = of('person').map((person, index) => ({
    id: index + 1,
    sort: [plain(person.name), index],
    passes: (query: Query) =>
      truth(query.is_councillor, sitting.has(person.key)) &&
      (query.organization === undefined || sitsIn(query.organization, person.key)) &&
      plain(person.name).includes(plain(String(query.name ?? ''))),
  }))

  const organizations = of('organization').map(({ name }, index) => ({
    id: index + 1,
    sort: [plain(name), index],
    passes: () => true,
  }))

  const matters = of('matter').map((matter, index) => {
    const seen = [
      ...of('agenda_item').flatMap((item) =>
        item.matter_key === matter.key ? [meetingDates.get(item.meeting_key) ?? ''] : [],
      ),
      ...of('motion').flatMap((motion) =>
        motion.matter_key === matter.key ? [motionDate(motion)] : [],
      ),
    ]
    const last = matter.last_seen ?? seen.sort().at(-1) ?? ''
    return {
      id: index + 1,
      sort: [last, index],
      passes: (query: Query) =>
        same(query.status, matter.status) &&
        same(query.category, matter.category) &&
        within(query, last),
    }
  })

  const motions = of('motion').map((motion, index) => ({
    id: index + 1,
    sort: [motionDate(motion), index],
    passes: (query: Query) =>
      same(query.result, motion.result) &&
      same(query.meeting, slugs.meeting.get(motion.meeting_key ?? '')) &&
      same(query.mover, slugs.person.get(motion.mover_key ?? '')) &&
      (query.voter === undefined || hasVoted(query.voter, motion)) &&
      same(query.organization, slugs.organization.get(deciderOf(motion) ?? '')) &&
      same(query.matter, slugs.matter.get(motion.matter_key ?? '')) &&
      truth(query.has_votes, (motion.votes ?? []).length > 0) &&
      within(query, motionDate(motion)) &&
      same(query.kind, motion.motion_kind) &&
      isContested(query.contested, motion),
  }))

  const bylaws = of('bylaw').map((bylaw, index) => {
    const named = (keys: readonly string[] | null | undefined) => keys?.includes(bylaw.key) === true
    const dealtWith = [
      ...of('matter').flatMap((matter, at) =>
        matter.bylaw_key === bylaw.key ? [String(matters[at]?.sort[0] ?? '')] : [],
      ),
      ...of('motion').flatMap((motion) => (named(motion.bylaw_keys) ? [motionDate(motion)] : [])),
      ...of('agenda_item').flatMap((item) =>
        named(item.bylaw_keys) ? [meetingDates.get(item.meeting_key) ?? ''] : [],
      ),
    ]
    const day = bylaw.passed_date ?? bylaw.enacted_date ?? dealtWith.sort().at(-1) ?? ''
    const year = bylaw.year ?? (day === '' ? undefined : Number(day.slice(0, 4)))
    return {
      id: index + 1,
      sort: [day === '' ? String(bylaw.year ?? '') : day, index],
      passes: (query: Query) =>
        same(query.status, bylaw.status) &&
        same(query.category, bylaw.category) &&
        (query.year === undefined || year === query.year) &&
        [bylaw.title, bylaw.bylaw_number ?? ''].some((text) =>
          plain(text).includes(plain(String(query.q ?? ''))),
        ),
    }
  })

  const newestFirst: Model['order'] = [-1, -1]
  const byName: Model['order'] = [1, 1]
  return {
    meetings: { rows: meetings, order: newestFirst },
    people: { rows: people, order: byName },
    organizations: { rows: organizations, order: byName },
    matters: { rows: matters, order: newestFirst },
    motions: { rows: motions, order: newestFirst },
    bylaws: { rows: bylaws, order: newestFirst },
  }
}

// A motion that was not counted is neither contested nor not.
function isContested(expected: Key | undefined, { tally, votes = [] }: RecordOf<'motion'>) {
  if (expected === undefined) return true
  const cast = (value: string) => votes.filter((vote) => vote.value === value).length
  const counted = tally ? [tally.for, tally.against] : [cast('For'), cast('Against')]
  const named = ['For', 'Against'].map(cast)
  const is = named.every((count, side) => count > 0 || (counted[side] ?? 0) > 0)
  const isCounted = is || (tally ? counted.every((count) => count != null) : votes.length > 0)
  return isCounted && truth(expected, is)
}

// A row without a date is outside any range.
function within(query: Query, date: string): boolean {
  const { date_from: from, date_to: to } = query
  if (from === undefined && to === undefined) return true
  return date !== '' && (from ?? '') <= date && date <= (to ?? '9999-12-31')
}
