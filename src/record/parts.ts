import { type Static, Type } from 'typebox'
import { is, maybe, part, parts, refersTo } from './field.ts'
import { DateOnly, LongText, Name, Title, Url, Word } from './shapes.ts'

const sectionFields = {
  title: maybe(Title, 'Heading of the section.'),
  text: is(LongText, 'Text of the section.'),
}
export const section = part('document_sections', sectionFields, 'document_id')

/** A published file. `sections` is its text in reading order, divided as in the source. */
const document = part('documents', {
  title: is(Title, 'Title of the file.'),
  url: maybe(Url, 'URL of the file.'),
  type: maybe(Word, 'Kind of file, such as `agenda` or `minutes`.'),
  language: maybe(Word, 'Language code, such as `en` or `fr`.'),
  date: maybe(DateOnly, 'Day of publication.'),
  sections: parts(section, 'Its text, in reading order; full-text search covers it.'),
})
export type DocumentPart = Static<typeof document.schema>
export const documents = parts(document, 'Files that were published with it.')

const sponsorship = part('sponsorships', {
  person_key: refersTo('person', 'The sponsor, if known.'),
  name: is(Name, 'Name of the sponsor.'),
  primary: is(Type.Boolean(), 'Whether a main sponsor.', { column: 'is_primary' }),
  classification: maybe(Word, 'Kind of sponsorship.'),
})
export const sponsorships = parts(sponsorship, 'Who sponsors it.')
