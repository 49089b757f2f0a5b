import { type TObject, type TProperties, Type } from 'typebox'
import { type TotalName, totalNames } from '../core/total-names.ts'
import {
  BooleanFilter,
  cursorPaging,
  DateFilter,
  downloadParameters,
  Filter,
  FourDigitYear,
  Query,
  queryLengthMax,
  SearchText,
} from '../http/schema-types.ts'
import { AgreementQuery } from '../resources/agreement/schema.ts'
import { BylawQuery } from '../resources/bylaws/schema.ts'
import { MatterQuery } from '../resources/matters/schema.ts'
import { MeetingQuery } from '../resources/meetings/schema.ts'
import { MotionQuery } from '../resources/motions/schema.ts'
import { OrganizationQuery } from '../resources/organizations/schema.ts'
import { PersonQuery as ApiPersonQuery } from '../resources/people/schema.ts'
import { SearchQuery, searchTypes } from '../resources/search/schema.ts'
import { VoteLayout, VoteQuery } from '../resources/votes/schema.ts'

// The queries of pages, where they differ from those of the API.

export const NoQuery = Query({})

export const AgendaQuery = Query({
  items: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The agenda item that the page begins with.' }),
  ),
})

/** The last day of a week. */
export const ChangesQuery = Query({
  date_to: DateFilter('Changes of the seven days that end on this date.', '2026-11-24'),
})
export type ChangesQuery = Type.Static<typeof ChangesQuery>

const Pixels = Type.Optional(Type.Integer({ minimum: 1 }))

/** OEmbed 1.0, 2.2. */
export const OembedQuery = Query({
  url: Type.String({ minLength: 1, description: 'The URL of the page.' }),
  maxwidth: Pixels,
  maxheight: Pixels,
  format: Type.Optional(Type.String({ description: 'json' })),
})
export type OembedQuery = Type.Static<typeof OembedQuery>

const { cursor } = cursorPaging

/** Of an archive of the feed. */
export const ChangesFeedQuery = Query({ ...ChangesQuery.properties, cursor })
export type ChangesFeedQuery = Type.Static<typeof ChangesFeedQuery>

const sort = Type.Optional(
  Type.Unsafe<'ward' | 'name'>({
    ...{ type: 'string', enum: ['ward', 'name'] },
    description: 'Order of people.',
  }),
)

const degrees = (description: string) =>
  Type.Optional(Type.String({ pattern: '^-?[0-9]{1,3}([.][0-9]{1,20})?$', description }))

export const PeopleQuery = Query({
  cursor,
  member: Type.Optional(
    Type.String({ maxLength: 200, description: 'Slug of the member whose page is asked for.' }),
  ),
  postal_code: Type.Optional(
    Type.String({ maxLength: 20, description: 'Postal code, or its beginning, of a ward.' }),
  ),
  lat: degrees('Latitude of a location in a ward.'),
  lng: degrees('Longitude of a location in a ward.'),
  all: BooleanFilter('Everyone in the record, not only members of council.'),
  sort: Type.Optional(
    Type.Unsafe<'name' | 'ward' | TotalName>({
      ...{ type: 'string', enum: ['name', 'ward', ...totalNames] },
      description: 'The column that members are sorted by.',
    }),
  ),
})

/** The order of the people who voted. */
export const MotionPageQuery = Query({ sort })

/** The votes on the page of a person. */
export const PersonQuery = Type.Pick(VoteQuery, ['cursor', 'value', 'dissent'])

/** Parameters of lists of the API that pages do not have. */
const ofApi = ['per_page', 'updated_since'] as const

/** The motions of the votes of the API. */
export const VotesQuery = Query({
  ...Type.Omit(VoteQuery, ofApi).properties,
  view: Type.Optional(
    Type.String({ enum: ['grid', 'counts'], description: 'A table of people, or counts.' }),
  ),
})

/** Words of motions, which the lists of the API do not take. */
const about = Type.Optional(
  Type.String({
    ...{ minLength: 1, maxLength: queryLengthMax, examples: ['bike lanes'] },
    description:
      'Only motions with all these words, in any inflection, in their text, summary or agenda item.',
  }),
)

/** Of the page, whose feed and table have no words. */
export const VotesPageQuery = Query({ ...VotesQuery.properties, about })

