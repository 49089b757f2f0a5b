import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { motion, vote } from '../../record/motions.ts'
import { organization } from '../../record/people.ts'
import { Name, nullable, object, Word } from '../../record/shapes.ts'
import { Column, ColumnName as Str, tableFields } from '../kit/schema.ts'

const columns = {
  vote_id: Column,
  meeting_id: Column,
  body: Column,
  date: Column,
  time: Column,
  /** A number that the matter has at every meeting; `item_number` is that of an agenda. */
  matter_number: Column,
  item_number: Column,
  item_title: Column,
  motion_type: Column,
  text: Column,
  result: Column,
  for: Column,
  against: Column,
  mover: Column,
  seconder: Column,
  member: Column,
  given_name: Column,
  family_name: Column,
  vote: Column,
  /** How many votes it counts as. */
  weight: Column,
}
export type Field = keyof typeof columns
export const fields = Object.keys(columns) as Field[]

const words = <T extends Parameters<typeof Type.Record>[1]>(value: T) =>
  Type.Optional(Type.Record(Type.String(), value))

/** Which columns of a table of votes hold what, and what its words mean. */
export const Mapping = object({
  ...tableFields,
  columns: object(columns),
  /** Columns that are named like a member and hold that member's vote. */
  member_columns: Type.Optional(Type.Array(Str, { minItems: 1 })),
  /** Columns that hold a list of names, with the word for their vote. */
  member_lists: words(Str),
  list_separator: nullable(Str),
  /** The columns of a second table in the folder: the first day of each meeting, for votes without a date. */
  meeting_list: Type.Optional(object({ meeting_id: Str, date: Str })),
  /** The columns of a further table in the folder: who was at a meeting, or at each session of it. */
  attendance_list: Type.Optional(
    object({
      body: Str,
      date: Str,
      given_name: Type.Optional(Str),
      /** The whole name, where the table has no column of given names. */
      family_name: Str,
      present: Str,
      session: Type.Optional(Str),
      times: Type.Optional(Str),
      meeting_number: Type.Optional(Str),
      /** Whether each word of `present` means that somebody was there. */
      present_words: words(Type.Boolean()),
    }),
  ),
  /** The value of each word for a vote; null if it is none, such as that of a vacant seat. */
  vote_words: words(Type.Union([vote.schema.properties.value, Type.Null()])),
  result_words: words(Word),
  motion_kinds: words(motion.schema.properties.motion_kind),
  body_kinds: words(organization.schema.properties.classification),
  /** The name that is used, by each other spelling. */
  people: words(Name),
})
export type Mapping = Static<typeof Mapping>

export const mappingCheck = Compile(Mapping)
