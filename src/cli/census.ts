import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { packageFile } from '../package-file.ts'

const table = packageFile('data/reference/ca_census_subdivisions.csv')
const divisionPrefix = 'ocd-division/country:ca/csd:'

export interface CensusSubdivision {
  division: string
  /** `City of Ottawa` if the table has the organization's name, otherwise `Ottawa`. */
  name: string
}

/** @param code Seven digits. */
export function findCensusSubdivision(code: string): CensusSubdivision | undefined {
  const rows: Record<string, string>[] = parse(readFileSync(table), { columns: true })
  const row = rows.find(({ id }) => id === divisionPrefix + code)
  if (row === undefined) return undefined
  return { division: divisionPrefix + code, name: row.organization_name || row.name || code }
}
