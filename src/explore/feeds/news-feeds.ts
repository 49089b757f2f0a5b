import type { TSchema } from 'typebox'
import { type AlertEvent, alertEvents } from '../../alerts/events.ts'
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
import type { Feed } from './feed.ts'
import { matterNews } from './matter-news.ts'
import {
  bodyNews,
  bylawsNews,
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
  /** What its entries tell. */
  events: readonly AlertEvent[]
  /** At most five statements, and at most a hundred entries. */
  read: (visit: Visit) => Promise<Feed>
}

/** What is new, by what it is of. */
export const newsFeeds: readonly NewsFeed[] = [
  {
    path: '/motions',
    events: ['decided', 'other'],
    querystring: MotionsFeedQuery,
    read: motionsNews,
  },
  { path: '/votes', events: ['decided'], querystring: VotesFeedQuery, read: votesNews },
  {
    path: '/meetings',
    events: ['agenda', 'changed', 'other'],
    querystring: MeetingsFeedQuery,
    read: meetingsNews,
  },
  {
    path: '/changes',
    events: ['changed'],
    querystring: ChangesFeedQuery,
    follow: NoQuery,
    read: changesNews,
  },
  { path: '/bylaws', events: ['decided'], querystring: BylawsFeedQuery, read: bylawsNews },
  // A form that is sent without words shows its page again.
  {
    path: '/search',
    events: alertEvents,
    querystring: SearchFeedQuery,
    follow: FollowSearchQuery,
    read: searchNews,
  },
  ...registers.map(
    (register): NewsFeed => ({
      path: `/${register.name}`,
      events: ['other'],
      querystring: feedQuery(register.query),
      read: registerNews(register),
    }),
  ),
  { path: '/bodies/:slug', events: alertEvents, querystring: NoQuery, read: bodyNews },
  {
    path: '/meetings/:slug',
    events: ['decided', 'changed', 'other'],
    querystring: NoQuery,
    read: meetingNews,
  },
  {
    path: '/motions/:slug',
    events: ['decided', 'changed', 'other'],
    querystring: NoQuery,
    read: motionNews,
  },
  { path: '/matters/:slug', events: alertEvents, querystring: NoQuery, read: matterNews },
  { path: '/people/:slug', events: ['decided'], querystring: PersonFeedQuery, read: personNews },
]
