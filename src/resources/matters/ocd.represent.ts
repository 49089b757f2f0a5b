import { excerpt } from '../_shared/excerpt.ts'
import { toOcdDocument, toSession, toSources } from '../_shared/ocd.represent.ts'
import type { BillRow, MatterDetailRows } from './queries.ts'
import type { OcdBill, OcdBillDetail } from './schema.ts'

export function toOcdBill(row: BillRow): OcdBill {
  return {
    id: row.ocd_id,
    identifier: row.identifier ?? '',
    title: row.title,
    legislative_session: toSession(row.first_seen),
    from_organization_id: null,
    classification: row.category === null ? [] : [row.category],
    subject: [],
    first_action_date: row.first_seen ?? '',
    latest_action_date: row.last_seen,
    extras: { status: row.status },
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export function toOcdBillDetail(
  { matter, ...parts }: MatterDetailRows,
  { url }: { url: string | null },
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
    sponsorships: parts.sponsorships.map((sponsorship) => ({
      name: sponsorship.person ?? sponsorship.name,
      entity_type: 'person',
      person_id: sponsorship.ocd_id,
      primary: sponsorship.is_primary === 1,
      classification: sponsorship.classification ?? '',
    })),
    documents: parts.documents.map(toOcdDocument),
    sources: toSources(matter.source_url, url),
    ...toOcdBill(matter),
  }
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
    extras: { inferred: false },
    order,
  }))
}

// Without recorded steps, agenda items and motions about the matter are its actions, oldest first.
function inferredActions({
  agendaItems,
  motions,
}: Pick<MatterDetailRows, 'agendaItems' | 'motions'>) {
  const considered = agendaItems.map((item) => ({
    description: `On the agenda${item.item_number === null ? '' : ` as item ${item.item_number}`}: ${item.title}`,
    date: item.meeting_date,
    organization_id: item.organization_ocd_id,
    classification: [],
    event_id: item.meeting_ocd_id,
    vote_id: null,
  }))
  const decided = motions.map((motion) => ({
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
    .map((action, order) => ({ ...action, extras: { inferred: true }, order }))
}
