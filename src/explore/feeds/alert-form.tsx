import { parseAddress } from '../../alerts/address.ts'
import type { AlertDesk } from '../../alerts/desk.ts'
import { alertSpeeds, isAlertSpeed } from '../../alerts/speed.ts'
import { wordsIn } from '../../alerts/words.ts'
import { Field } from '../../site/fields.tsx'
import { CouncilPage } from '../frame/council-page.tsx'
import { urlOf } from '../list-page.ts'
import { paths } from '../paths.ts'
import type { Visit } from '../visit.ts'
import type { Feed } from './news.ts'

export interface AlertRequest {
  desk: AlertDesk
  fields: { address: string; speed: string }
  /** Whether the network request too often. */
  isThrottled: boolean
}

type JoinOutcome = { isSent: true } | { isSent: false; status: 400 | 429; error: string }

/** Adds an alert for the feed of a page. */
export async function joinFeed(
  visit: Visit,
  feed: Feed,
  { desk, fields, isThrottled }: AlertRequest,
): Promise<JoinOutcome> {
  const { municipality, locale, query, path } = visit
  const words = wordsIn(locale.language)
  if (isThrottled) return { isSent: false, status: 429, error: words.throttled }
  const address = parseAddress(fields.address)
  if (address === undefined) return { isSent: false, status: 400, error: words.invalidAddress }
  const below = path.slice(paths.follow(municipality).length)
  await desk.join({
    ...{ address, title: feed.title, entries: feed.entries },
    speed: isAlertSpeed(fields.speed) ? fields.speed : 'daily',
    feed: {
      ...{ municipality: municipality.slug, language: locale.tag },
      feed: urlOf(below, Object.fromEntries(Object.entries(query).sort())),
    },
  })
  return { isSent: true }
}

export interface AlertFields {
  address?: string
  speed?: string
  error?: string
}

/** The form beside a feed. */
export function AlertForm({
  visit: { locale, path, query },
  address = '',
  speed = 'daily',
  error,
}: AlertFields & { visit: Visit }) {
  const words = wordsIn(locale.language)
  return (
    <section aria-labelledby="by-email">
      <h2 id="by-email">{words.heading}</h2>
      <p>{words.what}</p>
      <form class="fields" method="post" action={urlOf(path, query)} noValidate>
        <Field
          name="address"
          label={words.address}
          type="email"
          value={address}
          errors={error === undefined ? {} : { address: error }}
          autocomplete="email"
        />
        <div class="field">
          <label for="speed">{words.speed}</label>
          <select id="speed" name="speed">
            {alertSpeeds.map((one) => (
              <option key={one} value={one} selected={one === speed}>
                {words.speeds[one]}
              </option>
            ))}
          </select>
        </div>
        <button type="submit">{words.submit}</button>
        <p class="quiet">{words.confirmFirst}</p>
      </form>
    </section>
  )
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
