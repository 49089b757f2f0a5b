import { ocdId, postId } from '../../core/ocd-id.ts'
import type {
  OcdDocument,
  OcdLink,
  OcdMembership,
  OcdName,
  OcdPost,
  OcdSession,
} from './ocd.schema.ts'

/** The first page that is known: the record's, else its meeting's, the municipality's, its source's, or that of this service. */
export function toSources(...pages: (string | null)[]): OcdLink[] {
  const url = pages.find((page) => page !== null)
  return url === undefined || url === null ? [] : [{ url, note: '' }]
}

/** The calendar year: councils publish no sessions, but Open Civic Data requires one. */
export function toSession(date: string | null): OcdSession {
  const year = date?.slice(0, 4)
  return year ? { identifier: year, name: year } : null
}

export function toOcdDocument(row: {
  title: string
  url: string | null
  type: string | null
  date: string | null
}): OcdDocument {
  return {
    note: row.title,
    date: row.date ?? '',
    classification: row.type ?? '',
    links: row.url === null ? [] : [{ url: row.url, media_type: '' }],
  }
}

/** `names` is a JSON list of names with notes. */
export function toOcdNames(names: string): OcdName[] {
  const parsed = JSON.parse(names) as { name: string; note?: string | null }[]
  return parsed.map(({ name, note }) => ({ name, note: note ?? '' }))
}

interface Seat {
  source: string
  key: string
  person_ocd_id: string
  person_name: string
  organization_ocd_id: string
  organization_name: string
  role: string | null
  label: string | null
  start_date: string | null
  end_date: string | null
}

export function toOcdMembership(
  row: Seat,
  { jurisdictionId }: { jurisdictionId: string },
): OcdMembership {
  return {
    id: ocdId('membership', { jurisdictionId, source: row.source, key: row.key }),
    person_id: row.person_ocd_id,
    person_name: row.person_name,
    organization_id: row.organization_ocd_id,
    organization_name: row.organization_name,
    role: row.role ?? '',
    label: row.label ?? '',
    start_date: row.start_date ?? '',
    end_date: row.end_date ?? '',
    post: toOcdPost(row),
  }
}

/** Open Civic Data requires a label, so a seat with only a role is not a post. */
export function toOcdPost(
  row: Pick<Seat, 'organization_ocd_id' | 'role' | 'label'>,
): OcdPost | null {
  if (row.label === null) return null
  const post = { label: row.label, role: row.role ?? '' }
  return { id: postId(row.organization_ocd_id, post), ...post }
}
