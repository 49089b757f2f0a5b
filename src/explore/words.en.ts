import { siteWords } from '../site/words.en.ts'
import { bodiesWords } from './bodies/words.en.ts'
import { bodyWords } from './body/words.en.ts'
import { bylawWords } from './bylaw/words.en.ts'
import { bylawsWords } from './bylaws/words.en.ts'
import { compareWords } from './compare/words.en.ts'
import { coverageWords } from './coverage/words.en.ts'
import { matterWords } from './matter/words.en.ts'
import { mattersWords } from './matters/words.en.ts'
import { meetingWords } from './meeting/words.en.ts'
import { meetingsWords } from './meetings/words.en.ts'
import { motionWords } from './motion/words.en.ts'
import { motionsWords } from './motions/words.en.ts'
import { overviewWords } from './overview/words.en.ts'
import { peopleWords } from './people/words.en.ts'
import { personWords } from './person/words.en.ts'
import { searchWords } from './search/words.en.ts'
import { votesWords } from './votes/words.en.ts'

/** Words for a motion, which in other languages agree with the name of its kind. */
const agreement = {
  results: {
    Carried: 'Carried',
    'Carried as amended': 'Carried as amended',
    Defeated: 'Defeated',
    Tabled: 'Tabled',
    Withdrawn: 'Withdrawn',
    Referred: 'Referred',
    Received: 'Received',
  },
  moved: 'Moved by {mover}.',
  movedAndSeconded: 'Moved by {mover}, seconded by {seconder}.',
  movedBy: (name: string) => `moved by ${name}`,
}

/** Every word of the pages in English. `{name}` is replaced by a link or a value. */
export const words = {
  ...siteWords,
  frame: {
    sections: 'Sections of this council',
    overview: 'Overview',
    meetings: 'Meetings',
    votes: 'Votes',
    people: 'Council',
    bodies: 'Bodies',
    matters: 'Matters',
    bylaws: 'By-laws',
    coverage: 'What’s missing',
    crumbs: 'Where this is',
    asOf: (date: string) => `Record as of ${date}`,
    shortened: (count: string) =>
      `This page shows and counts at most ${count} entries of each list. The API has them all: see “This page as JSON” below.`,
  },
  source: {
    heading: 'About this page',
    from: 'Source: {source}, imported {date}. Not an official record.',
    notImported: 'Nothing has been imported for this council yet.',
    importer: {
      escribe: 'eSCRIBE',
      legistar: 'Legistar',
      'legistar-archive': 'Legistar',
      'open-civic-data': 'Open Civic Data',
    },
    json: 'This page as JSON',
    jsonHow: 'The API returns this record as JSON. It needs a {key}, which is free:',
    key: 'key',
    copyCall: 'Copy the call',
    ocd: 'Open data (JSON, no key)',
    cite: 'Cite',
    copyCitation: 'Copy the citation',
    report: 'Report a problem',
    reportSubject: (url: string) => `Problem with ${url}`,
  },
  missing: {
    council: 'Council not found',
    councilText: 'This service has no council with this name. See {home}.',
    home: 'all councils',
    instead: 'What is on record for this council',
    searchFor: (words: string) => `Search for “${words}”`,
    filter: 'Invalid filter',
    withoutFilter: 'Show the page without filters',
    invalid: 'A value in the URL is not valid.',
    invalidDate: (name: string, value: string) =>
      `“${value}” in ${name} is not a date. Write a date as 2026-06-03.`,
    invalidWord: (name: string, value: string, allowed: string) =>
      `“${value}” in ${name} is not possible. Choose one of: ${allowed}.`,
    tooLong: (name: string, max: string) => `${name} may have at most ${max} characters.`,
    meeting: 'Meeting not found',
    meetingText: (council: string) => `The record of ${council} has no meeting with this name.`,
    agendaItems: 'Agenda items not found',
    agendaItemsText: () => 'The agenda of this meeting has no such items.',
    person: 'Person not found',
    personText: (council: string) => `The record of ${council} has no person with this name.`,
    bylaw: 'By-law not found',
    bylawText: (council: string) => `The record of ${council} has no by-law with this name.`,
    body: 'Body not found',
    bodyText: (council: string) => `The record of ${council} has no body with this name.`,
    matter: 'Matter not found',
    matterText: (council: string) => `The record of ${council} has no matter with this name.`,
    comparison: 'Nothing to compare',
    comparisonText: () => 'A comparison needs two people.',
    motion: 'Motion not found',
    motionText: (council: string) => `The record of ${council} has no motion with this name.`,
  },
  coverage: coverageWords,
  agreement: { feminine: agreement, masculine: agreement },
  noResult: 'No result recorded',
  noResultYet: 'No result yet',
  votes: {
    For: 'For',
    Against: 'Against',
    Abstain: 'Abstained',
    Absent: 'Absent',
    Recused: 'Recused',
    Other: 'Other',
  },
  list: {
    pages: 'Pages of this list',
    first: 'First page',
    next: 'Next page',
    show: 'Show',
    reset: 'Remove the filters',
    any: 'All',
    body: 'Body',
    allBodies: 'All bodies',
    from: 'From',
    to: 'To',
    unknown: (value: string) => `“${value}” is not in this list. Choose one of the others.`,
    opposite: (label: string) => `The opposite of “${label}”`,
  },
  seats: {
    role: 'Role',
    from: 'From',
    to: 'To',
    unknown: 'not recorded',
    current: 'current',
  },
  overview: overviewWords,
  meetings: meetingsWords,
  people: peopleWords,
  person: personWords,
  statuses: { cancelled: 'Cancelled', postponed: 'Postponed', scheduled: 'Scheduled' },
  recordStatuses: {
    Passed: 'Passed',
    Adopted: 'Adopted',
    Approved: 'Approved',
    Repealed: 'Repealed',
    Withdrawn: 'Withdrawn',
    'In force': 'In force',
    Proposed: 'Proposed',
    Defeated: 'Defeated',
    Open: 'Open',
    Closed: 'Closed',
  },
  meeting: meetingWords,
  motion: motionWords,
  matters: mattersWords,
  matter: matterWords,
  bylaws: bylawsWords,
  bylaw: bylawWords,
  bodies: bodiesWords,
  body: bodyWords,
  motions: motionsWords,
  votesPage: votesWords,
  search: searchWords,
  compare: compareWords,
}

export type Words = typeof words
