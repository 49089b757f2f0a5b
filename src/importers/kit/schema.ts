import { Type } from 'typebox'
import { Errors } from 'typebox/value'
import { MunicipalityPart } from '../../record/municipality.ts'
import { Name, nullable, Url, Word } from '../../record/shapes.ts'

// Building blocks of the schemas of sources.

export const NullableStr = nullable(Type.String())
export const NullableInt = nullable(Type.Integer())
export const NullableBool = nullable(Type.Boolean())
/** A numeric id; at least 0, because publishers write 0 for none. */
export const Id = Type.Integer({ minimum: 0 })
export const NullableId = nullable(Id)

export const ColumnName = Type.String({ minLength: 1 })
/** A column, or the names that it has in several tables. */
export const Column = nullable(Type.Union([ColumnName, Type.Array(ColumnName, { minItems: 1 })]))

/** What a mapping says of a table as a whole. */
export const tableFields = {
  source: Word,
  url: nullable(Url),
  licence: nullable(Type.String()),
  municipality: nullable(MunicipalityPart),
  /** The order of year, month and day; years come first by default. */
  date_order: nullable(Type.Union([Type.Literal('ymd'), Type.Literal('mdy'), Type.Literal('dmy')])),
  /** The body if no column names it. */
  body: nullable(Name),
}

/** The validation errors of a value, without compiling the schema, which is slower. */
export function errorsOf(schema: object, value: unknown): ReturnType<typeof Errors> {
  return Errors(schema, value)
}
