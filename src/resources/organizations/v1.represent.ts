import type { OrganizationDetailRows, OrganizationItemRow } from './queries.ts'
import type { OrganizationDetail, OrganizationItem } from './schema.ts'

export function toOrganizationItem(row: OrganizationItemRow, today: string): OrganizationItem {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    name_fr: row.name_fr,
    classification: row.classification,
    parent_slug: row.parent_slug,
    is_active: isActive(row, today),
    updated_at: row.updated_at,
  }
}

// Many sources state no dates and no members, which does not say that an organization has ended.
function isActive(row: OrganizationItemRow, today: string): boolean | null {
  const { founding_date: start, dissolution_date: end } = row
  if ((start !== null && start > today) || (end !== null && end < today)) return false
  return row.has_open_seat === 1 || null
}

export function toOrganizationDetail(
  { organization, members, meetings }: OrganizationDetailRows,
  today: string,
): OrganizationDetail {
  return {
    members,
    meeting_count: meetings?.count ?? 0,
    first_meeting_date: meetings?.first_date ?? null,
    last_meeting_date: meetings?.last_date ?? null,
    source_url: organization.source_url,
    ...toOrganizationItem(organization, today),
  }
}
