import type { VNode } from 'preact'
import type { Join } from '../../alerts/desk.ts'
import type { AlertEvent } from '../../alerts/events.ts'
import { wordsIn } from '../../alerts/words.ts'
import { defeatedFilter } from '../../core/headings/outcome.ts'
import { queryLengthMax } from '../../http/schema-types.ts'
import { EnglishLink } from '../../site/english-link.tsx'
import { Phrase } from '../../site/phrase.tsx'
import { CouncilPage } from '../frame/council-page.tsx'
import { urlOf } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import { Outcome } from '../parts/outcome.tsx'
import { RecordText } from '../parts/record-text.tsx'
import { Rows } from '../parts/rows.tsx'
import { paths } from '../paths.ts'
import { wordsOf } from '../registers/register.ts'
import { registersOf } from '../registers/registers.ts'
import { FollowSearchQuery, NoQuery } from '../schema.ts'
import type { ExplorePage, Visit } from '../visit.ts'
import { AlertForm, type AlertRequest, readForm, type SentForm, SentPage } from './alert-form.tsx'
import { type Entry, type Feed, feedUrlOf } from './feed.ts'
import { motionsNews } from './news.ts'
import { newsFeeds } from './news-feeds.ts'

/** `/{municipality}/follow`: what can be followed, how, and what was new last. */
export const followPage: ExplorePage = {
  path: '/follow',
  querystring: NoQuery,
  async render(visit) {
    return <FollowPage visit={visit} feed={await motionsNews(visit)} />
  },
}

interface FollowFeedPage extends ExplorePage {
  /** What a form that asks for the e-mails of the feed gets; `join` is absent if something is wrong with it. */
  receive(
    visit: Visit,
    request: AlertRequest,
  ): Promise<{ page: VNode; status: number; join?: Join }>
}

/** `/{municipality}/follow/…`: one feed, with its filters. */
export const followPages: readonly FollowFeedPage[] = newsFeeds.map(
  ({ path, querystring, events, read }) => ({
    path: `/follow${path}`,
    // A form that is sent without words shows its page again.
    querystring: path === '/search' ? FollowSearchQuery : querystring,
    async render(visit) {
      if (path === '/search' && visit.query.q === undefined) return followPage.render(visit)
      return <FeedPage visit={visit} events={events} feed={await read(visit)} />
    },
    async receive(visit, request) {
      if (path === '/search' && visit.query.q === undefined)
        return { page: await followPage.render(visit), status: 400 }
      const feed = await read(visit)
      const outcome = readForm(visit, { feed, events }, request)
      if ('join' in outcome)
        return { page: <SentPage visit={visit} {...request.fields} />, status: 200, ...outcome }
      const { status, errors } = outcome
      const form = { ...request.fields, errors }
      return { page: <FeedPage {...{ visit, events, feed, form }} />, status }
    },
  }),
)

interface FollowProps {
  visit: Visit
  feed: Feed
}

interface FeedPageProps extends FollowProps {
  /** What the feed tells. */
  events: readonly AlertEvent[]
  form?: SentForm
}

function FollowPage({ visit, feed }: FollowProps) {
  const { municipality, locale } = visit
  const { follow } = locale.words
  return (
    <CouncilPage
      visit={visit}
      title={follow.title(municipality.name)}
      description={follow.description(municipality.name)}
      unlisted={visit.path !== paths.follow(municipality)}
    >
      <h1>{follow.title(municipality.name)}</h1>
      <p class="lead">{follow.lead}</p>
      <Choices visit={visit} />
      <How visit={visit} />
      <Latest visit={visit} heading={follow.lastDecisions} entries={feed.entries} />
    </CouncilPage>
  )
}

function FeedPage({ visit, feed, events, form }: FeedPageProps) {
  const { municipality, locale, path } = visit
  const { follow } = locale.words
  const feedPath = path.slice(paths.follow(municipality).length)
  return (
    <CouncilPage
      visit={visit}
      title={follow.titled(feed.title)}
      crumbs={[<a href={paths.follow(municipality)}>{follow.short}</a>, feed.title]}
      unlisted
    >
      <h1>
        <RecordText text={feed.title} />
      </h1>
      <div class="beside text-first">
        <aside class="facts-card">
          {visit.config.mailFrom !== null && <AlertForm {...{ visit, feed, events, form }} />}
          <FeedUrl visit={visit} url={feedUrlOf(visit, feedPath)} />
          <p>
            <a href={pathOf(visit, feed.page)}>{follow.page}</a>
          </p>
        </aside>
        <div>
          <LatestOf visit={visit} feed={feed} />
        </div>
      </div>
    </CouncilPage>
  )
}

/** What is on agendas to come, then the last entries; of a search, decisions apart from other texts. */
function LatestOf({ visit, feed: { entries, isMixed } }: FollowProps) {
  const { follow } = useLocale().words
  const isAhead = ({ ahead, event }: Entry) => ahead !== undefined && event !== null
  const past = entries.filter((entry) => !isAhead(entry))
  const decisions = isMixed ? past.filter(({ event }) => event === 'decided') : []
  const groups = [
    { id: 'ahead', heading: follow.ahead, entries: entries.filter(isAhead) },
    { id: 'last', heading: follow.lastDecisions, entries: decisions },
    {
      id: decisions.length > 0 ? 'texts' : 'last',
      heading: decisions.length > 0 ? follow.otherTexts : follow.last,
      entries: past.filter((entry) => !decisions.includes(entry)),
    },
  ].filter((group) => group.entries.length > 0)
  if (groups.length === 0) return <Latest visit={visit} heading={follow.last} entries={[]} />
  return (
    <>
      {groups.map((group) => (
        <Latest key={group.id} visit={visit} {...group} />
      ))}
    </>
  )
}

