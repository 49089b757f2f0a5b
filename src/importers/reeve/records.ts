import { uuidV5 } from '../../core/ocd-id.ts'
import { excerpt } from '../../core/shorten.ts'
import type { ImportRecord, RecordOf } from '../../record/kinds.ts'
import type { ServedKind } from '../../record/served-kinds.ts'
import type { Details } from './schema.ts'

/** What other records say, and the details refer to. */
export interface Context {
  /** The key of the record with this slug; null of one that is neither read nor stored. */
  keyOf: (kind: ServedKind, slug: string | null) => string | null
  /** How many documents the agenda items of a matter have. */
  itemDocuments(slugs: readonly string[]): number
  /** The position of a motion in its meeting. */
  positionOf(slug: string): number
}

/**
 * The key of a record: the Open Civic Data id, which is the same in every Reeve and never changes. By-laws have none.
 */
export const keyOf = ({
  kind,
  id,
  ocd_id,
}: {
  kind: string
  id: number
  ocd_id: string | null
}): string => ocd_id ?? `${kind}-${id}`

/** The records of a detail, which is stored under `key`. */
export function recordsOf<K extends ServedKind>(
  kind: K,
  detail: Details[K],
  key: string,
  context: Context,
): ImportRecord[] {
  return mappings[kind](detail, key, context)
}

const mappings: {
  [K in ServedKind]: (detail: Details[K], key: string, context: Context) => ImportRecord[]
} = {
  organization: (detail, key, context) => [organizationOf(detail, key, context)],
  person: (detail, key, context) => [personOf(detail, key), ...membershipsOf(detail, key, context)],
  bylaw: (detail, key, context) => [bylawOf(detail, key, context)],
  matter: (detail, key, context) => [
    matterOf(detail, key, context),
    ...actionsOf(detail, key, context),
  ],
  meeting: (detail, key, context) => [
    meetingOf(detail, key, context),
    ...agendaOf(detail, key, context),
  ],
  motion: (detail, key, context) => [motionOf(detail, key, context)],
}

type Identified = Pick<Details['person'], 'id' | 'slug' | 'withheld' | 'corrected'>

const identityOf = ({ id, slug, withheld, corrected }: Identified) => ({
  served_as: { id, slug },
  ...(withheld && { withheld }),
  ...correctionsOf(corrected),
})
const correctionsOf = (corrected: Identified['corrected']) =>
  corrected.length > 0 ? { corrected } : {}
const namesOf = (names: readonly string[]) => names.map((name) => ({ name }))

/** Words that this version may not have are reported where a record is checked. */
type Word<K extends ServedKind | 'action', F extends keyof RecordOf<K>> = Exclude<
  RecordOf<K>[F],
  undefined
>

function organizationOf(
  detail: Details['organization'],
  key: string,
  { keyOf: at }: Context,
): RecordOf<'organization'> {
  const { name, name_fr, founding_date, dissolution_date, website, source_url } = detail
  return {
    ...{ kind: 'organization', key, ...identityOf(detail), source_url },
    ...{ name, name_fr, founding_date, dissolution_date, url: website },
    classification: detail.classification as Word<'organization', 'classification'>,
    parent_key: at('organization', detail.parent_slug),
    other_names: namesOf(detail.other_names),
  }
}

function personOf(detail: Details['person'], key: string): RecordOf<'person'> {
  const { name, given_name, family_name, party, image_url, death_date, source_url } = detail
  const { other_names, contact_details } = detail
  return {
    ...{ kind: 'person', key, ...identityOf(detail), source_url },
    ...{ name, given_name, family_name, party, image_url, death_date },
    other_names: namesOf(other_names),
    contact_details: contact_details as Word<'person', 'contact_details'>,
  }
}

/** A seat has no id: what it is, and when it began, is its identity. */
function membershipsOf(
  { memberships }: Details['person'],
  key: string,
  { keyOf: at }: Context,
): RecordOf<'membership'>[] {
  const seen = new Map<string, number>()
  return memberships.flatMap(({ organization_slug, role, label, start_date, end_date, ended }) => {
    const organization = at('organization', organization_slug)
    if (organization === null) return []
    const seat = JSON.stringify([key, organization, role, label, start_date])
    const count = (seen.get(seat) ?? 0) + 1
    seen.set(seat, count)
    return {
      ...{ kind: 'membership', key: `membership-${uuidV5(`${seat}${count}`)}` },
      ...{ person_key: key, organization_key: organization, role, label, start_date, end_date },
      // With a last day, it is over by that.
      ...(ended && end_date === null && { ended }),
    }
  })
}

