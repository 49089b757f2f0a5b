import { type TSchema, Type } from 'typebox'

/** A cursor as lists give them out. */
export const cursorExample = 'WzEsIjIwMjYtMDYtMTEiLDcwXQ.dM2dgQpJzQObXK35u--GXg'

// Query parameters as clients write them. Ajv sees them after `coerceQuery` (query.ts) has read numbers and booleans
// strictly, so one schema serves validation, types and OpenAPI.

const stringLengthMax = 200
const cursorLengthMax = 2048
const queryLengthMax = 256

/** What nine digits can say (contract 4.2). */
const integerMax = 999_999_999
const perPageMax = 100
const perPageDefault = 20

const PerPage = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: perPageMax,
    default: perPageDefault,
    description: 'Items on a page.',
    examples: [50],
  }),
)

const PageNumber = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: integerMax,
    default: 1,
    description: 'Number of the page, from 1.',
    examples: [2],
  }),
)

/** Paging of v1 lists (contract 4.2). */
export const cursorPaging = {
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: cursorLengthMax,
      description: 'The `next_cursor` of the page before; leave it out for the first page. Opaque.',
      examples: [cursorExample],
    }),
  ),
  per_page: PerPage,
}

/** Paging of OCD lists and of search (contract 4.2, 4.3). */
export const numberedPaging = { page: PageNumber, per_page: PerPage }

/** A filter that compares the whole value, whatever its case. */
export const Filter = (description: string, example: string) =>
  Type.Optional(Type.String({ maxLength: stringLengthMax, description, examples: [example] }))

/** A calendar date `YYYY-MM-DD` that exists. */
export const DateFilter = (description: string, example: string) =>
  Type.Optional(Type.String({ format: 'calendar-date', description, examples: [example] }))

/** true, false, 1, 0, yes or no, in any case. */
export const BooleanFilter = (description: string) =>
  Type.Optional(
    Type.Boolean({
      description: `${description} Written true, false, 1, 0, yes or no.`,
      examples: [true],
    }),
  )

/** A four-digit year; a number like any other, so an impossible one finds nothing. */
export const YearFilter = (description: string, example: number) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: integerMax, description, examples: [example] }))

/** What to search for. */
export const SearchText = Type.String({
  minLength: 1,
  maxLength: queryLengthMax,
  description:
    'Words to find, at most 64; all of them must stand in the text. Put words in double quotes to find them side by side. Case and accents do not matter.',
  examples: ['zoning by-law'],
})

const Municipality = Type.String({ description: 'Slug of the municipality.', examples: ['ottawa'] })

/** Path parameters of everything under a municipality. */
export const municipalityPath = Type.Object({ municipality: Municipality })

/** Path parameters of a v1 detail. */
export const slugPath = (description: string, example: string) =>
  Type.Object({
    municipality: Municipality,
    slug: Type.String({ minLength: 1, description, examples: [example] }),
  })

/** Path parameters of an OCD detail: the id holds slashes, so the route takes the rest of the path. */
export const ocdIdPath = (description: string, example: string) =>
  Type.Object({
    municipality: Municipality,
    '*': Type.String({ minLength: 1, description, examples: [example] }),
  })

/** The query of an endpoint: what is not named here is ignored, or refused under `Prefer: handling=strict`. */
export const Query = <P extends Record<string, TSchema>>(properties: P) => Type.Object(properties)
