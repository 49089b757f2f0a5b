import { listedBillWords } from '../../core/bill-classifications.ts'
import {
  type ActionClassification,
  type ActionRecord,
  actionClassifications,
  type MatterRecord,
  type OtherIdentifier,
} from '../../record/matters.ts'
import { paragraphs } from '../kit/clean-text.ts'
import type { SourceItem } from '../source.ts'
import type { Entry } from './entry.ts'
import { firstUrl, toDocuments } from './entry.ts'
import type { Bill } from './schema.ts'

export function* billItems(bill: Bill, entry: Entry): Generator<SourceItem> {
  const actions = (bill.actions ?? [])
    .map((action, index) => toAction(action, index, entry))
    .filter((action) => action !== null)
  const days = actions.flatMap(({ date }) => date ?? []).sort()
  const { status, local_classification: local } = bill.extras ?? {}
  // Reeve's own dates also cover what the source states besides actions.
  const seenOn = (end: 'first' | 'last') => {
    const own = entry.mapping.isReeve ? bill.extras?.[`${end}_seen`] : null
    if (typeof own === 'string') return entry.day(`extras/${end}_seen`, own)
    const field = end === 'first' ? 'first_action_date' : 'latest_action_date'
    return entry.day(field, bill[field])
  }
  // The source's own word, as pupa's scrapers and Reeve keep it.
  const words = toWords(bill.classification)
  const category = entry.line(typeof local === 'string' ? local : null, words)
  yield entry.record({
    kind: 'matter',
    key: entry.key,
    source_url: firstUrl(bill.sources),
    identifier: entry.line(bill.identifier),
    other_identifiers: toOtherIdentifiers(bill, entry),
    title: entry.line(bill.title, bill.identifier) ?? '',
    status: typeof status === 'string' ? entry.line(status) : null,
    category,
    classification: listedBillWords(words).filter(
      (word) => !listedBillWords(category).includes(word),
    ),
    ...toSummaries(bill, entry),
    first_seen: seenOn('first') ?? days[0] ?? null,
    last_seen: seenOn('last') ?? days.at(-1) ?? null,
    sponsorships: toSponsorships(bill, entry),
    documents: [
      ...toDocuments(entry, 'versions', bill.versions, 'version'),
      // The events of a Reeve have those of agenda items.
      ...toDocuments(
        entry,
        'documents',
        bill.documents?.filter(({ extras }) => extras?.is_of_agenda_item !== true),
      ),
    ],
  })
  warnOfUnread(bill, entry)
  for (const action of actions) yield entry.record(action, `/actions/${action.position}`)
}

function toOtherIdentifiers({ other_identifiers: others }: Bill, entry: Entry): OtherIdentifier[] {
  return (others ?? []).flatMap(({ identifier, scheme, note }) => {
    const number = entry.line(identifier)
    if (number === null) return []
    return [{ identifier: number, scheme: entry.line(scheme), note: entry.line(note) }]
  })
}

// A matter has no fields for these.
function warnOfUnread(bill: Bill, entry: Entry): void {
  for (const field of ['other_titles', 'subject', 'related_bills'] as const) {
    const count = (bill[field] ?? []).length
    if (count > 0)
      entry.warn(`/${field}`, `${field} (${count}) is not a field of a matter; skipped`)
  }
}

/** Null without a description, and for an action that Reeve inferred. */
function toAction(
  action: NonNullable<Bill['actions']>[number],
  position: number,
  entry: Entry,
): ActionRecord | null {
  const description = entry.line(action.description)
  if (description === null || action.extras?.inferred === true) return null
  const at = `/actions/${position}`
  const words = action.classification ?? []
  return {
    kind: 'action',
    key: `${entry.key}${at}`,
    matter_key: entry.key,
    position,
    date: entry.day(`${at.slice(1)}/date`, action.date),
    description,
    classification: (Array.isArray(words) ? words : [words]).flatMap((word) =>
      toClassification(word, at, entry),
    ),
    organization_key: entry.keyOf('organization', at, action.organization_id, action.organization),
    meeting_key: entry.keyOf('event', at, action.event_id),
    motion_key: entry.keyOf('vote', at, action.vote_id),
  }
}

function toClassification(word: string, at: string, entry: Entry): ActionClassification[] {
  // As python-opencivicdata wrote it until 2015.
  if (word === 'committee-referral') return ['referral-committee']
  const listed = actionClassifications.find((classification) => classification === word)
  if (listed === undefined)
    entry.warn(
      `${at}/classification`,
      `classification ${JSON.stringify(word)} is not on the list of Open Civic Data; skipped`,
    )
  return listed === undefined ? [] : [listed]
}

export function toWords(words: string[] | string | null | undefined): string | null {
  return Array.isArray(words) ? words.join(', ') : (words ?? null)
}

// An abstract whose note contains "plain" is a plain-English summary, any other a description.
function toSummaries({ abstracts }: Bill, entry: Entry) {
  const summaries = (abstracts ?? []).flatMap(({ abstract, note }) => {
    const text = entry.text(abstract)
    return text === null ? [] : [{ text, isPlain: /\bplain\b/i.test(note ?? '') }]
  })
  const join = (plainEnglish: boolean) =>
    entry.text(
      paragraphs(
        ...summaries.map((abstract) => (abstract.isPlain === plainEnglish ? abstract.text : null)),
      ),
    )
  return { description: join(false), plain_english_summary: join(true) }
}

function toSponsorships({ sponsorships }: Bill, entry: Entry) {
  return (sponsorships ?? []).flatMap(
    (sponsor, index): NonNullable<MatterRecord['sponsorships']> => {
      const name = entry.line(sponsor.name)
      if (name === null) return []
      const isPerson = (sponsor.entity_type ?? 'person') === 'person'
      const at = `/sponsorships/${index}`
      const { person_id: id, person } = sponsor
      return [
        {
          person_key: isPerson ? entry.keyOf('person', at, id, person) : null,
          name,
          primary: sponsor.primary ?? false,
          classification: entry.line(sponsor.classification),
        },
      ]
    },
  )
}
