import { ocdResource } from '../_shared/ocd.routes.ts'
import { toOcdJurisdiction, toOcdJurisdictionDetail } from './ocd.represent.ts'
import { findSessionSpan } from './queries.ts'
import { OcdJurisdiction, OcdJurisdictionDetail } from './schema.ts'

/** `/api/ocd/{municipality}/jurisdictions`: always the municipality itself. */
export const jurisdictionsOcd = ocdResource({
  path: 'jurisdictions',
  noun: 'Jurisdiction',
  list: {
    operationId: 'listOcdJurisdictions',
    summary: 'List jurisdictions (only the municipality)',
    item: OcdJurisdiction,
    read: async (municipality, _deps, { offset, updatedSince }) => {
      const isListed =
        updatedSince === undefined || municipality.updatedAt >= new Date(updatedSince).toISOString()
      const rows = isListed ? [municipality] : []
      return { rows: rows.slice(offset), total: rows.length }
    },
    represent: (_, municipality) => toOcdJurisdiction(municipality),
  },
  detail: {
    operationId: 'getOcdJurisdiction',
    summary: 'Get a jurisdiction',
    schema: OcdJurisdictionDetail,
    exampleId: 'ocd-jurisdiction/country:ca/csd:3599999/government',
    error: 'JURISDICTION_NOT_FOUND',
    find: async (db, { id: municipalityId, jurisdictionId }, id) =>
      id === jurisdictionId ? findSessionSpan(db, municipalityId) : undefined,
    represent: (span, municipality) => toOcdJurisdictionDetail(municipality, span),
  },
})
