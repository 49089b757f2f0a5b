import { plural } from '../../site/words/grammar.ts'

const before = (amount: string) => `, at least ${amount} before the meeting`

/** The words of what a source changed in English. */
export const historyWords = {
  history: {
    title: 'What changed',
    about:
      'What the source says now, and what it said before. Each import sees what changed since the last one.',
    onOneDay: (day: string, from: string, to: string) => `On ${day}, between ${from} and ${to}`,
    between: (from: string, to: string) => `Between ${from} and ${to}`,
    dayAndTime: (day: string, time: string) => `${time} on ${day}`,
    seen: (at: string) => `Seen at ${at}; when it happened is not recorded`,
    minutesBefore: (count: number, shown: string) =>
      before(`${shown} ${plural(count, 'minute', 'minutes')}`),
    hoursBefore: (count: number, shown: string) =>
      before(`${shown} ${plural(count, 'hour', 'hours')}`),
    daysBefore: (count: number, shown: string) =>
      before(`${shown} ${plural(count, 'day', 'days')}`),
    value: '{name}: {new} (before: {old})',
    tooLong: '{name}: changed; the text is too long to be shown here',
    notStated: 'not stated',
    link: {
      added: '{name}: link added',
      removed: '{name}: link removed',
      changed: '{name}: another link',
    },
    item: {
      added: 'Added to the agenda: {title}',
      removed: 'Removed from the agenda: {title}',
      renamed: 'Agenda item renamed: {new} (before: {old})',
      numbered: {
        changed: '“{title}” is now item {new}; it was item {old}',
        added: '“{title}” is now item {new}; it had no number',
        removed: '“{title}” no longer has a number; it was item {old}',
      },
      moved: 'Moved on the agenda: {title}',
      movedBetween: 'Moved on the agenda, from item {from} to item {to}: {title}',
    },
    meeting: {
      removed: (meeting: string) => `Meeting removed: ${meeting}`,
      returned: 'On record again',
    },
    motion: { removed: 'Motion removed: {title}' },
    document: {
      added: 'Document added: {title}',
      removed: 'Document removed: {title}',
      changed: 'New file: {title}',
    },
    numbered: (shown: string) => `${shown} agenda items have other numbers`,
    moved: (shown: string) => `${shown} agenda items were moved`,
    orMore: (shown: string) => `${shown} or more`,
    more: (count: number, shown: string) =>
      `And ${shown} more ${plural(count, 'change', 'changes')}, in the API:`,
    others: (count: number, shown: string) =>
      `and ${shown} more ${plural(count, 'change', 'changes')}`,
    statuses: { completed: 'Completed' },
    fields: {
      title: 'Title',
      date: 'Date',
      start_time: 'Start',
      end_time: 'End',
      end_date: 'Last day',
      location: 'Location',
      status: 'Status',
      agenda_url: 'Agenda',
      minutes_url: 'Minutes',
      video_url: 'Video',
      text: 'Text',
      result: 'Result',
      mover: 'Moved by',
      seconder: 'Seconded by',
      'tally.for': 'Votes for',
      'tally.against': 'Votes against',
      'tally.abstain': 'Abstentions',
      'tally.absent': 'Absences',
      'tally.weighted.for': 'Weighted votes for',
      'tally.weighted.against': 'Weighted votes against',
    },
  },
  changes: {
    title: 'What changed in agendas',
    description: (council: string) =>
      `What ${council} added to agendas, removed from them or moved, and which meetings it cancelled, week by week.`,
    span: (first: string, last: string) => `From ${first} to ${last}`,
    about:
      'Each import sees what changed since the last one. Minutes and recordings that were added later are on the pages of meetings.',
    none: 'No import saw a change in these seven days.',
    more: (count: number, shown: string) =>
      `And ${shown} more ${plural(count, 'change', 'changes')}, on the page of the meeting.`,
    cut: 'The spreadsheet below has all changes of these days.',
    earlier: (day: string) => `Earlier: until ${day}`,
    entry: (meeting: string) => `Changed: ${meeting}`,
  },
}
