import type { TSchema } from 'typebox'
import { registers } from '../registers/registers.ts'
import {
  BylawsFeedQuery,
  ChangesFeedQuery,
  FollowSearchQuery,
  feedQuery,
  MeetingsFeedQuery,
  MotionsFeedQuery,
  NoQuery,
  PersonFeedQuery,
  SearchFeedQuery,
  VotesFeedQuery,
} from '../schema.ts'
import type { Visit } from '../visit.ts'
import { changesNews } from './agenda-news.ts'
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
  /** The query of the page to follow it, if that is another. */
  follow?: TSchema
  /** At most four statements, and at most a hundred entries. */
  read: (visit: Visit) => Promise<Feed>
}

/** What is new, by what it is of. */
export const newsFeeds: readonly NewsFeed[] = [
  { path: '/motions', querystring: MotionsFeedQuery, read: motionsNews },
  { path: '/votes', querystring: VotesFeedQuery, read: votesNews },
  { path: '/meetings', querystring: MeetingsFeedQuery, read: meetingsNews },
  { path: '/changes', querystring: ChangesFeedQuery, follow: NoQuery, read: changesNews },
  { path: '/bylaws', querystring: BylawsFeedQuery, read: bylawsNews },
  // A form that is sent without words shows its page again.
  { path: '/search', querystring: SearchFeedQuery, follow: FollowSearchQuery, read: searchNews },
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
