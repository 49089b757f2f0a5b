import { Type } from 'typebox'
import { Nullable, numberedPaging, Obj, Query, Str } from '../../http/schema-types.ts'

// Schemas that several Open Civic Data entities share (OCDEP 3 to 7).

export const OcdListQuery = Query(numberedPaging)

export const OcdLink = Obj('OcdLink', 'A web page.', {
  url: Str('URL.', 'https://pub-ottawa.escribemeetings.com/'),
  note: Str('Title or kind of the page, or empty.', 'Minutes (HTML)'),
})
export type OcdLink = Type.Static<typeof OcdLink>

export const OcdName = Obj('OcdName', 'Another name.', {
  name: Str('Name.', 'M. Luloff'),
  note: Str('Kind of name, or empty.', ''),
})

export const OcdContact = Obj('OcdContact', 'A contact detail.', {
  type: Str('Type: address, email, url, fax, text or voice.', 'email'),
  value: Str('Value, such as an e-mail address or a phone number.', 'matt.luloff@ottawa.ca'),
  note: Str('Note, or empty.', ''),
  label: Str('Label, or empty.', ''),
})

export const OcdPost = Obj('OcdPost', 'A seat of an organization, independent of its holder.', {
  id: Str('Open Civic Data id.', 'ocd-post/0a6bd28a-4a2c-5f0e-8a3e-0b0f5a6d7c11'),
  label: Str('Label of the seat.', 'Ward 1 Orléans East-Cumberland'),
  role: Str('Role of its holder, or empty.', 'Councillor'),
})
export type OcdPost = Type.Static<typeof OcdPost>

export const OcdMembership = Obj('OcdMembership', 'Membership of a person in an organization.', {
  id: Str('Open Civic Data id.', 'ocd-membership/5b2f2b1e-8a5c-5d0a-9f0e-3f8f0f6f4c21'),
  person_id: Str('Id of the person.', 'ocd-person/f24a5457-593d-5ef7-86e8-912621871f14'),
  person_name: Str('Name of the person.', 'Matthew Luloff'),
  organization_id: Str(
    'Id of the organization.',
    'ocd-organization/107a25df-48f1-5645-b5da-23992e5b65c7',
  ),
  organization_name: Str('Name of the organization.', 'City Council'),
  role: Str('Role, or empty.', 'Councillor'),
  label: Str('Label of the seat, or empty.', 'Ward 1 Orléans East-Cumberland'),
  start_date: Str('Start date, or empty.', ''),
  end_date: Str('End date, or empty.', ''),
  post: Nullable(OcdPost),
})
export type OcdMembership = Type.Static<typeof OcdMembership>

export const OcdDocument = Obj('OcdDocument', 'A document.', {
  note: Str('Title.', 'Minutes (HTML)'),
  date: Str('Date, or empty.', ''),
  classification: Str('Kind of document, or empty.', 'minutes'),
  links: Type.Array(
    Obj('OcdDocumentLink', 'A file of the document.', {
      url: Str('URL.', 'https://pub-ottawa.escribemeetings.com/filestream.ashx?DocumentId=315107'),
      media_type: Str('Media type, or empty if unknown.', ''),
    }),
    { description: 'URL of the document.' },
  ),
})
export type OcdDocument = Type.Static<typeof OcdDocument>

export const OcdSession = Nullable(
  Obj('OcdSession', 'Legislative session: a calendar year.', {
    identifier: Str('The year.', '2026'),
    name: Str('Name.', '2026'),
  }),
)
export type OcdSession = Type.Static<typeof OcdSession>

export const OcdVoteCount = Obj('OcdVoteCount', 'Number of votes for one option.', {
  option: Str('Option: yes, no, abstain, absent, excused, not voting, paired or other.', 'yes'),
  value: Type.Integer({ description: 'Number of votes.', examples: [11] }),
})