const sponsorsOf = (sponsors: Details['matter']['sponsors'], { keyOf: at }: Context) =>
  sponsors.map(({ person_slug, person_name, primary, classification }) => ({
    ...{ person_key: at('person', person_slug), name: person_name, primary, classification },
  }))

const documentsOf = (documents: Details['matter']['documents']) =>
  documents.map(({ title, url, type, language, date }) => ({ title, url, type, language, date }))

const bylawKeys = (bylaws: Details['motion']['bylaws'], { keyOf: at }: Context) =>
  bylaws.flatMap(({ slug }) => at('bylaw', slug) ?? [])

function bylawOf(detail: Details['bylaw'], key: string, context: Context): RecordOf<'bylaw'> {
  const { title, bylaw_number, status, category, year, passed_date, enacted_date } = detail
  const { description, plain_english_summary, source_url } = detail
  const { sponsors, sponsors_from, documents, documents_from } = detail
  return {
    ...{ kind: 'bylaw', key, ...identityOf(detail), source_url },
    ...{ title, bylaw_number, status, category, year, passed_date, enacted_date },
    ...{ description, plain_english_summary },
    sponsorships: sponsors_from === 'bylaw' ? sponsorsOf(sponsors, context) : [],
    documents: documents_from === 'bylaw' ? documentsOf(documents) : [],
  }
}

function matterOf(detail: Details['matter'], key: string, context: Context): RecordOf<'matter'> {
  const { identifier, identifiers, title, status, category, description } = detail
  const { plain_english_summary, first_seen, last_seen, bylaw, source_url } = detail
  const { agenda_items, sponsors, documents } = detail
  const own = documents.length - context.itemDocuments(agenda_items.map((item) => item.slug))
  return {
    ...{ kind: 'matter', key, ...identityOf(detail), source_url },
    ...{ identifier, title, status, category, description, plain_english_summary },
    ...{ first_seen, last_seen, bylaw_key: context.keyOf('bylaw', bylaw?.slug ?? null) },
    classification: detail.classification as Word<'matter', 'classification'>,
    other_identifiers: identifiers
      .filter((other) => other !== identifier)
      .map((other) => ({ identifier: other })),
    sponsorships: sponsorsOf(sponsors, context),
    // Its own come first.
    documents: documentsOf(documents.slice(0, Math.max(0, own))),
  }
}

function actionsOf(
  { actions }: Details['matter'],
  key: string,
  { keyOf: at }: Context,
): RecordOf<'action'>[] {
  return actions.map(({ organization_slug, meeting_slug, motion_slug, ...action }, position) => {
    const { date, description, text, classification, result } = action
    return {
      ...{ kind: 'action', key: `${key} ${position}`, matter_key: key, position },
      ...{ date, description, text, result },
      classification: classification as Word<'action', 'classification'>,
      organization_key: at('organization', organization_slug),
      meeting_key: at('meeting', meeting_slug),
      motion_key: at('motion', motion_slug),
    }
  })
}

/** The time of day in RFC 3339 with the offset of the municipality. */
const timeOf = (instant: string | null) => instant?.slice(11, 16) ?? null

