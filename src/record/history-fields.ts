/** The kinds of records that have a history. */
export const historyKinds = ['meeting', 'motion', 'matter'] as const
export type HistoryKind = (typeof historyKinds)[number]

const tally = (counted: string) => `Count of ${counted}, unless it is that of the votes by name.`

/**
 * The fields whose changes are kept, by what they are of. Only what a source states: headings, tags and dates that Reeve
 * derives are none, nor that a meeting is over.
 */
export const historyFields = {
  meeting: {
    meeting: 'Removed from the source, with its day in `old`, or back: `new`.',
    title: 'Title.',
    date: 'Day.',
    start_time: 'Local time at which it begins.',
    end_time: 'Local time at which it ends, or was planned to end, as the source has it.',
    end_date: 'Last day.',
    location: 'Location.',
    status: 'Status, if it is cancelled or postponed, or was.',
    agenda_url: 'Where the agenda is.',
    minutes_url: 'Where the minutes are.',
    video_url: 'Where the recording is.',
  },
  agenda_item: {
    agenda_item: 'Added to the agenda, with its title in `new`, or removed from it: `old`.',
    title: 'Title of the item.',
    item_number: 'Number of the item as printed.',
    position: 'Position, of an item that moved past others.',
  },
  motion: {
    motion: 'Removed from the meeting, with its title in `old`.',
    text: 'Text.',
    result: 'Outcome.',
    mover: 'Name of who moved it.',
    seconder: 'Name of who seconded it.',
    'tally.for': tally('votes for'),
    'tally.against': tally('votes against'),
    'tally.abstain': tally('abstentions'),
    'tally.absent': tally('absences'),
    'tally.weighted.for': 'Sum of the weights for, unless it is that of the votes by name.',
    'tally.weighted.against': 'Sum of the weights against, unless it is that of the votes by name.',
  },
  person: {
    vote: 'The vote of a person; in an election, the candidate voted for.',
  },
  matter: {
    title: 'Title.',
    status: 'Status.',
  },
  document: {
    document:
      'URL of a file, or else its title: added is `new`, removed is `old`; both if a document has another file.',
  },
} as const satisfies Record<string, Record<string, string>>

/** The fields that a record of a kind has itself. */
export const ownFields = (kind: HistoryKind): string[] =>
  Object.keys(historyFields[kind]).filter((field) => field !== kind)

/** What a change is of: the record, or a part of it. */
export type AboutKind = keyof typeof historyFields
export const aboutKinds = Object.keys(historyFields) as AboutKind[]

/** Longer values are kept as digests, in bytes of UTF-8. */
export const historyValueMax = 20_000

/** The changes of a record that are kept, the newest ones. */
export const historyOfRecordMax = 200

/** The changes of a municipality that are kept, the newest ones. */
export const historyMax = 100_000
