import { toMarks } from '../_shared/v1.represent.ts'
import type { OrganizationDetailRows, OrganizationItemRow } from './queries.ts'
import type { OrganizationDetail, OrganizationItem } from './schema.ts'

export function toOrganizationItem(row: OrganizationItemRow): OrganizationItem {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    name_fr: row.name_fr,
    classification: row.classification,
    parent_slug: row.parent_slug,
    founding_date: row.founding_date,
    dissolution_date: row.dissolution_date,
    is_active: isActive(row),
    updated_at: row.updated_at,
  }
}

// Many sources state no dates and no members, which does not say that an organization has ended.
function isActive({ exists_today, has_open_seat }: OrganizationItemRow): boolean | null {
  if (exists_today === 0) return false
  return has_open_seat === 1 || null
}

export function toOrganizationDetail({
  organization,
  members,
  meetings,
}: OrganizationDetailRows): OrganizationDetail {
  const otherNames = JSON.parse(organization.other_names) as { name: string }[]
  return {
    members,
    meeting_count: meetings?.count ?? 0,
    first_meeting_date: meetings?.first_date ?? null,
    last_meeting_date: meetings?.last_date ?? null,
    website: organization.url,
    source_url: organization.source_url,
    other_names: otherNames.map(({ name }) => name),
    ...toMarks(organization),
    ...toOrganizationItem(organization),
  }
}
