import { Type } from 'typebox'
import { numberedPaging, Query } from '../../http/parameters.ts'
import { Nullable, Shape, Text } from '../../http/schema-types.ts'

// Parts that several Open Civic Data entities show (OCDEP 3 to 7).

/** Paging is all that an OCD list takes (contract 4.3). */
export const OcdListQuery = Query(numberedPaging)

export const OcdLink = Shape('OcdLink', 'A page on the web.', {
  url: Text('Address.', 'https://pub-ottawa.escribemeetings.com/'),
  note: Text('What it is, or empty.', 'Minutes (HTML)'),
})
export type OcdLink = Type.Static<typeof OcdLink>

export const OcdName = Shape('OcdName', 'Another name.', {
  name: Text('Name.', 'M. Luloff'),
  note: Text('What kind of name, or empty.', ''),
})

export const OcdContact = Shape('OcdContact', 'A way to reach someone.', {
  type: Text('address, email, url, fax, text or voice.', 'email'),
  value: Text('The address or number.', 'matt.luloff@ottawa.ca'),
  note: Text('What it is for, or empty.', ''),
  label: Text('Label, or empty.', ''),
})

export const OcdMembership = Shape('OcdMembership', 'A seat of a person in an organization.', {
  person_id: Text('Id of the person.', 'ocd-person/f24a5457-593d-5ef7-86e8-912621871f14'),
  person_name: Text('Name of the person.', 'Matthew Luloff'),
  organization_id: Text(
    'Id of the organization.',
    'ocd-organization/107a25df-48f1-5645-b5da-23992e5b65c7',
  ),
  organization_name: Text('Name of the organization.', 'City Council'),
  role: Text('Role, or empty.', 'Councillor'),
  label: Text('Seat, or empty.', 'Ward 1 Orléans East-Cumberland'),
  start_date: Text('First day, or empty.', ''),
  end_date: Text('Last day, or empty.', ''),
})
export type OcdMembership = Type.Static<typeof OcdMembership>

export const OcdDocument = Shape('OcdDocument', 'A published file.', {
  note: Text('Title.', 'Minutes (HTML)'),
  date: Text('Day, or empty.', ''),
  classification: Text('Kind of document, or empty.', 'minutes'),
  links: Type.Array(
    Shape('OcdDocumentLink', 'One form of the file.', {
      url: Text(
        'Address.',
        'https://pub-ottawa.escribemeetings.com/filestream.ashx?DocumentId=315107',
      ),
      media_type: Text('Media type, or empty when the source does not say.', ''),
    }),
    { description: 'Where it is published.' },
  ),
})
export type OcdDocument = Type.Static<typeof OcdDocument>

export const OcdSession = Nullable(
  Shape('OcdSession', 'The legislative session: here, a calendar year.', {
    identifier: Text('The year.', '2026'),
    name: Text('Name.', '2026'),
  }),
)
export type OcdSession = Type.Static<typeof OcdSession>

export const OcdVoteCount = Shape('OcdVoteCount', 'How many chose one option.', {
  option: Text('yes, no, abstain, absent, excused, other.', 'yes'),
  value: Type.Integer({ description: 'Number of votes.', examples: [11] }),
})
