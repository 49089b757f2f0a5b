import { toSources } from '../_shared/ocd.represent.ts'
import type { OcdMunicipality } from '../_shared/ocd.routes.ts'
import type { SessionSpan } from './queries.ts'
import type { OcdJurisdiction, OcdJurisdictionDetail } from './schema.ts'

export function toOcdJurisdiction(municipality: OcdMunicipality): OcdJurisdiction {
  return {
    id: municipality.jurisdictionId,
    name: municipality.name,
    url: municipality.url ?? municipality.page,
    classification: 'government',
    division_id: municipality.divisionId,
    created_at: municipality.createdAt,
    updated_at: municipality.updatedAt,
  }
}

export function toOcdJurisdictionDetail(
  municipality: OcdMunicipality,
  span: SessionSpan,
): OcdJurisdictionDetail {
  return {
    division: { id: municipality.divisionId, name: municipality.name },
    legislative_sessions: toSessions(span),
    feature_flags: [],
    sources: toSources(municipality.url, municipality.page),
    ...toOcdJurisdiction(municipality),
  }
}

function toSessions({ first, last }: SessionSpan) {
  if (first === null || last === null) return []
  const newest = Number(last.slice(0, 4))
  const years = Array.from({ length: newest - Number(first.slice(0, 4)) + 1 }, (_, i) =>
    String(newest - i),
  )
  return years.map((year) => ({
    identifier: year,
    name: year,
    classification: 'primary',
    start_date: `${year}-01-01`,
    end_date: `${year}-12-31`,
  }))
}
