/** What an entry of a feed tells, in the order of e-mails and pages. */
export const alertEvents = ['decided', 'agenda', 'changed', 'other'] as const
export type AlertEvent = (typeof alertEvents)[number]

/** Those of a list of names, such as the boxes of a form or a column. */
export const eventsIn = (names: readonly string[]): AlertEvent[] =>
  alertEvents.filter((event) => names.includes(event))

/** A meeting to come that an entry is about. */
export interface Ahead {
  /** Its slug. */
  meeting: string
  /** `YYYY-MM-DD`, and its date in the language of the feed. */
  day: string
  date: string
  /** Its name, if it is one of the next six days. */
  weekday: string | null
  /** When it begins (ISO 8601 UTC); if its time is not recorded, when its day does. */
  until: string
  /** Where and when, and whether it is called off: news if it changes. */
  said: string
  /** How to take part, and until when. */
  takePart: { label: string; url: string } | null
}
