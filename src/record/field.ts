import type { Generated } from 'kysely'
import { type Static, type TOptional, type TSchema, Type } from 'typebox'
import { DateOnly, described, Instant, Key, nullable, object, Url } from './shapes.ts'

// A kind of record is described once: a field is one line with its schema, its meaning and how it is stored. The schema
// of an import, the reference, the type of the row, and writing and reading a row all follow from it.
//
//   export const bylaw = kind('bylaw', { table: 'bylaws', … }, {
//     title: is(Title, 'Title.'),                                         // column `title`
//     passed_date: maybe(DateOnly, 'Day.', { column: 'stated_passed_date' }),
//     parent_key: refersTo('bylaw', 'The by-law that it amends.'),        // columns `parent_key`, `parent_id`
//     documents: parts(document, 'Files that were published with it.'),   // rows of another table
//   })

/** 0 or 1: neither engine's driver accepts a boolean for an integer column. */
export type Flag = 0 | 1

type Stored<T> = [T] extends [boolean] ? Flag : [T] extends [number] ? number : string

/** A field in one column of its row. `V` is the type of the column. */
export interface PlainField<S extends TSchema, V, N extends string | undefined> {
  as: 'plain'
  schema: S
  /** Undefined if it has the name of the field. */
  column: N
  store: (value: unknown) => unknown
  restore: (stored: unknown) => unknown
  /** Only a type, because inferring it from `S` at each use is too much for the compiler. */
  type?: () => V
}

/** The key of another record, in `x_key`, and its id, in `x_id`. */
interface ReferenceField<S extends TSchema = TSchema> {
  as: 'reference'
  schema: S
  target: string
  isRequired: boolean
}

/** An object whose fields are columns with its name before theirs: `tally_for`. */
interface GroupField<F extends Group = Group> {
  as: 'group'
  schema: TSchema
  fields: F
}
interface Group {
  readonly [name: string]: AnyPlain | GroupField
}

/** Rows of another table. */
interface PartsField<S extends TSchema = TSchema, P extends AnyPart = AnyPart> {
  as: 'parts'
  schema: S
  part: P
}

/** Keys of other records, each in a row of `bylaw_references`. */
interface KeysField<S extends TSchema = TSchema> {
  as: 'keys'
  schema: S
  target: string
  table: 'bylaw_references'
}

/** A field that its writer converts to columns. */
interface ComputedField<S extends TSchema = TSchema> {
  as: 'computed'
  schema: S
  restore: (row: Record<string, unknown>) => unknown
}

type AnyPlain = PlainField<TSchema, unknown, string | undefined>
type AnyField = AnyPlain | ReferenceField | GroupField | PartsField | KeysField | ComputedField
export type Fields = Readonly<Record<string, AnyField>>

type Schemas<F extends Fields> = { [K in keyof F]: F[K]['schema'] }

const schemasOf = <F extends Fields>(fields: F): Schemas<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { schema }]) => [name, schema]),
  ) as Schemas<F>

const keep = (value: unknown) => value ?? null

/** A required value. */
export function is<S extends TSchema, N extends string | undefined = undefined>(
  schema: S,
  meaning: string,
  { column }: { column?: N } = {},
): PlainField<S, Stored<Static<S>>, NoInfer<N>> {
  const isFlag = (schema as { type?: unknown }).type === 'boolean'
  return {
    as: 'plain',
    schema: described(schema, meaning),
    column: column as NoInfer<N>,
    store: isFlag ? (value) => (value === true ? 1 : 0) : keep,
    restore: isFlag ? (stored) => stored === 1 : keep,
  }
}

type Nullable<S extends Parameters<typeof nullable>[0]> = ReturnType<typeof nullable<S>>

/** A value that the source may lack. With `unknown`, its column is never null. */
export function maybe<
  S extends Parameters<typeof nullable>[0],
  N extends string | undefined = undefined,
  U extends string | number | undefined = undefined,
>(
  schema: S,
  meaning: string,
  { column, unknown }: { column?: N; unknown?: U } = {},
): PlainField<Nullable<S>, Stored<Static<S>> | (U extends undefined ? null : never), NoInfer<N>> {
  const isFlag = (schema as { type?: unknown }).type === 'boolean'
  const missing = unknown ?? null
  return {
    as: 'plain',
    schema: nullable(schema, { description: meaning }),
    column: column as NoInfer<N>,
    store: isFlag
      ? (value) => (value == null ? null : value === true ? 1 : 0)
      : (value) => value ?? missing,
    restore: isFlag
      ? (stored) => (stored === null ? null : stored === 1)
      : (stored) => (stored === missing ? null : stored),
  }
}

