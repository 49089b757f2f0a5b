import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { decisionKinds } from '../../core/mayoral-decisions.ts'
import { object, oneOf } from '../../record/shapes.ts'
import { Column, tableFields } from '../kit/schema.ts'

const columns = {
  number: Column,
  date: Column,
  subject: Column,
  kind: Column,
  text: Column,
  document_url: Column,
  bylaw_number: Column,
  override_motion_number: Column,
  council_response: Column,
}
export type Field = keyof typeof columns

const { body: _, ...ofTable } = tableFields

/** What the words for kinds mean, before the rules of `decisionKindOf`. */
const kind_words = Type.Optional(Type.Record(Type.String(), oneOf(...decisionKinds)))

/** What a mapping says of a page, whose columns are known by their headers. */
const PageMapping = object({ ...ofTable, kind_words })
export type PageMapping = Static<typeof PageMapping>

/** Which columns of a table of decisions of the mayor hold what. */
const TableMapping = object({ ...ofTable, kind_words, columns: object(columns) })
export type TableMapping = Static<typeof TableMapping>

export const pageMappingCheck = Compile(PageMapping)
export const tableMappingCheck = Compile(TableMapping)
