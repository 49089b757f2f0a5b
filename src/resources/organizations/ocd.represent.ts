import { toOcdMembership, toSources } from '../_shared/ocd.represent.ts'
import type { OcdOrganizationRow, OcdOrganizationRows } from './queries.ts'
import type { OcdOrganization, OcdOrganizationDetail } from './schema.ts'

// Open Civic Data has no term for a board; commission is the nearest.
const classifications: Record<string, string> = {
  council: 'legislature',
  committee: 'committee',
  board: 'commission',
  commission: 'commission',
}

interface Municipality {
  jurisdictionId: string
  url: string | null
}

export function toOcdOrganization(
  row: OcdOrganizationRow,
  { jurisdictionId }: Municipality,
): OcdOrganization {
  return {
    id: row.ocd_id,
    name: row.name,
    classification: classifications[row.classification ?? ''] ?? '',
    parent_id: row.parent_ocd_id,
    jurisdiction_id: jurisdictionId,
    image: '',
    founding_date: row.founding_date ?? '',
    dissolution_date: row.dissolution_date ?? '',
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}

export function toOcdOrganizationDetail(
  { organization, memberships, children }: OcdOrganizationRows,
  municipality: Municipality,
): OcdOrganizationDetail {
  return {
    memberships: memberships.map(toOcdMembership),
    children,
    links: organization.url === null ? [] : [{ url: organization.url, note: '' }],
    sources: toSources(organization.source_url, organization.url, municipality.url),
    ...toOcdOrganization(organization, municipality),
  }
}
