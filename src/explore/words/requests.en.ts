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
    mark: '[withheld]',
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
  corrections: {
    title: 'Corrections',
    description: (council: string) =>
      `What the operator of this site has corrected in the record of ${council}.`,
    lead: 'What the operator of this site has put in place of what the source has, and why. The source itself is not changed by it.',
    none: 'Nothing has been corrected in this record.',
    to: (field: string, value: string) => `${field} is now “${value}”`,
    toNone: (field: string) => `${field} is now empty`,
    of: '{record}: {what}',
    lifted: 'until {date}',
    more: (count: string) =>
      `Older corrections than these ${count} are not listed here: ask the operator.`,
    link: 'Corrections',
    corrected: 'Corrected by {operator} on {date}: {what}. Reason: {reason}',
    was: (field: string, value: string) => `${field} was “${value}” in the source`,
    ofItem: (title: string) => `the title of the agenda item “${title}”`,
    wasNone: (field: string) => `${field} was not in the source`,
    wasOther: (field: string) => `${field} was another in the source`,
    source: (value: string) => `(in the source: “${value}”)`,
    sourceNone: '(not in the source)',
    sourceOther: '(another in the source)',
    agrees: 'The source has the same by now.',
    withheld: 'Something of this record was removed on request: {list}.',
    fields: {
      name: 'the name',
      name_fr: 'the French name',
      founding_date: 'the day of its beginning',
      dissolution_date: 'the day of its end',
      parent_key: 'the body to which it belongs',
      given_name: 'the given name',
      family_name: 'the family name',
      title: 'the title',
      bylaw_number: 'the number',
      passed_date: 'the day of passage',
      enacted_date: 'the day of enactment',
      identifier: 'the number',
      bylaw_key: 'the by-law',
      date: 'the date',
      end_date: 'the last day',
      location: 'the location',
      organization_key: 'the body',
      chair_key: 'the chair',
      result: 'the result',
      mover_name: 'the name of the mover',
      seconder_name: 'the name of the seconder',
      mover_key: 'the mover',
      seconder_key: 'the seconder',
      matter_key: 'the report',
      agenda_item_key: 'the agenda item',
    },
  },
}
