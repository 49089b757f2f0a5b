import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { Name, object } from '../../record/shapes.ts'
import { Column, tableFields } from '../kit/schema.ts'

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

/** Which columns of a table of declared interests hold what. */
export const Mapping = object({
  ...tableFields,
  columns: object(columns),
  /** The name that the record has, by each other spelling. */
  people: Type.Optional(Type.Record(Type.String(), Name)),
  bodies: Type.Optional(Type.Record(Type.String(), Name)),
})
export type Mapping = Static<typeof Mapping>

export const mappingCheck = Compile(Mapping)
