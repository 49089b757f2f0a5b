import type { NoticeRow } from './queries.ts'
import type { NoticeItem } from './schema.ts'

export function toNoticeItem(row: NoticeRow): NoticeItem {
  return {
    slug: row.slug,
    kind: row.kind,
    date: row.date,
    starts_at: row.starts_at,
    place: row.location,
    status: row.status,
    meeting_slug: row.meeting_slug,
    meeting_title: row.meeting_title,
    agenda_item_slug: row.agenda_item_slug,
    item_number: row.item_number,
    item_title: row.item_title,
    file: row.file,
    bylaw_slug: row.bylaw_slug,
    matter_slug: row.matter_slug,
    organization: row.organization,
    organization_slug: row.organization_slug,
    updated_at: row.updated_at,
  }
}