function meetingOf(detail: Details['meeting'], key: string, context: Context): RecordOf<'meeting'> {
  const { title, date, end_date, type, status, status_note, location, summary } = detail
  const { has_agenda, has_minutes, has_transcript, agenda_url, minutes_url } = detail
  const { video_url, video_duration_seconds, source_url, chair, documents } = detail
  const { keyOf: at } = context
  return {
    ...{ kind: 'meeting', key, ...identityOf(detail), source_url },
    ...{ title, date, end_date, type, status_note, location, summary },
    status: status as Word<'meeting', 'status'>,
    start_time: timeOf(detail.start_time),
    end_time: timeOf(detail.end_time),
    organization_key: at('organization', detail.organization_slug),
    ...{ has_agenda, has_minutes, has_transcript, agenda_url, minutes_url },
    ...{ video_url, video_duration_seconds, chair_key: at('person', chair?.slug ?? null) },
    attendance: detail.attendance.map(({ person_slug, person_name, ...attended }) => ({
      ...{ person_key: at('person', person_slug), name: person_name, role: attended.role },
      ...{ present: attended.present, reason: attended.reason, sessions: attended.sessions },
    })),
    speaking_time: detail.speaking_time.map(({ person_slug, person_name, seconds }) => ({
      ...{ person_key: at('person', person_slug), name: person_name, seconds },
    })),
    key_statements: detail.key_statements.map(({ person_slug, ...statement }) => ({
      ...{ person_key: at('person', person_slug), speaker: statement.speaker },
      ...{ text: statement.text, context: statement.context },
      ...{ start_seconds: statement.start_seconds, agenda_item_key: statement.agenda_item_slug },
    })),
    // Its own come first.
    documents: documentsOf(documents.slice(0, documents.length - itemDocumentsIn(detail))),
  }
}

const itemDocumentsIn = ({ agenda_items }: Details['meeting']) =>
  agenda_items.reduce((sum, { documents }) => sum + documents.length, 0)

/** An item has no id: its slug is its identity. */
function agendaOf(
  { agenda_items }: Details['meeting'],
  key: string,
  context: Context,
): RecordOf<'agenda_item'>[] {
  return agenda_items.map((item, position) => {
    const { slug, title, item_number, type, action, result, video_url } = item
    const { description, recommendation, parent_slug } = item
    return {
      ...{ kind: 'agenda_item', key: slug, served_as: { slug }, meeting_key: key, position },
      ...{ parent_key: parent_slug, title, item_number, type, description, recommendation },
      ...{ action, result, video_url, ...correctionsOf(item.corrected) },
      video_seconds: item.video_seconds_from === 'item' ? item.video_seconds : null,
      matter_key: context.keyOf('matter', item.matter_slug),
      bylaw_keys: bylawKeys(item.bylaws, context),
      documents: documentsOf(item.documents),
    }
  })
}

function motionOf(detail: Details['motion'], key: string, context: Context): RecordOf<'motion'> {
  const { text, text_content, superseded_text, plain_english_summary, identifier } = detail
  const { tally, result, other_result, vote_basis, slug, source_url } = detail
  const { keyOf: at } = context
  return {
    ...{ kind: 'motion', key, ...identityOf(detail), source_url },
    ...{ identifier, result, other_result },
    ...{ text: text_content, superseded_text, plain_english_summary },
    // Without a summary, a list shows the first words of the text.
    summary: text === excerpt(text_content) ? null : text,
    motion_kind: detail.kind as Word<'motion', 'motion_kind'>,
    vote_basis: vote_basis as Word<'motion', 'vote_basis'>,
    meeting_key: at('meeting', detail.meeting_slug),
    agenda_item_key: detail.agenda_item_slug,
    matter_key: at('matter', detail.matter_slug),
    organization_key: at('organization', detail.organization_slug),
    bylaw_keys: bylawKeys(detail.bylaws, context),
    ...{ position: context.positionOf(slug), date: detail.meeting_date },
    ...{ mover_key: at('person', detail.mover_slug), mover_name: detail.mover_name_as_written },
    seconder_key: at('person', detail.seconder_slug),
    seconder_name: detail.seconder_name_as_written,
    tally: tallyOf(tally),
    votes: detail.votes.map(({ person_slug, name_as_written, vote_value, ...vote }) => ({
      person_key: at('person', person_slug),
      name: name_as_written,
      value: vote_value as Word<'motion', 'votes'>[number]['value'],
      ...{ weight: vote.weight, reason: vote.reason, candidate: vote.candidate },
    })),
    candidates: detail.candidates.map(({ person_slug, name_as_written, votes, elected }) => ({
      ...{ person_key: at('person', person_slug), name: name_as_written, votes, elected },
    })),
  }
}

const tallyOf = ({ weighted, ...tally }: Details['motion']['tally']) => ({
  ...{ for: tally.for, against: tally.against, abstain: tally.abstain, absent: tally.absent },
  ...(weighted !== null && { weighted: { for: weighted.for, against: weighted.against } }),
})