/** True, or absent: the source does not say it. */
export function mark<N extends string | undefined = undefined, V = Flag>(
  meaning: string,
  { column }: { column?: N } = {},
): PlainField<TOptional<ReturnType<typeof Type.Boolean>>, V, NoInfer<N>> {
  return {
    as: 'plain',
    schema: Type.Optional(Type.Boolean({ description: meaning })),
    column: column as NoInfer<N>,
    store: (value) => (value === true ? 1 : 0),
    restore: (stored) => (stored === 1 ? true : undefined),
  }
}

type JsonList<S extends TSchema> = TOptional<ReturnType<typeof Type.Array<S>>>

/** A list in one column, as JSON. */
export function list<S extends TSchema>(
  schema: S,
  meaning: string,
): PlainField<JsonList<S>, string, undefined> {
  return {
    as: 'plain',
    schema: Type.Optional(Type.Array(schema, { description: meaning })) as unknown as JsonList<S>,
    column: undefined,
    store: (value) => JSON.stringify(value ?? []),
    restore: (stored) => JSON.parse(stored as string),
  }
}

/** Another record, if the source names one. */
export const refersTo = (target: string, meaning: string) => ({
  as: 'reference' as const,
  schema: nullable(Key, { description: meaning }),
  target,
  isRequired: false,
})

/** The record without which it is invalid. */
export const belongsTo = (target: string, meaning: string) => ({
  as: 'reference' as const,
  schema: described(Key, meaning),
  target,
  isRequired: true,
})

export const group = <F extends Group>(fields: F, meaning: string) => ({
  as: 'group' as const,
  schema: nullable(object(schemasOf(fields)), { description: meaning }),
  fields,
})

export const bylawKeys = (meaning: string) => ({
  as: 'keys' as const,
  schema: Type.Optional(Type.Array(Key, { uniqueItems: true, description: meaning })),
  target: 'bylaw',
  table: 'bylaw_references' as const,
})

export const computed = <S extends TSchema>(
  schema: S,
  restore: ComputedField['restore'],
): ComputedField<S> => ({ as: 'computed', schema, restore })

/** A column that holds a field, or a field of a group. */
interface FieldColumn {
  /** The names of the groups that it is in, and its own. */
  path: readonly string[]
  column: string
  schema: TSchema
  store: AnyPlain['store']
  restore: AnyPlain['restore']
}

/** The fields by how they are stored, prepared because every row is written and read with them. */
export interface Layout {
  columns: readonly FieldColumn[]
  references: readonly { field: string; id: string; target: string; isRequired: boolean }[]
  parts: readonly { field: string; part: AnyPart }[]
  keys: readonly { field: string; table: 'bylaw_references'; target: string }[]
  computed: readonly { field: string; restore: ComputedField['restore'] }[]
}

/** The column with the id of what a field `x_key` refers to. */
const idColumn = (field: string) => field.replace(/_key$/, '_id')

function layoutOf(fields: Fields): Layout {
  const entries = Object.entries(fields)
  const all = <A extends AnyField['as']>(as: A) =>
    entries.flatMap(([field, one]) =>
      one.as === as ? [{ field, ...(one as Extract<AnyField, { as: A }>) }] : [],
    )
  const grouped = all('group').flatMap(({ field, fields: of }) => columnsOfGroup([field], of))
  const single = all('plain').map((one) => ({
    ...one,
    path: [one.field],
    column: one.column ?? one.field,
  }))
  return {
    columns: [...single, ...grouped],
    references: all('reference').map((one) => ({ ...one, id: idColumn(one.field) })),
    parts: all('parts'),
    keys: all('keys'),
    computed: all('computed'),
  }
}

function columnsOfGroup(above: readonly string[], fields: Group): FieldColumn[] {
  return Object.entries(fields).flatMap(([field, one]) => {
    const path = [...above, field]
    return one.as === 'group'
      ? columnsOfGroup(path, one.fields)
      : { ...one, path, column: path.join('_') }
  })
}

/** The rows of one record in another table. `owner` is the column with the id of the part that they belong to, if any. */
export const part = <const T extends string, F extends Fields>(
  table: T,
  fields: F,
  owner?: string,
) => ({
  table,
  owner,
  fields,
  layout: layoutOf(fields),
  schema: object(schemasOf(fields)),
})
export interface AnyPart {
  table: string
  owner: string | undefined
  fields: Fields
  layout: Layout
  schema: TSchema
}

export const parts = <P extends AnyPart>(of: P, meaning: string) => ({
  as: 'parts' as const,
  schema: Type.Optional(Type.Array(of.schema as P['schema'], { description: meaning })),
  part: of,
})

