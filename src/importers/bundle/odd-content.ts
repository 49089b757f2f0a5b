import type { Diagnostics } from '../kit/diagnostics.ts'
import { statedState } from '../kit/meeting-state.ts'

// A bundle is written by hand or by a short program: this finds records of the right shape that can hardly be meant.
// They are not validated yet, so every field may have any type.

const markup =
  /<\/?(?:p|br|div|span|script|style|b|i|u|em|strong|a|ul|ol|li|table|tr|td|h[1-6])\b[^<>]*>/i

type Fields = Record<string, unknown>

interface Content {
  diagnostics: Diagnostics
  /** The date in the municipality. */
  today: string
  /** The number of people of each name. */
  names: Map<unknown, number>
}

/** Adds an error for a person who votes twice, and warnings for what can be meant. */
export function checkContent(
  record: Fields,
  location: string,
  { diagnostics, today, names }: Content,
): void {
  const subject = `${String(record.kind).replace('_', ' ')} ${String(record.key)}`
  const warn = (reason: string) => diagnostics.addWarning({ location, subject, reason })
  for (const reason of timeIssues(record, today)) warn(reason)
  const votes = Array.isArray(record.votes) ? record.votes.filter(isObject) : []
  const twice = repeatedVoter(votes, names)
  if (twice !== null) {
    const reason = `${twice} votes more than once; two people of one name are both in people.ndjson, and a casting vote is one vote with the reason "Casting vote", counted in the tally`
    diagnostics.addError({ location, subject, reason })
  }
  if (record.kind === 'person') names.set(record.name, (names.get(record.name) ?? 0) + 1)
  for (const reason of electionIssues(record, votes)) warn(reason)
  const [tag] = texts(record).flatMap((text) => markup.exec(text)?.[0] ?? [])
  if (tag === undefined) return
  const reason = `contains HTML such as ${tag}; texts are plain text and are shown as written`
  diagnostics.addWarningOnce({ location, subject: String(record.kind), reason })
}

// First and last day. The source may have them so, so they are recorded as written.
const periods = [
  ['start_date', 'end_date'],
  ['date', 'end_date'],
  ['founding_date', 'dissolution_date'],
  ['birth_date', 'death_date'],
  ['first_seen', 'last_seen'],
] as const

function* timeIssues(record: Fields, today: string): Generator<string> {
  const { start_time: start, end_time: end, end_date: lastDay, date, status } = record
  if (lastDay == null && isBefore(end, start))
    yield `ends at ${end}, before it starts at ${start}: recorded as ending on the next day`
  for (const [first, last] of periods)
    if (isBefore(record[last], record[first]))
      yield `${last} is ${record[last]}, before ${first}, which is ${record[first]}: recorded as written`
  const stated = statedState([record.title, record.location], record.summary)
  if (status === 'completed' && stated !== null)
    yield `status is "completed", but the record says ${JSON.stringify(stated)}: recorded as written`
  if (status === 'completed' && isBefore(today, date))
    yield `status is "completed", but ${date} is in the future: recorded as written`
}

// Dates and times compare as text.
function isBefore(one: unknown, other: unknown): boolean {
  return typeof one === 'string' && typeof other === 'string' && one < other
}

// Without keys, people of one name vote as often as there are people of that name.
function repeatedVoter(votes: readonly Fields[], names: Content['names']): string | null {
  const seen = new Map<string, number>()
  for (const { person_key, name, candidate } of votes) {
    const voter = String(person_key ?? name)
    const ballot = JSON.stringify([voter, candidate ?? null])
    const times = (seen.get(ballot) ?? 0) + 1
    if (times > (person_key == null ? (names.get(name) ?? 1) : 1)) return voter
    seen.set(ballot, times)
  }
  return null
}

function* electionIssues(record: Fields, votes: readonly Fields[]): Generator<string> {
  const candidates = Array.isArray(record.candidates) ? record.candidates.filter(isObject) : []
  if (candidates.length > 0 && record.motion_kind !== 'election')
    yield 'has candidates, but motion_kind is not "election"'
  const names = new Set(candidates.map(({ name }) => name))
  for (const { name, candidate } of votes)
    if (typeof candidate === 'string' && !names.has(candidate))
      yield `${name} votes for ${JSON.stringify(candidate)}, who is not among the candidates`
}

function texts(record: Fields): string[] {
  return ['title', 'name', 'text', 'description', 'summary', 'plain_english_summary'].flatMap(
    (field) => (typeof record[field] === 'string' ? [record[field]] : []),
  )
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null
}
