/** Why something that a portal lists is not served. */
export const notServedReasons = [
  ...(['not_found', 'too_large', 'unreadable', 'not_public', 'not_a_meeting'] as const),
  ...(['no_name_or_date', 'taken_down', 'not_noted'] as const),
] as const
export type NotServedReason = (typeof notServedReasons)[number]

export const listedKinds = ['meeting', 'document'] as const

/** A meeting or a document that the calendar of a portal lists. */
export interface ListedThing {
  kind: (typeof listedKinds)[number]
  /** The key of the meeting, or of that to which the document belongs. */
  key: string
  title: string | null
  /** Of the meeting, YYYY-MM-DD. */
  date: string | null
  address: string | null
}

/** Whether all that a source lists is served. `partial`: nothing is missing of what was compared, which is not all. */
export const listingStates = ['complete', 'missing', 'partial', 'empty'] as const
export type ListingState = (typeof listingStates)[number]

export interface NotServed extends ListedThing {
  reason: NotServedReason
}
