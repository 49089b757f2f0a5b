import { Type } from 'typebox'
import { Nullable, numberedPaging, Obj, Query, Str, UpdatedSince } from '../../http/schema-types.ts'

// Schemas that several Open Civic Data entities share (OCDEP 3 to 7).

export const OcdListQuery = Query({ ...numberedPaging, updated_since: UpdatedSince })

export const OcdLink = Obj('OcdLink', 'A web page.', {
  url: Str('URL.', 'https://lowmere.example/meetings/council-1'),
  note: Str('Title or kind of the page, or empty.', ''),
})
export type OcdLink = Type.Static<typeof OcdLink>

export const OcdName = Obj('OcdName', 'Another name.', {
  name: Str('Name.', 'H. Boisclair'),
  note: Str('Kind of name, or empty.', ''),
})
export type OcdName = Type.Static<typeof OcdName>

export const OcdContact = Obj('OcdContact', 'A contact detail.', {
  type: Str('Type: address, email, url, fax, text or voice.', 'email'),
  value: Str('Value, such as an e-mail address or a phone number.', 'boisclair@lowmere.example'),
  note: Str('Note, or empty.', ''),
  label: Str('Label, or empty.', ''),
})

export const OcdPost = Obj('OcdPost', 'A seat of an organization, independent of its holder.', {
  id: Str('Open Civic Data id.', 'ocd-post/d8db64cb-96b4-513d-b4bb-8b05d5150046'),
  label: Str('Label of the seat.', 'Ward 3 Sainte-Odile'),
  role: Str('Role of its holder, or empty.', 'Councillor'),
})
export type OcdPost = Type.Static<typeof OcdPost>

export const OcdMembership = Obj('OcdMembership', 'Membership of a person in an organization.', {
  id: Str('Open Civic Data id.', 'ocd-membership/1ab42df4-54c2-50fe-b52d-20643222da76'),
  person_id: Str('Id of the person.', 'ocd-person/7e7c667a-f164-511e-8a9a-0a77f440fb6c'),
  person_name: Str('Name of the person.', 'Hélène Boisclair'),
  organization_id: Str(
    'Id of the organization.',
    'ocd-organization/8c771a45-877b-5d7c-a38c-445288486715',
  ),
  organization_name: Str('Name of the organization.', 'Town Council'),
  role: Str('Role, or empty.', 'Councillor'),
  label: Str('Label of the seat, or empty.', 'Ward 3 Sainte-Odile'),
  start_date: Str('Start date, or empty.', '2023-05-08'),
  end_date: Str('End date, or empty.', ''),
  post: Nullable(OcdPost),
})
export type OcdMembership = Type.Static<typeof OcdMembership>

export const OcdDocument = Obj('OcdDocument', 'A document.', {
  note: Str('Title.', 'Minutes: Town Council'),
  date: Str('Date, or empty.', ''),
  classification: Str('Kind of document, or empty.', 'minutes'),
  links: Type.Array(
    Obj('OcdDocumentLink', 'A file of the document.', {
      url: Str('URL.', 'https://lowmere.example/meetings/council-1/minutes-en.pdf'),
      media_type: Str('Media type, or empty if unknown.', ''),
    }),
    { description: 'URL of the document.' },
  ),
})
export type OcdDocument = Type.Static<typeof OcdDocument>

export const OcdSession = Nullable(
  Obj('OcdSession', 'Legislative session: a calendar year.', {
    identifier: Str('The year.', '2025'),
    name: Str('Name.', '2025'),
  }),
)
export type OcdSession = Type.Static<typeof OcdSession>

export const OcdVoteCount = Obj('OcdVoteCount', 'Number of votes for one option.', {
  option: Str('Option: yes, no, abstain, absent, excused, not voting, paired or other.', 'yes'),
  value: Type.Integer({ description: 'Number of votes.', examples: [9] }),
})
