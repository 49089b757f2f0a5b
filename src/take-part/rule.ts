/** The day of a rule, by the day of the meeting. */
export type RuleDay =
  /** 0 is the day of the meeting. */
  | { kind: 'days'; count: number }
  | { kind: 'business days'; count: number }
  /** `weekday` is 1 for Monday (ISO 8601). */
  | { kind: 'last'; weekday: number }
  | { kind: 'week'; weekday: number; weeksBefore: 0 | 1 }

/** Until when somebody can register to speak at a meeting. */
export interface TakePartRule {
  hour: number
  minute: number
  day: RuleDay
}

/** One of each form, as errors and help show them. */
export const ruleExamples = [
  'noon, 1 business day before',
  '4:30 p.m., 2 days before',
  '16:30, the day of the meeting',
  'noon, the Friday before',
  '4:30 p.m., Tuesday of the week of the meeting',
  '4:30 p.m., Tuesday of the week before',
] as const

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const weekdayNames = weekdays.join('|')
const countMax = 60

const timePattern =
  /^(?:(noon)|(\d\d):(\d\d)(?! ?[ap]\.?m)|(\d{1,2})(?::(\d\d))? ?([ap])\.?m\.?)(?:,| on|(?= )) /

/** A rule in one of the documented forms; undefined for another. */
export function parseRule(text: string): TakePartRule | undefined {
  const written = text.toLowerCase().trim().replaceAll(/\s+/g, ' ')
  const match = timePattern.exec(written)
  const time = match === null ? undefined : timeOf(match)
  const day = dayOf(written.slice(match?.[0].length))
  return time && day && { ...time, day }
}

/** Midnight and a bare 12 o'clock are omitted, because readers take them for different times. */
function timeOf([, noon, hours, minutes, hour, minute = '00', half]: readonly (
  | string
  | undefined
)[]): Pick<TakePartRule, 'hour' | 'minute'> | undefined {
  if (noon !== undefined) return { hour: 12, minute: 0 }
  if (hours !== undefined) {
    const time = { hour: Number(hours), minute: Number(minutes) }
    const isMidnight = time.hour === 0 && time.minute === 0
    return time.hour > 23 || time.minute > 59 || isMidnight ? undefined : time
  }
  const time = { hour: (Number(hour) % 12) + (half === 'p' ? 12 : 0), minute: Number(minute) }
  const isBareTwelve = Number(hour) === 12 && time.minute === 0
  const isValid = Number(hour) >= 1 && Number(hour) <= 12 && time.minute <= 59
  return isValid && !isBareTwelve ? time : undefined
}

const countedPattern = /^(?:the|(\d{1,2})) (business )?(days?) before(?: the meeting)?$/
const lastPattern = new RegExp(`^the (${weekdayNames}) before(?: the meeting)?$`)
// Some weeks begin on Sunday, others end with it.
const weekPattern = new RegExp(
  `^(?:the )?(${weekdayNames.replace('|sunday', '')}) of the week (?:(of the meeting)|before(?: the meeting)?)$`,
)

function dayOf(text: string): RuleDay | undefined {
  if (text === 'the day of the meeting') return { kind: 'days', count: 0 }
  return countedDay(text) ?? lastDay(text) ?? dayOfWeek(text)
}

function countedDay(text: string): RuleDay | undefined {
  const [matched, number, business, noun] = countedPattern.exec(text) ?? []
  const count = Number(number ?? 1)
  if (matched === undefined || count < 1 || count > countMax) return undefined
  if (number === undefined && noun === 'days') return undefined
  return { kind: business === undefined ? 'days' : 'business days', count }
}

function lastDay(text: string): RuleDay | undefined {
  const [, weekday] = lastPattern.exec(text) ?? []
  return weekday === undefined ? undefined : { kind: 'last', weekday: numberOf(weekday) }
}

function dayOfWeek(text: string): RuleDay | undefined {
  const [, weekday, same] = weekPattern.exec(text) ?? []
  if (weekday === undefined) return undefined
  return { kind: 'week', weekday: numberOf(weekday), weeksBefore: same === undefined ? 1 : 0 }
}

const numberOf = (weekday: string) => weekdays.indexOf(weekday) + 1
