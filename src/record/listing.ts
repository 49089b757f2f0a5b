/** Why something that a portal lists is not served. */
export type NotServedReason =
  | 'not_found'
  | 'too_large'
  | 'unreadable'
  | 'not_public'
  | 'not_a_meeting'
  | 'no_name_or_date'
  | 'taken_down'
  | 'not_noted'

/** A meeting or a document that the calendar of a portal lists. */
export interface ListedThing {
  kind: 'meeting' | 'document'
  /** The key of the meeting, or of that to which the document belongs. */
  key: string
  title: string | null
  /** Of the meeting, YYYY-MM-DD. */
  date: string | null
  address: string | null
}

export interface NotServed extends ListedThing {
  reason: NotServedReason
}
