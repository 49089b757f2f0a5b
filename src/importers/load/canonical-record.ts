import { hash } from 'node:crypto'
import { standardResult } from '../../core/carried-results.ts'
import { dividedText } from '../../core/document-pages.ts'
import { spacedLawTitle } from '../../core/law-title.ts'
import { sumsOfWeights } from '../../core/weighted-votes.ts'
import type { ImportRecord } from '../../record/kinds.ts'
import type { MeetingRecord } from '../../record/meetings.ts'
import type { MotionRecord, VotePart } from '../../record/motions.ts'

// Part of every content hash: raise it when the mapping from records to rows changes, so that the next import rewrites them.
const mappingVersion = 1

/** Canonical JSON, so that equal content has the same hash, also after an export. */
export function canonicalJson({
  served_as: _,
  source_updated_at: __,
  ...content
}: ImportRecord): string {
  return JSON.stringify(canonical(withDividedTexts(normalizeSpelling(content as ImportRecord))))
}

/** The hash of a canonical record; a row with the same hash is up to date. */
export function contentHash(body: string): string {
  return hash('sha256', `${mappingVersion} ${body}`)
}

function normalizeSpelling({ incomplete, ...rest }: ImportRecord): ImportRecord {
  const record = (incomplete === true ? { incomplete, ...rest } : rest) as ImportRecord
  if (record.kind === 'membership' && record.ended === false) {
    const { ended: _, ...open } = record
    return open
  }
  if (record.kind === 'meeting') return publishedMeeting(record)
  if (record.kind === 'bylaw' || record.kind === 'matter')
    return { ...record, title: spacedLawTitle(record.title) }
  if (record.kind === 'agenda_item')
    return {
      ...record,
      title: spacedLawTitle(record.title),
      result: normalizeResult(record.result),
    }
  if (record.kind === 'action') return { ...record, result: normalizeResult(record.result) }
  if (record.kind !== 'motion') return record
  return { ...record, result: normalizeResult(record.result), tally: tallyOf(record) }
}

/** The record with sections that fit on a page; what follows a heading has none. */
function withDividedTexts(record: ImportRecord): ImportRecord {
  if (!('documents' in record) || record.documents === undefined) return record
  const documents = record.documents.map((document) => ({
    ...document,
    ...(document.sections && {
      sections: document.sections.flatMap((section) =>
        dividedText(section.text).map((text, at) => (at === 0 ? { ...section, text } : { text })),
      ),
    }),
  }))
  return { ...record, documents } as ImportRecord
}

/** The meeting with what is published of it, which a source may state, or its links and documents show. */
function publishedMeeting(record: MeetingRecord): MeetingRecord {
  const published = {
    has_agenda: record.has_agenda ?? hasDocument(record, 'agenda'),
    has_minutes: record.has_minutes ?? hasDocument(record, 'minutes'),
    has_transcript: record.has_transcript ?? hasDocument(record, 'transcript'),
  }
  // Portals repeat the start of a meeting where no one entered its end.
  const { end_time: end, ...endless } = record
  const isEndless = !record.end_date && end === record.start_time
  return { ...(isEndless ? endless : record), ...published }
}

function hasDocument(record: MeetingRecord, type: 'agenda' | 'minutes' | 'transcript'): boolean {
  const isLinked = type !== 'transcript' && typeof record[`${type}_url`] === 'string'
  return isLinked || (record.documents ?? []).some((document) => document.type === type)
}

function normalizeResult(result: string | null | undefined): string | null {
  return result ? standardResult(result) : null
}

type Tally = NonNullable<MotionRecord['tally']>

/** The counts of a motion: null if none are known, empty if its votes must not be counted, as in a ballot or a partial list. */
export function tallyOf({ tally, votes = [], vote_basis }: MotionRecord): Tally | null {
  const { weighted: stated, ...printed } = tally ?? {}
  const sums = vote_basis === 'unweighted' ? null : sumsOfWeights(votes)
  const members = membersOf(tally && printed, votes)
  const isStated = stated?.for != null || stated?.against != null
  if (isStated) return { ...members, weighted: stated }
  if (sums === null || (tally != null && isUnknown(printed))) return members
  const named = { for: countOf('For', votes), against: countOf('Against', votes) }
  if (agrees(printed, sums)) return { ...members, ...named, weighted: sums }
  // Without all names, a sum is not that of the vote.
  return agrees(printed, named) ? { ...members, weighted: sums } : members
}

const agrees = (printed: Members, { for: inFavour, against }: { for: number; against: number }) =>
  (printed.for ?? inFavour) === inFavour && (printed.against ?? against) === against

const countOf = (value: VotePart['value'], votes: readonly VotePart[]) =>
  votes.filter((vote) => vote.value === value).length

type Members = Omit<Tally, 'weighted'>

/** The counts of members, as printed or else by name. */
function membersOf(tally: Members | null | undefined, votes: readonly VotePart[]): Members | null {
  const counts = {
    for: countOf('For', votes),
    against: countOf('Against', votes),
    abstain: countOf('Abstain', votes),
    absent: countOf('Absent', votes),
  }
  const isCast = counts.for + counts.against > 0
  // Zeros alone are what is printed where nothing was counted.
  const isPrinted = Object.values(tally ?? {}).some((printed) => printed !== null && printed > 0)
  if (!isCast && !isPrinted) return votes.length > 0 ? {} : null
  if (votes.length === 0) return tally && !isUnknown(tally) ? tally : null
  if (tally == null) return counts
  return isUnknown(tally) ? tally : completed(tally, counts)
}

// Next to a printed count, no votes of a value can also mean that the source does not name them.
function completed(tally: Members, counts: Record<keyof Members, number>): Members {
  const missing = Object.entries(counts).filter(
    ([value, count]) => count > 0 && tally[value as keyof Members] == null,
  )
  return { ...tally, ...Object.fromEntries(missing) }
}

function isUnknown(tally: Members): boolean {
  return Object.values(tally).every((count) => count === null)
}

/** Sorts fields and drops nulls and empty arrays. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const sorted: Record<string, unknown> = {}
  for (const field of Object.keys(value).sort()) {
    const content = (value as Record<string, unknown>)[field]
    if (!isEmpty(content)) sorted[field] = canonical(content)
  }
  return sorted
}

function isEmpty(content: unknown): boolean {
  return (
    content === null || content === undefined || (Array.isArray(content) && content.length === 0)
  )
}
