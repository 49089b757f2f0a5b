import type { RecordKind } from '../../record/kinds.ts'
import type { Takedown } from '../../store/takedowns.ts'

const kinds: Record<Takedown['kind'], string> = {
  record: 'A record',
  document: 'A file',
  passage: 'Words',
  contact: 'Contact details',
}

const of: Record<RecordKind, string> = {
  organization: 'of a committee or board',
  person: 'of a person',
  membership: 'of a seat',
  meeting: 'of a meeting',
  agenda_item: 'of an agenda item',
  motion: 'of a motion',
  matter: 'of a report',
  action: 'of a step of a report',
  bylaw: 'of a by-law',
  declaration: 'of a declaration of interest',
  mayoral_decision: 'of a decision of the mayor',
}

/** The words of what was taken down in English. */
export const requestWords = {
  takedowns: {
    title: 'Removed on request',
    description: (council: string) =>
      `What was removed from this copy of the record of ${council}: the day, the kind and the reason.`,
    lead: 'What the operator of this site has removed from the record, why, and since when. What it said is not kept here; what the council itself publishes is not changed by it.',
    none: 'Nothing has been removed from this record.',
    more: (count: string) =>
      `Older removals than these ${count} are not listed here: ask the operator.`,
    kinds,
    of,
    lifted: 'no longer since {date}',
    removedOn: (date: string) => `Removed on request on ${date}`,
    because: (reason: string) => `Reason: ${reason}`,
    removedBy: 'It was removed by {operator}. {list}.',
    list: 'All that was removed from this record',
    link: 'Removed on request',
  },
}
