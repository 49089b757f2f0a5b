import { Type } from 'typebox'
import {
  cursorPaging,
  Int,
  Nullable,
  NullableDate,
  NullableDateTime,
  NullableStr,
  Obj,
  Query,
  Str,
} from '../../http/schema-types.ts'

const MunicipalityCounts = Obj('MunicipalityCounts', 'Number of records.', {
  meetings: Int('Meetings, including cancelled and scheduled ones.', 93),
  motions: Int('Motions.', 780),
  matters: Int('Matters.', 373),
  bylaws: Int('By-laws.', 65),
  people: Int('People.', 23),
  votes: Int('Votes of people.', 5116),
})

const MunicipalitySource = Obj('MunicipalitySource', 'Source of the last successful import.', {
  name: Str('Name of the source.', 'sample'),
  url: NullableStr('URL of its website.', 'https://lowmere.example'),
  licence: NullableStr('URL or name of the licence of its data, if it states one.', null),
})

export const MunicipalityItem = Obj('MunicipalityItem', 'A municipality in the list.', {
  slug: Str('Slug, for /api/v1/{municipality}.', 'lowmere'),
  name: Str('Name.', 'Town of Lowmere (sample)'),
  division_id: Str('Open Civic Data id of its territory.', 'ocd-division/country:ca/csd:3599999'),
  timezone: Str('Time zone (IANA).', 'America/Toronto'),
  url: NullableStr('URL of its website.', 'https://lowmere.example'),
  languages: Type.Array(Type.String(), {
    description: 'Languages of its documents (BCP 47), if the source states them.',
    examples: [['en', 'fr']],
  }),
  first_meeting: NullableDate('Date of the first meeting.', '2025-05-05'),
  last_meeting: NullableDate('Date of the last meeting; it can be in the future.', '2026-12-29'),
  as_of: NullableDate(
    'Day up to which the source speaks: what it says of itself, such as the day of the copy that was imported, else its newest change or event. Its newest meeting can be long before.',
    '2026-11-26',
  ),
  last_import_at: NullableDateTime(
    'Time of the last successful import.',
    '2026-11-26T11:33:25.000Z',
  ),
  source: Nullable(MunicipalitySource),
  notes: Int(
    'Records that contradict themselves or leave something open; the page /{slug}/coverage/notes lists them.',
    0,
  ),
  counts: MunicipalityCounts,
})
export type MunicipalityItem = Type.Static<typeof MunicipalityItem>

export const MunicipalityQuery = Query(cursorPaging)
