import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { MunicipalityPart } from '../../record/municipality.ts'
import { Name, nullable, object, Url, Word } from '../../record/shapes.ts'

const Str = Type.String({ minLength: 1 })
/** A column, or the names that it has in several tables. */
const Column = nullable(Type.Union([Str, Type.Array(Str, { minItems: 1 })]))

const columns = {
  body: Column,
  name: Column,
  given_name: Column,
  family_name: Column,
  item_number: Column,
  item_title: Column,
  declared_on: Column,
  received_on: Column,
  nature: Column,
  statement_url: Column,
  text: Column,
}
export type Field = keyof typeof columns
export const fields = Object.keys(columns) as Field[]

/** Which columns of a table of declared interests hold what. */
export const Mapping = object({
  source: Word,
  url: nullable(Url),
  licence: nullable(Type.String()),
  municipality: nullable(MunicipalityPart),
  /** The order of year, month and day; years come first by default. */
  date_order: nullable(Type.Union([Type.Literal('ymd'), Type.Literal('mdy'), Type.Literal('dmy')])),
  columns: object(columns),
  /** The body if no column names it. */
  body: nullable(Name),
  /** The name that the record has, by each other spelling. */
  people: Type.Optional(Type.Record(Type.String(), Name)),
  bodies: Type.Optional(Type.Record(Type.String(), Name)),
})
export type Mapping = Static<typeof Mapping>

export const mappingCheck = Compile(Mapping)
