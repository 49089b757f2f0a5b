import type { OcdDocument, OcdLink, OcdMembership, OcdSession } from './ocd.schema.ts'

/** The record's page, or else the source's. Empty if neither is known. */
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

export function toOcdMembership(row: {
  person_ocd_id: string
  person_name: string
  organization_ocd_id: string
  organization_name: string
  role: string | null
  label: string | null
  start_date: string | null
  end_date: string | null
}): OcdMembership {
  return {
    person_id: row.person_ocd_id,
    person_name: row.person_name,
    organization_id: row.organization_ocd_id,
    organization_name: row.organization_name,
    role: row.role ?? '',
    label: row.label ?? '',
    start_date: row.start_date ?? '',
    end_date: row.end_date ?? '',
  }
}