/** The search of the API, with one kind or all; without words, help. */
export const SearchPageQuery = Query({
  ...Type.Omit(SearchQuery, ['per_page', 'type', 'q']).properties,
  q: Type.Optional(SearchText),
  type: Type.Optional(
    Type.Unsafe<keyof typeof searchTypes>({ type: 'string', enum: Object.keys(searchTypes) }),
  ),
})
export type SearchPageQuery = Type.Static<typeof SearchPageQuery>

/** The filters of the page, for what is new. */
export const SearchFeedQuery = Query({
  ...Type.Omit(SearchPageQuery, ['q', 'page', 'sort']).properties,
  q: SearchText,
})
export type SearchFeedQuery = Type.Static<typeof SearchFeedQuery>

/** Without words, what can be followed. */
export const FollowSearchQuery = Type.Partial(SearchFeedQuery)

/** The query of a list of the API, on its page. */
export const pageQuery = (query: TObject): TObject => Type.Omit(query, ofApi)

/** The filters of a page, without its position in the list and its view. */
export const feedQuery = ({ properties }: TObject): TObject => {
  const { cursor: _, view: __, per_page, updated_since, ...filters } = properties as TProperties
  return Query(filters)
}

export const PersonFeedQuery = feedQuery(PersonQuery)
export const VotesFeedQuery = feedQuery(VotesQuery)

export const AgreementPageQuery = Type.Omit(AgreementQuery, ['per_page'])

/** The votes of a whole body. */
export const CouncilAgreementQuery = Query({
  ...Type.Omit(AgreementPageQuery, ['cursor']).properties,
  votes: Type.Optional(
    Type.String({ enum: ['all'], description: 'All recorded votes, not only contested ones.' }),
  ),
})

/** Of the page of two people, whose table has no dates or words. */
export const ComparePageQuery = Query({
  ...AgreementPageQuery.properties,
  ...Type.Pick(VoteQuery, ['date_from', 'date_to', 'matter']).properties,
  about,
})

/** The attendance of a body in a year. */
export const AttendanceQuery = Query({
  organization: Filter('Slug of the body that met; the council without it.', 'town-council'),
  year: FourDigitYear('Year; the latest with a roll call without it.', 2026),
})

export const MotionsQuery = Type.Omit(MotionQuery, ['per_page'])

/** Of the page, whose feed and table have no words. */
export const MotionsPageQuery = Query({ ...MotionsQuery.properties, about })

export const MeetingsQuery = Type.Omit(MeetingQuery, ['per_page'])

/** Of the page, whose other forms do not have it. */
export const MeetingsPageQuery = Query({
  ...MeetingsQuery.properties,
  missed_by: Filter('Slug of a person who was absent.', 'dev-rangarajan'),
})

export const MattersQuery = Type.Omit(MatterQuery, ['per_page'])

export const BylawsQuery = Type.Omit(BylawQuery, ['per_page'])

export const MotionsFeedQuery = feedQuery(MotionsQuery)
export const MeetingsFeedQuery = feedQuery(MeetingsQuery)
export const BylawsFeedQuery = feedQuery(BylawsQuery)

export const BodiesQuery = Query({ cursor })

export const SitemapQuery = Query({
  part: Type.Optional(Type.Integer({ minimum: 1, description: 'Number of the file.' })),
})

/** The filters of a list of the API, for all of it as CSV. */
export function tableQuery({ properties }: TObject, layouts: TProperties = {}): TObject {
  const { cursor: _, per_page, updated_since, ...filters } = properties as TProperties
  return Query({ ...filters, ...layouts, for: downloadParameters.for })
}

export const VotesTableQuery = tableQuery(VoteQuery, { layout: VoteLayout })
export const PersonVotesTableQuery = tableQuery(Type.Omit(VoteQuery, ['person']), {
  layout: VoteLayout,
})
export const MotionsTableQuery = tableQuery(MotionQuery)
export const MeetingsTableQuery = tableQuery(MeetingQuery)
export const PeopleTableQuery = tableQuery(ApiPersonQuery)
export const MattersTableQuery = tableQuery(MatterQuery)
export const BylawsTableQuery = tableQuery(BylawQuery)
export const AgreementTableQuery = tableQuery(AgreementQuery)
export const BodiesTableQuery = tableQuery(OrganizationQuery)
export const OwnTableQuery = Query({ for: downloadParameters.for })
export const ChangesTableQuery = tableQuery(ChangesQuery)
export const AttendanceTableQuery = tableQuery(AttendanceQuery)
