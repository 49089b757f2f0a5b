import type { Locale } from '../site/locale.ts'
import type { TakePart } from '../store/take-part.ts'
import { parseRule } from './rule.ts'
import { type CouncilOfSitting, isAhead, type Sitting, takePartBy } from './take-part-by.ts'
import { takePartWords } from './words.ts'

export interface WayToTakePart {
  url: string
  /** The last time to register: "noon on Friday, December 4, 2026"; null if it is past or not known for sure. */
  by: string | null
}

interface Shown {
  now: number
  locale: Pick<Locale<unknown>, 'language' | 'fullDate' | 'clock'>
}

/** How to take part in a meeting; null if its council does not state it, or the meeting is not to come. */
export function wayToTakePart(
  settings: readonly TakePart[],
  meeting: Sitting & { organization_slug: string | null },
  council: CouncilOfSitting,
  { now, locale }: Shown,
): WayToTakePart | null {
  const { organization_slug: body } = meeting
  const own = body === null ? undefined : settings.find((one) => one.body === body)
  const { url = null, rule: text = null } = own ?? settings.find((one) => one.body === null) ?? {}
  if (url === null || !isAhead(meeting, council.timeZone, now)) return null
  const rule = text === null ? undefined : parseRule(text)
  const time = rule === undefined ? null : takePartBy(meeting, rule, council, now)
  if (time === null) return { url, by: null }
  const words = takePartWords[locale.language]
  const local = time.toPlainDateTime().toString()
  const clock = local.slice(11, 16) === '12:00' ? words.noon : locale.clock(local)
  return { url, by: words.by(locale.fullDate(local.slice(0, 10)), clock) }
}