/**
 * The id and slug that a record had where it was exported. A new row takes them over if they are free; an existing row
 * keeps its own. They are not part of the content, so a record that differs only in them is unchanged.
 */
const ServedAs = object({
  id: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000_000,
      description: 'Its number; used if no other row has it.',
    }),
  ),
  slug: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
      maxLength: 300,
      description: 'Its name in URLs; used for a new record if it is not taken.',
    }),
  ),
})

/**
 * The fields of every kind. `key` is the record's permanent identity in its source. A value that the source does not
 * state is absent or null: nothing is guessed.
 */
const common = {
  key: described(Key, 'Its identity in the source, for ever. References are by key.'),
  source_url: nullable(Url, { description: 'The page on which the source publishes it.' }),
  source_updated_at: nullable(Instant, {
    description:
      'When the source last changed it, such as `2026-05-12T19:30:00Z`. A record that was changed later is not replaced by an older copy, except with `--prune`.',
  }),
  served_as: nullable(ServedAs, {
    description:
      'The id and slug that Reeve served it under, written by `reeve export`. Omit it in your own bundles.',
  }),
  incomplete: Type.Optional(
    Type.Boolean({
      description:
        '`true` for a record of which the source knows only a part, such as a person whom a vote names. It never replaces a complete record with the same key.',
    }),
  ),
}

interface KindOptions<T extends string> {
  table: T
  /** As in reports and file names of bundles. */
  plural: string
  meaning: string
  /** The references whose targets change together with the row. */
  partOf?: readonly string[]
}

/** What the operator put in place of what the source has. */
export const Correction = object({
  field: Type.String({ description: 'The field, by its name in the record.' }),
  was: nullable(Type.String(), { description: 'What the source has; null if it has nothing.' }),
  on: described(DateOnly, 'The day on which it was corrected.'),
  reason: Type.String({ description: 'Why, in the words of the operator.' }),
})

export type Correction = Static<typeof Correction>

const { schema: Corrections, ...corrections } = list(
  Correction,
  'The fields in which the operator put another value in place of that of the source, and why.',
)

const corrected: PlainField<typeof Corrections, Generated<string>, undefined> = {
  ...{ as: 'plain', schema: Corrections, column: undefined, store: corrections.store },
  restore: (stored) => (stored === '[]' ? undefined : corrections.restore(stored)),
}

/** In place of 1 in `withheld`: the record is whole, and something was taken down of its history or its former addresses. */
export const withheldBeside = 2

/** Written by an import where something was taken down or corrected, and carried by an export. */
const carried = {
  withheld: mark<undefined, Generated<Flag | typeof withheldBeside>>(
    '`true` if words, a file or contact details of it were taken down on request, and are missing here.',
  ),
  corrected,
}

/** A kind of record; its fields in the order of the reference. */
export const kind = <K extends string, const T extends string, F extends Fields>(
  name: K,
  { table, plural, meaning, partOf = [] }: KindOptions<T>,
  own: F,
) => {
  const fields = { ...own, ...carried }
  return {
    kind: name,
    table,
    plural,
    meaning,
    partOf,
    fields,
    layout: layoutOf(fields),
    schema: Type.Object(
      {
        kind: Type.Literal(name, {
          description: 'The kind of record; optional in a bundle, where the file name gives it.',
        }),
        ...common,
        ...schemasOf(fields),
      },
      { additionalProperties: false },
    ),
  }
}

type ColumnName<P, K> = P extends { column: infer N extends string } ? N : K
type PlainColumns<F> = {
  [K in keyof F as F[K] extends { as: 'plain' } ? ColumnName<F[K], K> : never]: F[K] extends {
    type?: () => infer V
  }
    ? V
    : never
}
type GroupColumns<F> = {
  [K in keyof F as F[K] extends { as: 'group'; fields: infer G }
    ? `${K & string}_${NamesIn<G>}`
    : never]: number | null
}
type NamesIn<G> = {
  [K in keyof G & string]: G[K] extends { as: 'group'; fields: infer H }
    ? `${K}_${keyof H & string}`
    : K
}[keyof G & string]
type ReferenceName<F> = {
  [K in keyof F]: F[K] extends { as: 'reference' }
    ? K extends `${infer N}_key`
      ? N
      : never
    : never
}[keyof F]
type References<N extends string> = Record<`${N}_id`, number | null> &
  Record<`${N}_key`, Generated<string | null>>

/** The columns in which a kind or a part stores its fields. */
export type ColumnsOf<F extends Fields> = PlainColumns<F> &
  GroupColumns<F> &
  References<ReferenceName<F>>
