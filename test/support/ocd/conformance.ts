import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Json } from '../service/service.ts'
import { ocdSchemas } from './schemas.ts'

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
const validators = Object.fromEntries(
  Object.entries(ocdSchemas).map(([list, schema]) => [list, ajv.compile(schema)]),
)

/** How a whole entity differs from the standard: `bills /actions/organization_id must be string`. */
export function deviationsOf(list: string, entity: Json): string[] {
  const validate = validators[list]
  if (validate === undefined) throw new Error(`there is no schema for ${list}`)
  const found = validate(entity) ? [] : (validate.errors ?? [])
  const shapes = found
    // Of a choice, only that it has none.
    .filter(({ schemaPath }) => !schemaPath.includes('/anyOf/'))
    .map(({ instancePath, message }) => `${list} ${instancePath.replace(/\/\d+/g, '')} ${message}`)
  return [...new Set([...shapes, ...(list === 'votes' ? countDeviations(entity) : [])])]
}

/** As in pupa's report on a session: a count of each option, and the votes that are named. */
function countDeviations({ counts, votes }: Json): string[] {
  if (votes.length === 0) return []
  return ['yes', 'no', 'other'].flatMap((option) => {
    const counted = counts.find((one: Json) => one.option === option)?.value ?? 0
    const named = votes.filter((one: Json) => one.option === option).length
    return counted === named ? [] : [`votes /counts of ${option} differ from /votes`]
  })
}
