import type { ClosedSessionRow } from './queries.ts'
import type { ClosedSessionItem } from './schema.ts'

export function toClosedSessionItem(row: ClosedSessionRow): ClosedSessionItem {
  return {
    slug: row.slug,
    meeting_slug: row.meeting_slug,
    agenda_item_slug: row.agenda_item_slug,
    item_number: row.item_number,
    item_title: row.item_title,
    date: row.date === '' ? null : row.date,
    organization: row.organization,
    organization_slug: row.organization_slug,
    ground: row.ground,
    clauses: JSON.parse(row.clauses) as string[],
    resolution_motion_slug: row.resolution_motion_slug,
    reported: row.reported,
    updated_at: row.updated_at,
  }
}
