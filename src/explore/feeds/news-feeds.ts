import type { TSchema } from 'typebox'
import { registers } from '../registers/registers.ts'
import {
  BylawsFeedQuery,
  feedQuery,
  MeetingsFeedQuery,
  MotionsFeedQuery,
  NoQuery,
  PersonFeedQuery,
  SearchFeedQuery,
  VotesFeedQuery,
} from '../schema.ts'
import type { Visit } from '../visit.ts'
import { changesNews } from './changes-news.ts'
import { matterNews } from './matter-news.ts'
import {
  bodyNews,
  bylawsNews,
  type Feed,
  meetingsNews,
  motionsNews,
  personNews,
  searchNews,
  votesNews,
} from './news.ts'
import { meetingNews, motionNews } from './record-news.ts'
import { registerNews } from './register-news.ts'

interface NewsFeed {
  /** Below the feeds of the council, without its ending. */
  path: string
  /** The filters of the page that shows the same. */
  querystring: TSchema
  /** At most four statements, and at most a hundred entries. */
  read: (visit: Visit) => Promise<Feed>
}

/** What is new, by what it is of. */
export const newsFeeds: readonly NewsFeed[] = [
  { path: '/motions', querystring: MotionsFeedQuery, read: motionsNews },
  { path: '/votes', querystring: VotesFeedQuery, read: votesNews },
  { path: '/meetings', querystring: MeetingsFeedQuery, read: meetingsNews },
  { path: '/changes', querystring: NoQuery, read: changesNews },
  { path: '/bylaws', querystring: BylawsFeedQuery, read: bylawsNews },
  { path: '/search', querystring: SearchFeedQuery, read: searchNews },
  ...registers.map((register) => ({
    path: `/${register.name}`,
    querystring: feedQuery(register.query),
    read: registerNews(register),
  })),
  { path: '/bodies/:slug', querystring: NoQuery, read: bodyNews },
  { path: '/meetings/:slug', querystring: NoQuery, read: meetingNews },
  { path: '/motions/:slug', querystring: NoQuery, read: motionNews },
  { path: '/matters/:slug', querystring: NoQuery, read: matterNews },
  { path: '/people/:slug', querystring: PersonFeedQuery, read: personNews },
]
