import { type Static, type TSchema, Type } from 'typebox'

/** A type list, because it serializes faster than a union with null. */
export function Nullable<T extends TSchema>(schema: T) {
  const { type, ...rest } = schema as unknown as { type: string; enum?: unknown[] }
  const choices = rest.enum === undefined ? {} : { enum: [...rest.enum, null] }
  return Type.Unsafe<Static<T> | null>({ ...rest, ...choices, type: [type, 'null'] })
}

type Described = {
  description: string
  examples: unknown[]
}

const described = (description: string, example: unknown): Described => ({
  description,
  examples: [example],
})

export const Str = (description: string, example: string) =>
  Type.String(described(description, example))
export const NullableStr = (description: string, example: string | null) =>
  Nullable(Type.String(described(description, example)))
export const Int = (description: string, example: number) =>
  Type.Integer(described(description, example))
export const NullableInt = (description: string, example: number | null) =>
  Nullable(Type.Integer(described(description, example)))
export const NullableNum = (description: string, example: number | null) =>
  Nullable(Type.Number(described(description, example)))
export const Bool = (description: string, example: boolean) =>
  Type.Boolean(described(description, example))
export const DateStr = (description: string, example: string) =>
  Type.String({ ...described(description, example), format: 'date' })
export const NullableDate = (description: string, example: string | null) =>
  Nullable(Type.String({ ...described(description, example), format: 'date' }))
export const DateTimeStr = (description: string, example: string) =>
  Type.String({ ...described(description, example), format: 'date-time' })
export const NullableDateTime = (description: string, example: string | null) =>
  Nullable(Type.String({ ...described(description, example), format: 'date-time' }))

/** `title` is the name of the schema in the OpenAPI document. */
export function Obj<P extends Parameters<typeof Type.Object>[0]>(
  title: string,
  description: string,
  properties: P,
) {
  return Type.Object(properties, { title, description, additionalProperties: false })
}

export const ArrayOf = <T extends TSchema>(items: T, description: string) =>
  Type.Array(items, { description })

export const cursorExample = 'WzEsIjIwMjYtMDYtMTEiLDcwXQ.dM2dgQpJzQObXK35u--GXg'

// Ajv validates parameters after `coerceQuery` (query.ts) has parsed numbers and booleans, so that one schema serves
// validation, types and OpenAPI.

const stringLengthMax = 200
const cursorLengthMax = 2048
/** In characters. */
export const queryLengthMax = 256

/** Nine digits. */
const integerMax = 999_999_999
const perPageMax = 100
export const perPageDefault = 20

const PerPage = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: perPageMax,
    default: perPageDefault,
    description: 'Items per page.',
    examples: [50],
  }),
)

const PageNumber = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: integerMax,
    default: 1,
    description: 'Page number, from 1.',
    examples: [2],
  }),
)

/** Paging of v1 lists. */
export const cursorPaging = {
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: cursorLengthMax,
      description: '`next_cursor` of the previous page; omit it for the first page. Opaque.',
      examples: [cursorExample],
    }),
  ),
  per_page: PerPage,
}

/** For a list as a whole instead of a page of it. */
export const downloadParameters = {
  format: Type.Optional(
    Type.Unsafe<'json' | 'ndjson' | 'csv'>({
      ...{ type: 'string', enum: ['json', 'ndjson', 'csv'] },
      description:
        'json: one page. ndjson, csv: all items that match, without paging, from one state of the record; the header Reeve-Rows is their number, and a response that could not be completed is cut. csv has a column for each field, without lists.',
      examples: ['json'],
    }),
  ),
  for: Type.Optional(
    Type.Unsafe<'spreadsheet'>({
      ...{ type: 'string', enum: ['spreadsheet'] },
      description:
        'With csv, for programs such as Excel: begins with a byte order mark, and text that looks like a formula with an apostrophe.',
      examples: ['spreadsheet'],
    }),
  ),
}
/** Of a list that has other tables, by their names. */
export const LayoutParameter = (description: string, names: readonly string[]) =>
  Type.Optional(
    Type.String({
      enum: [...names],
      description: `With csv: ${description}`,
      examples: [names[0]],
    }),
  )

export interface DownloadParameters {
  cursor?: string
  per_page?: number
  format?: 'json' | 'ndjson' | 'csv'
  for?: 'spreadsheet'
  layout?: string
}

/** Paging of OCD lists and of search. */
export const numberedPaging = { page: PageNumber, per_page: PerPage }

/** A filter on the whole value, ignoring case. */
export const Filter = (description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: stringLengthMax, description, examples: [example] }))

export const slugsMax = 50

/** Slugs of a list's own records. */
const SlugFilter = Type.Optional(
  Type.String({
    minLength: 1,
    // A slug has at most 100 characters.
    maxLength: 101 * slugsMax,
    format: 'slug-list',
    description: `Only the records with these slugs: up to ${slugsMax}, separated by commas. Those that do not exist are omitted.`,
    examples: ['motion-c-1201,motion-c-1202'],
  }),
)

/** For who keeps a copy. */
export const UpdatedSince = Type.Optional(
  Type.String({
    format: 'date-or-time',
    description:
      'Records whose `updated_at` is this time (RFC 3339) or later; a date is the beginning of it in UTC. It does not find what was removed.',
    examples: ['2026-11-26T11:33:25.000Z'],
  }),
)

/** Of every list of records. */
export const recordFilters = { slug: SlugFilter, updated_since: UpdatedSince }

/** The largest page with `include`, because the details of each record are read whole. */
export const includingMax = 20

/** What a page of a list has of each record besides, separated by commas. */
export const IncludeParameter = (names: readonly string[]) =>
  Type.Optional(
    Type.String({
      maxLength: stringLengthMax,
      description: `What each item has besides, complete, as in its detail; several are separated by commas: ${names.join(', ')}. With it, per_page is at most ${includingMax}. Not with ndjson and csv.`,
      examples: [names.slice(0, 2).join(',')],
    }),
  )

export const DateFilter = (description: string, example: string) =>
  Type.Optional(Type.String({ format: 'calendar-date', description, examples: [example] }))

export const BooleanFilter = (description: string) =>
  Type.Optional(
    Type.Boolean({
      description: `${description} Takes true, false, 1, 0, yes or no.`,
      examples: [true],
    }),
  )

/** Any number is valid; an impossible year matches nothing. */
export const YearFilter = (description: string, example: number) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: integerMax, description, examples: [example] }))

export const FourDigitYear = (description: string, example: number) =>
  Type.Optional(Type.Integer({ minimum: 1000, maximum: 9999, description, examples: [example] }))

export const SearchText = Type.String({
  minLength: 1,
  maxLength: queryLengthMax,
  description:
    'Words to find, at most 64, in any inflection. Put a phrase in double quotes. Case, accents, hyphens and leading zeros are ignored.',
  examples: ['zoning bylaw'],
})

const Municipality = Type.String({
  description: 'Slug of the municipality.',
  examples: ['lowmere'],
})

export const municipalityPath = Type.Object({ municipality: Municipality })

export const slugPath = (description: string, example: string) =>
  Type.Object({
    municipality: Municipality,
    slug: Type.String({ minLength: 1, description, examples: [example] }),
  })

/** OCD ids contain slashes, so the route matches the rest of the path. */
export const ocdIdPath = (description: string, example: string) =>
  Type.Object({
    municipality: Municipality,
    '*': Type.String({ minLength: 1, description, examples: [example] }),
  })

/** Parameters of an endpoint. Others are ignored, or rejected with `Prefer: handling=strict`. */
export const Query = <P extends Record<string, TSchema>>(properties: P) => Type.Object(properties)
