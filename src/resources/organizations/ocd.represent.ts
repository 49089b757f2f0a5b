import { toOcdMembership, toOcdNames, toOcdPost, toSources } from '../_shared/ocd.represent.ts'
import type { OcdMunicipality } from '../_shared/ocd.routes.ts'
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
  municipality: OcdMunicipality,
): OcdOrganizationDetail {
  return {
    memberships: memberships.map((seat) => toOcdMembership(seat, municipality)),
    posts: toPosts(memberships),
    children,
    other_names: toOcdNames(organization.other_names),
    links: organization.url === null ? [] : [{ url: organization.url, note: '' }],
    sources: toSources(
      organization.source_url,
      organization.url,
      municipality.url,
      organization.import_url,
      municipality.page,
    ),
    ...toOcdOrganization(organization, municipality),
  }
}

/** Every post that somebody holds or held, by label. */
function toPosts(memberships: OcdOrganizationRows['memberships']) {
  const posts = new Map(
    memberships.flatMap((seat) => {
      const post = toOcdPost(seat)
      return post === null ? [] : [[post.id, post] as const]
    }),
  )
  return [...posts.values()].sort((a, b) => compare(a.label, b.label) || compare(a.role, b.role))
}

function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right)
}
