import { Type } from 'typebox'
import { numberedPaging, Query } from '../../http/parameters.ts'
import { Nullable, Obj, Str } from '../../http/schema-types.ts'

// Parts that several Open Civic Data entities show (OCDEP 3 to 7).

/** Paging is all that an OCD list takes (contract 4.3). */
export const OcdListQuery = Query(numberedPaging)

export const OcdLink = Obj('OcdLink', 'A page on the web.', {
  url: Str('Address.', 'https://pub-ottawa.escribemeetings.com/'),
  note: Str('What it is, or empty.', 'Minutes (HTML)'),
})
export type OcdLink = Type.Static<typeof OcdLink>

export const OcdName = Obj('OcdName', 'Another name.', {
  name: Str('Name.', 'M. Luloff'),
  note: Str('What kind of name, or empty.', ''),
})

export const OcdContact = Obj('OcdContact', 'A way to reach someone.', {
  type: Str('address, email, url, fax, text or voice.', 'email'),
  value: Str('The address or number.', 'matt.luloff@ottawa.ca'),
  note: Str('What it is for, or empty.', ''),
  label: Str('Label, or empty.', ''),
})

export const OcdMembership = Obj('OcdMembership', 'A seat of a person in an organization.', {
  person_id: Str('Id of the person.', 'ocd-person/f24a5457-593d-5ef7-86e8-912621871f14'),
  person_name: Str('Name of the person.', 'Matthew Luloff'),
  organization_id: Str(
    'Id of the organization.',
    'ocd-organization/107a25df-48f1-5645-b5da-23992e5b65c7',
  ),
  organization_name: Str('Name of the organization.', 'City Council'),
  role: Str('Role, or empty.', 'Councillor'),
  label: Str('Seat, or empty.', 'Ward 1 Orléans East-Cumberland'),
  start_date: Str('First day, or empty.', ''),
  end_date: Str('Last day, or empty.', ''),
})
export type OcdMembership = Type.Static<typeof OcdMembership>

export const OcdDocument = Obj('OcdDocument', 'A published file.', {
  note: Str('Title.', 'Minutes (HTML)'),
  date: Str('Day, or empty.', ''),
  classification: Str('Kind of document, or empty.', 'minutes'),
  links: Type.Array(
    Obj('OcdDocumentLink', 'One form of the file.', {
      url: Str(
        'Address.',
        'https://pub-ottawa.escribemeetings.com/filestream.ashx?DocumentId=315107',
      ),
      media_type: Str('Media type, or empty when the source does not say.', ''),
    }),
    { description: 'Where it is published.' },
  ),
})
export type OcdDocument = Type.Static<typeof OcdDocument>

export const OcdSession = Nullable(
  Obj('OcdSession', 'The legislative session: here, a calendar year.', {
    identifier: Str('The year.', '2026'),
    name: Str('Name.', '2026'),
  }),
)
export type OcdSession = Type.Static<typeof OcdSession>

export const OcdVoteCount = Obj('OcdVoteCount', 'How many chose one option.', {
  option: Str('yes, no, abstain, absent, excused, other.', 'yes'),
  value: Type.Integer({ description: 'Number of votes.', examples: [11] }),
})
