import { listedBillWords } from '../../core/bill-classifications.ts'
import { excerpt } from '../../core/shorten.ts'
import { onAgendaAs } from '../../core/steps.ts'
import { toOcdDocument, toSession, toSources } from '../_shared/ocd.represent.ts'
import type { OcdMunicipality } from '../_shared/ocd.routes.ts'
import type { BillRow, MatterDetailRows } from './queries.ts'
import type { OcdBill, OcdBillDetail } from './schema.ts'

export function toOcdBill(row: BillRow): OcdBill {
  return {
    id: row.ocd_id,
    identifier: row.identifier ?? '',
    title: row.title,
    legislative_session: toSession(row.first_seen ?? yearIn(row.identifier)),
    from_organization_id: originOf(row)?.id ?? null,
    classification: classify(row),
    subject: [],
    ...actionSpan(row),
    extras: {
      status: row.status,
      local_classification: row.category,
      first_seen: row.first_seen,
      last_seen: row.last_seen === '' ? null : row.last_seen,
    },
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

// Int 562-2026, T2026-2107, ACS2026-EPS-0002: numbers that start at 1 each year.
const numberOfYear = /^[a-z]+ \d+-((?:19|20)\d\d)$|^[a-z]+((?:19|20)\d\d)-/i

/** The year that a file number states: what no meeting has dealt with yet has no date. */
function yearIn(identifier: string | null): string | null {
  const [, last, first] = numberOfYear.exec(identifier ?? '') ?? []
  return last ?? first ?? null
}

/** From the first to the last action; from what is inferred where the source records none. */
function actionSpan(row: BillRow) {
  const { first_action: first, last_action: last } = row
  if (first !== null && last !== null) return { first_action_date: first, latest_action_date: last }
  const days = [row.first_motion, row.last_motion, row.first_sitting, row.last_sitting]
    .flatMap((day) => day ?? [])
    .sort()
  return { first_action_date: days[0] ?? '', latest_action_date: days.at(-1) ?? '' }
}

export function toOcdBillDetail(
  { matter, ...parts }: MatterDetailRows,
  { url, page }: OcdMunicipality,
): OcdBillDetail {
  const summaries = [
    { abstract: matter.plain_english_summary, note: 'plain English summary' },
    { abstract: matter.description, note: 'description' },
  ]
  return {
    abstracts: summaries.flatMap(({ abstract, note }) =>
      abstract === null ? [] : [{ abstract, note, date: '' }],
    ),
    actions: toActions(parts),
    from_organization: originOf(matter),
    other_titles: [],
    other_identifiers: toIdentifiers(matter),
    related_bills: [],
    sponsorships: parts.sponsorships.map((sponsorship) => ({
      name: sponsorship.person ?? sponsorship.name,
      // A name without a person may be that of a body.
      entity_type: sponsorship.ocd_id === null ? '' : 'person',
      person_id: sponsorship.ocd_id,
      primary: sponsorship.is_primary === 1,
      classification: sponsorship.classification ?? '',
    })),
    documents: parts.documents.filter((document) => !isVersion(document)).map(toBillDocument),
    versions: parts.documents.filter(isVersion).map(toOcdDocument),
    sources: toSources(matter.source_url, url, matter.import_url, page),
    ...toOcdBill(matter),
  }
}

/** An importer joins several words of a category with commas. */
function classify({ category, classification }: BillRow): string[] {
  const stated = JSON.parse(classification) as string[]
  return [...new Set([...stated, ...listedBillWords(category)])]
}

function originOf({ introductions }: BillRow) {
  const [first = null] = JSON.parse(introductions) as { id: string; name: string }[]
  return first
}

function toIdentifiers(matter: MatterDetailRows['matter']) {
  const stated = JSON.parse(matter.other_identifiers) as {
    identifier: string
    scheme?: string
    note?: string
  }[]
  const number = matter.bylaw?.bylaw_number ?? null
  return [
    ...(number === null ? [] : [{ identifier: number, scheme: '', note: 'by-law' }]),
    ...stated.map(({ identifier, scheme = '', note = '' }) => ({ identifier, scheme, note })),
  ]
}

function toBillDocument(row: MatterDetailRows['documents'][number]) {
  return { ...toOcdDocument(row), extras: { is_of_agenda_item: row.agenda_item_id !== null } }
}

function isVersion({ type, agenda_item_id: of }: MatterDetailRows['documents'][number]): boolean {
  return type === 'version' && of === null
}

function toActions({ actions, ...parts }: Omit<MatterDetailRows, 'matter'>) {
  if (actions.length === 0) return inferredActions(parts)
  return actions.map((action, order) => ({
    description: action.description,
    date: action.date,
    organization_id: action.organization_ocd_id,
    classification: JSON.parse(action.classification) as string[],
    event_id: action.meeting_ocd_id,
    vote_id: action.motion_ocd_id,
    related_entities: [],
    extras: { inferred: false },
    order,
  }))
}

// Without recorded steps, agenda items and motions about the matter are its actions, oldest first.
function inferredActions({
  agendaItems,
  motions,
}: Pick<MatterDetailRows, 'agendaItems' | 'motions'>) {
  const held = agendaItems.filter(({ meeting_status: status }) => status === 'completed')
  const considered = held.map((item) => ({
    description: onAgendaAs(item),
    date: item.meeting_date,
    organization_id: item.organization_ocd_id,
    classification: [],
    event_id: item.meeting_ocd_id,
    vote_id: null,
  }))
  const happened = motions.filter(
    ({ meeting_status: status, result }) =>
      status === null || status === 'completed' || result !== null,
  )
  const decided = happened.map((motion) => ({
    description: [motion.result ?? 'Put', motion.summary ?? excerpt(motion.text)]
      .filter(Boolean)
      .join(': '),
    date: motion.date,
    organization_id: motion.organization_ocd_id,
    classification: [],
    event_id: motion.meeting_ocd_id,
    vote_id: motion.ocd_id,
  }))
  return [...considered.reverse(), ...decided.reverse()]
    .sort((a, b) => a.date.localeCompare(b.date))
    .map((action, order) => ({
      ...action,
      related_entities: [],
      extras: { inferred: true },
      order,
    }))
}
