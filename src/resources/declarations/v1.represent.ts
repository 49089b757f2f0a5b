import type { DeclarationRow } from './queries.ts'
import type { DeclarationItem } from './schema.ts'

export function toDeclarationItem({ date, ...row }: DeclarationRow): DeclarationItem {
  return {
    slug: row.slug,
    person_slug: row.person_slug,
    person_name: row.person_name,
    meeting_slug: row.meeting_slug,
    agenda_item_slug: row.agenda_item_slug,
    item_number: row.item_number,
    item_title: row.item_title,
    matter_slug: row.matter_slug,
    motion_slug: row.motion_slug,
    organization: row.organization,
    organization_slug: row.organization_slug,
    nature: row.nature,
    declared_on: date === '' ? null : date,
    received_on: row.received_on,
    statement_url: row.statement_url,
    text: row.text,
    updated_at: row.updated_at,
  }
}
