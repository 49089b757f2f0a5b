import {
  ArrayOf,
  Int,
  Nullable,
  NullableDate,
  NullableStr,
  numberedPaging,
  Obj,
  Query,
  Str,
} from '../../http/schema-types.ts'
import { BylawRef, pageUrl, type Unlinked, UpdatedAt } from '../_shared/schema.ts'

const DocumentSection = Obj('DocumentSection', 'A section of the text.', {
  anchor: Str('Where the section is on the page of the document.', 's-2'),
  heading: NullableStr('Heading, if the source has one.', 'Provisions of RM2-14'),
  text: Str('Text, as the source has it.', 'Fourteen row houses in two blocks are permitted.'),
})

export const DocumentDetail = Obj('DocumentDetail', 'A document with its text.', {
  slug: Str('Stable slug.', 'by-law-4101-cc914eba'),
  title: Str('Title.', 'A by-law to amend the Comprehensive Zoning By-law (212 Station Road)'),
  type: NullableStr('Kind of document.', 'by-law'),
  date: NullableDate('Date of the document, if the source has one.', null),
  language: NullableStr('Language as a BCP 47 tag, if the source states it.', 'en'),
  file_url: NullableStr('URL of the file of the source, if it has one.', null),
  url: pageUrl('documents/by-law-4101-cc914eba'),
  bylaw: Nullable(BylawRef),
  matter: Nullable(
    Obj('DocumentMatter', 'The matter that it belongs to.', {
      slug: Str('Slug of the matter.', 'pl-102'),
      title: Str('Title.', 'Fourteen row houses at 212 Station Road'),
      identifier: NullableStr('Identifier as the source writes it.', 'PL-102'),
    }),
  ),
  meeting: Nullable(
    Obj('DocumentMeeting', 'The meeting that it belongs to.', {
      slug: Str('Slug of the meeting.', '2025-05-20-town-council'),
      title: Str('Title.', 'Town Council'),
      date: Str('Date.', '2025-05-20'),
    }),
  ),
  agenda_item: Nullable(
    Obj('DocumentAgendaItem', 'The agenda item that it belongs to.', {
      slug: Str('Stable slug of the agenda item.', '2025-05-20-town-council-item-3-1'),
      title: Str('Title.', 'Fourteen row houses at 212 Station Road'),
      item_number: NullableStr('Number on the agenda.', '3.1'),
    }),
  ),
  motions: ArrayOf(
    Obj('DocumentMotion', 'A motion on what the document belongs to.', {
      slug: Str('Slug of the motion.', 'motion-c-1201'),
      result: NullableStr('Outcome.', 'Carried'),
      date: NullableDate('Date of the motion.', '2025-05-20'),
    }),
    'The newest 50 motions on its by-law, matter or agenda item.',
  ),
  page: Int('Number of this page of the text.', 1),
  page_count: Int('How many pages the text has; one, but for a very long text.', 1),
  sections: ArrayOf(DocumentSection, 'The sections of the page, in reading order.'),
  updated_at: UpdatedAt,
})
export type DocumentDetail = Unlinked<typeof DocumentDetail>

/** A page of a text. */
export const DocumentQuery = Query({ page: numberedPaging.page })