/** A URL of this site, as its pages link to it. */
const pathOf = ({ config }: Visit, url: string) => url.slice(config.siteUrl.length)

/** What to copy into a feed reader. */
function FeedUrl({ visit, url }: { visit: Visit; url: string }) {
  const { follow } = useLocale().words
  return (
    <>
      <h2>{follow.inReader}</h2>
      <p>
        {follow.reader} {follow.copyUrl}
      </p>
      <pre class="call" data-copy={follow.copy}>
        {url}
      </pre>
      <p>
        <a href={pathOf(visit, url)} type="application/atom+xml">
          {follow.open}
        </a>
      </p>
    </>
  )
}

/** What can be followed, each with the page that says how. */
function Choices({ visit }: { visit: Visit }) {
  const { municipality, locale } = visit
  const { follow, meetings, bylaws, votesPage } = locale.words
  const to = (path: string, query = {}) => urlOf(`${paths.follow(municipality)}${path}`, query)
  const choices = [
    [to('/motions'), follow.decisions],
    [to('/motions', { contested: true }), follow.contested],
    [to('/motions', { outcome: defeatedFilter }), follow.turnedDown],
    [to('/votes'), votesPage.title],
    [to('/meetings'), meetings.title],
    [to('/bylaws'), bylaws.title],
    ...registersOf(municipality).map(
      (register) => [to(`/${register.name}`), wordsOf(register, locale.words).title] as const,
    ),
  ] as const
  const [people, bodies, meetingPages, matters] = [
    <a href={paths.people(municipality)}>{follow.person}</a>,
    <a href={paths.bodies(municipality)}>{follow.body}</a>,
    <a href={paths.meetings(municipality)}>{follow.meeting}</a>,
    <a href={paths.matters(municipality)}>{follow.matter}</a>,
  ]
  return (
    <section aria-labelledby="what">
      <h2 id="what">{follow.what}</h2>
      <ul class="doors">
        {choices.map(([href, name]) => (
          <li key={href}>
            <a href={href}>{name}</a>
          </li>
        ))}
      </ul>
      <p>
        <Phrase
          text={follow.onPages}
          values={{ people, bodies, meetings: meetingPages, matters }}
        />
      </p>
      <form class="filter stone" action={to('/search')} method="get">
        <label class="words">
          {follow.topic}
          <input type="search" name="q" maxLength={queryLengthMax} required />
        </label>
        <button type="submit">{follow.short}</button>
      </form>
    </section>
  )
}

/** The ways to follow. */
function How({ visit }: { visit: Visit }) {
  const { municipality, locale, config } = visit
  const { follow, strip } = locale.words
  const alerts = wordsIn(locale.language)
  const calendar = `${locale.prefix}/feeds/${municipality.slug}/meetings.ics`
  const guide = <EnglishLink href="/docs/how-to/calendars-and-feeds">{follow.guide}</EnglishLink>
  const embed = (
    <EnglishLink href="/docs/how-to/put-it-on-your-site">{follow.embedGuide}</EnglishLink>
  )
  return (
    <>
      <h2 id="how">{follow.how}</h2>
      <div class="vote-groups">
        {config.mailFrom !== null && (
          <section>
            <h3>{alerts.heading}</h3>
            <p>{follow.byEmail}</p>
            <p>
              <a href={`${locale.prefix}/alerts`}>{alerts.own.title}</a>
            </p>
          </section>
        )}
        <section>
          <h3>{follow.inReader}</h3>
          <p>
            {follow.reader} <Phrase text={follow.readers} values={{ guide }} />
          </p>
        </section>
        <section>
          <h3>{follow.inCalendar}</h3>
          <p>{follow.calendar}</p>
          <p class="row">
            <a href={`${config.siteUrl.replace(/^https?/, 'webcal')}${calendar}`}>
              {strip.calendar}
            </a>
            <a href={calendar}>{strip.calendarFile}</a>
          </p>
        </section>
        <section>
          <h3>{follow.onSite}</h3>
          <p>
            <Phrase text={follow.embed} values={{ embed }} />
          </p>
        </section>
      </div>
    </>
  )
}

/** Entries on the page. */
const shownMax = 10

interface LatestProps {
  visit: Visit
  id?: string
  heading: string
  entries: readonly Entry[]
}

function Latest({ visit, id = 'last', heading, entries }: LatestProps) {
  const { words } = useLocale()
  const rows = entries.slice(0, shownMax)
  return (
    <>
      <h2 id={id}>{heading}</h2>
      {rows.length === 0 && <p>{words.follow.none}</p>}
      <Rows
        rows={rows}
        style="records"
        keyOf={({ url }) => url}
        show={({ url, title, summary, motion, about = [summary] }) => (
          <div class="decided">
            <div>
              <a href={pathOf(visit, url)}>
                <RecordText text={title} />
              </a>
            </div>
            <div>
              {motion !== undefined && (
                <p class="result">
                  <Outcome motion={motion} />
                </p>
              )}
              <p class="quiet">
                <RecordText text={about.filter((part) => part !== null).join(' · ')} />
              </p>
            </div>
          </div>
        )}
      />
    </>
  )
}
