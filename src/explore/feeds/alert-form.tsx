import { parseAddress } from '../../alerts/address.ts'
import type { Join } from '../../alerts/desk.ts'
import { digestEmail, inOrder, type NewsEntry } from '../../alerts/digest.ts'
import type { AlertEvent } from '../../alerts/events.ts'
import type { AlertSpeed } from '../../alerts/speed.ts'
import { type AlertWords, wordsIn } from '../../alerts/words.ts'
import { AlertChoices } from '../../site/alert-choices.tsx'
import { Field } from '../../site/fields.tsx'
import { onlyAsks } from '../../store/search/query-terms.ts'
import { CouncilPage } from '../frame/council-page.tsx'
import { urlOf } from '../list-page.ts'
import { paths } from '../paths.ts'
import type { Visit } from '../visit.ts'
import type { Entry, Feed } from './feed.ts'

export interface AlertRequest {
  fields: AlertFields
  /** Whether the network request too often. */
  isThrottled: boolean
}

/** What was sent. */
interface AlertFields {
  address: string
  speed: AlertSpeed
  events: readonly AlertEvent[]
}

type JoinOutcome = { join: Join } | { status: 400 | 429; errors: FormErrors }

/** What a form about the feed of a page asks for, or what is wrong with it. */
export function readForm(
  visit: Visit,
  { feed, events: offered }: FeedOfPage,
  { fields, isThrottled }: AlertRequest,
): JoinOutcome {
  const { municipality, locale, query, path } = visit
  const words = wordsIn(locale.language)
  const rejection = (status: 400 | 429, errors: FormErrors) => ({ status, errors })
  if (isThrottled) return rejection(429, { address: words.throttled })
  if (isTooCommon(visit)) return rejection(400, {})
  const address = parseAddress(fields.address)
  if (address === undefined) return rejection(400, { address: words.invalidAddress })
  const events =
    offered.length === 1 ? offered : fields.events.filter((event) => offered.includes(event))
  if (events.length === 0) return rejection(400, { events: words.noEvent })
  const below = path.slice(paths.follow(municipality).length)
  const join = {
    ...{ address, events, title: feed.title, entries: feed.entries, speed: fields.speed },
    feed: {
      ...{ municipality: municipality.slug, language: locale.tag },
      feed: urlOf(below, Object.fromEntries(Object.entries(query).sort())),
    },
  }
  return { join }
}

interface FormErrors {
  address?: string
  events?: string
}

/** Whether its words are in nearly every record, so that an alert would be about everything. */
const isTooCommon = ({ query: { q } }: Visit): boolean => typeof q === 'string' && onlyAsks(q)

interface FeedOfPage {
  feed: Feed
  events: readonly AlertEvent[]
}

/** A form that was sent, and what is wrong with it. */
export interface SentForm extends AlertFields {
  errors: FormErrors
}

/** The form beside a feed, with an e-mail of its last entries. */
export function AlertForm({
  visit,
  feed,
  events,
  form = { address: '', speed: 'daily', events, errors: {} },
}: FeedOfPage & { visit: Visit; form?: SentForm | undefined }) {
  const { locale, path, query, municipality } = visit
  const words = wordsIn(locale.language)
  const { errors } = form
  if (isTooCommon(visit))
    return (
      <section aria-labelledby="by-email">
        <h2 id="by-email">{words.heading}</h2>
        <p>{words.tooCommon}</p>
      </section>
    )
  return (
    <section aria-labelledby="by-email">
      <h2 id="by-email">{words.heading}</h2>
      <p>{words.what}</p>
      <form class="fields" method="post" action={urlOf(path, query)} noValidate>
        <Field
          name="address"
          label={words.address}
          type="email"
          value={form.address}
          errors={errors.address === undefined ? {} : { address: errors.address }}
          autocomplete="email"
        />
        <AlertChoices
          {...{ words, id: 'new', events, chosen: form.events, speed: form.speed }}
          error={errors.events}
        />
        <button type="submit">{words.submit}</button>
        <p class="quiet">{words.confirmFirst}</p>
        <p>
          <a href={`${locale.prefix}/alerts`}>{words.own.title}</a>
        </p>
      </form>
      <Preview words={words} council={municipality.name} feed={feed} />
    </section>
  )
}

interface PreviewProps {
  words: AlertWords
  council: string
  feed: Feed
}

/** The last entries as an e-mail; nothing of a feed without any. */
function Preview({ words, council, feed }: PreviewProps) {
  const entries = lastNews(feed.entries)
  if (entries.length === 0) return null
  const email = digestEmail({
    ...{ words, language: feed.language, sender: null, ownUrl: null, leaveUrl: null },
    news: [{ council, feed, entries, stopUrl: null }],
  })
  return (
    <details>
      <summary>{words.preview}</summary>
      <p>
        <strong>{email.subject}</strong>
      </p>
      <pre class="call">{email.text}</pre>
    </details>
  )
}

/** Entries of a preview. */
const previewMax = 5

/** The last entries that are news, as an e-mail has them. */
function lastNews(entries: readonly Entry[]): NewsEntry[] {
  const news = entries.flatMap(({ event, ...entry }) =>
    event === null ? [] : [{ ...entry, event, was: '' }],
  )
  return inOrder(news.slice(0, previewMax))
}

export function SentPage({ visit, address }: { visit: Visit; address: string }) {
  const words = wordsIn(visit.locale.language)
  return (
    <CouncilPage visit={visit} title={words.asked} unlisted>
      <h1>{words.asked}</h1>
      <p class="lead">{words.askedText(address.trim())}</p>
    </CouncilPage>
  )
}
