import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { provinceCodes } from '../core/provinces.ts'
import { packageFile } from '../package-file.ts'

const table = packageFile('data/reference/ca_census_subdivisions.csv')
const divisionPrefix = 'ocd-division/country:ca/csd:'

interface CensusSubdivision {
  division: string
  /** `City of Ottawa` if the table has the organization's name, otherwise `Ottawa`. */
  name: string
}

/** A census subdivision with what distinguishes it from others of its name. */
export interface CensusRow extends CensusSubdivision {
  /** Seven digits. */
  code: string
  /** Its name without what it is: `Ottawa`. */
  shortName: string
  /** Statistics Canada's type, such as CY for a city. */
  kind: string
  /** Two letters. */
  province: string
}

export function listCensusSubdivisions(): CensusRow[] {
  return readRows().map(({ id = '', name = '', organization_name, classification = '' }) => {
    const code = id.slice(divisionPrefix.length)
    const province = provinceCodes[code.slice(0, 2)] ?? ''
    const shortName = name || code
    return {
      division: id,
      name: organization_name || shortName,
      code,
      shortName,
      kind: classification,
      province,
    }
  })
}

/** @param code Seven digits. */
export function findCensusSubdivision(code: string): CensusRow | undefined {
  return listCensusSubdivisions().find((row) => row.code === code)
}

function readRows(): Record<string, string>[] {
  return parse(readFileSync(table), { columns: true })
}
