import type { Static } from 'typebox'
import { is, kind, maybe, refersTo } from './field.ts'
import { DateOnly, LongText, Name, Title, Url, Word } from './shapes.ts'

export const declaration = kind(
  'declaration',
  {
    table: 'declarations',
    plural: 'declarations',
    meaning:
      'A declaration of interest by a member. What it refers to by name or number is linked where the record has exactly one such person, body, meeting or item; else it stays as written.',
  },
  {
    person_key: refersTo('person', 'Who declared it, if known.'),
    name: is(Name, 'Name as written.', { column: 'person_name' }),
    organization_key: refersTo(
      'organization',
      'The body at which it was declared; without it, the body that met.',
    ),
    organization_name: maybe(Name, 'The body as written.'),
    meeting_key: refersTo('meeting', 'The meeting at which it was declared.'),
    agenda_item_key: refersTo('agenda_item', 'The item in which the interest is.'),
    item_number: maybe(Word, 'Number of the item as written, or of its matter.'),
    item_title: maybe(Title, 'Title of the item as written.'),
    matter_key: refersTo('matter', 'The matter that the item is about.'),
    nature: maybe(
      LongText,
      'What the interest is, as written. Omit it for an item that was closed to the public.',
    ),
    declared_on: is(
      DateOnly,
      'Day on which it was declared: aloud, or else by the written statement.',
    ),
    received_on: maybe(DateOnly, 'Day on which the written statement was received.'),
    statement_url: maybe(Url, 'Where the written statement is.'),
    text: maybe(LongText, 'The declaration as the source writes it.'),
  },
)
export type DeclarationRecord = Static<typeof declaration.schema>
