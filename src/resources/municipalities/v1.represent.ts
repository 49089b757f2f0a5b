import type { MunicipalityRow } from './queries.ts'
import type { MunicipalityItem } from './schema.ts'

export function toMunicipalityItem(row: MunicipalityRow): MunicipalityItem {
  return {
    slug: row.slug,
    name: row.name,
    division_id: row.division_id,
    timezone: row.time_zone,
    url: row.url,
    languages: JSON.parse(row.languages) as string[],
    first_meeting: row.first_meeting,
    last_meeting: row.last_meeting,
    as_of: row.as_of,
    last_import_at: row.last?.finished_at ?? null,
    source: row.last === undefined ? null : sourceOf(row.last),
    notes: row.notes,
    counts: {
      meetings: row.meeting_count,
      motions: row.motion_count,
      matters: row.matter_count,
      bylaws: row.bylaw_count,
      people: row.person_count,
      votes: row.vote_count,
    },
  }
}

function sourceOf({ name, url, licence }: NonNullable<MunicipalityRow['last']>) {
  return { name, url, licence }
}
