import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { kinds, pluralOf, type RecordKind, recordKindNames } from '../../record/kinds.ts'
import { MunicipalityPart } from '../../record/municipality.ts'
import { described, nullable, object, Url } from '../../record/shapes.ts'

/** The `format` of every bundle. */
export const bundleFormat = 'reeve-bundle'

/** The version that is written and read. */
export const bundleVersion = 2

/** `bundle.json`: the municipality and the origin of the record. */
export const BundleHead = object({
  format: Type.Literal(bundleFormat, { description: 'What kind of folder this is.' }),
  version: Type.Literal(bundleVersion, { description: 'Version of the format.' }),
  municipality: described(
    object({
      slug: Type.Optional(
        Type.String({ minLength: 1, description: 'Suggested slug; the command line decides.' }),
      ),
      ...MunicipalityPart.properties,
    }),
    'The council; used only where the municipality is not known yet.',
  ),
  source: described(
    object({
      name: Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'Part of the identity of every record: choose it once and never change it, such as `perth-clerk`.',
      }),
      url: nullable(Url, { description: 'URL of the source.' }),
      licence: nullable(Type.String({ minLength: 1 }), {
        description: 'Licence under which it is published.',
      }),
      partial: Type.Optional(
        Type.Boolean({
          description:
            'Whether this is a part of a larger record, such as an export of one: references may then lead out of it, and are listed.',
        }),
      ),
    }),
    'Where the record comes from.',
  ),
})
export type BundleHead = Static<typeof BundleHead>

export const bundleHeadCheck = Compile(BundleHead)

/** The file of a kind: `meetings.ndjson`. */
export function bundleFileName(kind: RecordKind): string {
  return `${pluralOf[kind]}.ndjson`
}

/**
 * The JSON Schema (2020-12) of a bundle: `$defs` has `bundle.json` and, under each file's name, one line of that file.
 * A line may omit `kind`, because the file implies it.
 */
export function bundleJsonSchema(): Record<string, unknown> {
  const lines = recordKindNames.map((kind) => [bundleFileName(kind), lineSchema(kind)])
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Reeve bundle, version 2',
    description:
      'A folder: bundle.json, and one file of newline-delimited JSON for each kind of record. Dates are real calendar dates written YYYY-MM-DD.',
    $ref: '#/$defs/bundle.json',
    $defs: { 'bundle.json': plainJson(BundleHead), ...Object.fromEntries(lines) },
  }
}

function lineSchema(kind: RecordKind): Record<string, unknown> {
  const schema = plainJson(kinds[kind].schema)
  const required = schema.required
  if (!Array.isArray(required)) return schema
  return { ...schema, required: required.filter((name) => name !== 'kind') }
}

const datePattern = '^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$'

// The formats are Reeve's own; JSON Schema calls one `date`, which many validators do not check.
function plainJson(schema: object): Record<string, unknown> {
  const outside = (_name: string, value: unknown) => {
    const { format, ...rest } = (value ?? {}) as { format?: unknown }
    if (format === 'calendar-date') return { ...rest, format: 'date', pattern: datePattern }
    return format === 'web-url' ? rest : value
  }
  return JSON.parse(JSON.stringify(schema), outside) as Record<string, unknown>
}
