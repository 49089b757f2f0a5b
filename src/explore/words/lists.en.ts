import { plural } from '../../site/words/grammar.ts'
import { lawWords, otherLaws } from './laws.en.ts'

const bylaws = lawWords('by-law', 'by-laws')

/** The words of the overview, the lists and the search in English. */
export const listWords = {
  overview: {
    title: 'Overview',
    description: (council: string) =>
      `What ${council} decided lately, what is next, and who sits on the council.`,
    empty: 'No meeting and no motion with a date is on record.',
    held: { meetings: 'meetings', motions: 'motions', votes: 'who voted how' },
    between: (held: string, months: string) => `On record: ${held}, ${months}.`,
    undated: (count: number, shown: string) =>
      `${shown} ${plural(count, 'motion has', 'motions have')} no date.`,
    ended: (last: string) =>
      `The last meeting on record was on ${last}. Newer ones may be on {site}.`,
    site: 'the council’s own site',
    next: 'Next meetings',
    noNext: 'No upcoming meeting is on record.',
    latest: 'Latest meetings',
    noLatest: 'No past meeting is on record.',
    nextOthers: 'Committees and boards',
    noNextOfCouncil:
      'No upcoming meeting of the council is on record. Its calendar may be on {site}.',
    agenda: 'Agenda',
    noAgendaYet: 'Its agenda is not on record yet. It may be on {site}.',
    decided: 'Decided last',
    noneDecided: 'No decision of the council is on record.',
    motionsOf: (shown: string, all: string) => `${shown} of ${all} motions`,
    allDecisions: 'Everything decided at this meeting',
    noMeeting: 'This meeting is not on record, only its motions.',
    allOnDay: 'Everything decided on this day',
    find: 'Your councillor',
    bySeat: {
      ward: 'Choose a ward or a name',
      district: 'Choose a district or a name',
      seat: 'Choose a name',
    },
    seat: (ward: string, name: string) => `${ward}: ${name}`,
    allMembers: 'All council members',
    map: 'On a map',
    mapLinks: 'The map has the same links as the list.',
    nextOfCouncil: 'Next council meeting',
    wholeAgenda: (items: string) => `Whole agenda: ${items} items`,
    decidedOn: (date: string) => `Decided on ${date}`,
    yourCouncil: 'Your council',
    doors: {
      label: 'Lists of the record',
      defeated: { name: 'Defeated', about: (months: string) => `defeated or refused, ${months}` },
      contested: {
        name: 'Contested',
        about: (months: string) => `somebody for and somebody against, ${months}`,
      },
      bylaws: {
        about: (hasTexts: boolean) => `how each was made${hasTexts ? ', and its text' : ''}`,
      },
      matters: { name: 'Reports', about: 'and all that became of them' },
      meetings: {
        name: 'Meetings',
        parts: { agendas: 'agendas', minutes: 'minutes', motions: 'motions', votes: 'votes' },
      },
    },
    allMeetings: 'All meetings',
  },
  meetings: {
    title: 'Meetings',
    description: (council: string) =>
      `Meetings of ${council}, its committees and boards, and what is on record of each.`,
    missedBy: (person: string) => `Only meetings whose attendance has ${person} as absent.`,
    withVotes: 'Only with recorded votes',
    count: (count: number, shown: string) => `${shown} ${plural(count, 'meeting', 'meetings')}`,
    comingUp: 'Coming up',
    past: 'Past',
    later: 'Later meetings',
    onDay: (date: string, count: number) =>
      `${date}: ${count} ${plural(count, 'meeting', 'meetings')}`,
    none: 'No meetings on record.',
    noneSuch: 'No meeting on record matches these filters.',
    agenda: 'agenda',
    minutes: 'minutes',
    video: 'video',
    motions: (count: number) => `${count} ${plural(count, 'motion', 'motions')}`,
    recorded: (count: number) => `${count} ${plural(count, 'recorded vote', 'recorded votes')}`,
    noMinutesYet: 'minutes not published yet',
    noMinutes: 'no minutes on record',
  },
  motions: {
    title: 'Motions',
    description: (council: string) =>
      `Motions of ${council} and its committees, with their results.`,
    result: 'Result',
    allResults: 'All results',
    writtenResult: 'Result, as the source writes it',
    kind: 'Kind',
    allKinds: 'All kinds',
    mover: 'Moved by',
    anyone: 'Anyone',
    recordedOnly: 'Only with recorded votes',
    contestedOnly: 'Contested only',
    about: 'With all these words',
    noneSuch: 'No motion on record matches these filters.',
    none: 'Not recorded: no motion of this council is on record.',
    namedOnly: (count: number, against: number) =>
      `${count} ${plural(count, 'vote', 'votes')} by name${against > 0 ? `, ${against} against` : ''}, without a count`,
    againstOnly: (count: number) =>
      `${count} ${plural(count, 'member', 'members')} recorded against; no count published`,
    total: (shown: string) => `All motions (${shown})`,
    years: 'Years',
  },
  votesPage: {
    title: 'Recorded votes',
    description: (council: string) =>
      `Motions of ${council} of which the record says who voted how.`,
    person: 'Member',
    anyone: 'Anyone',
    dissent: 'Only with votes on the losing side',
    outvoted: 'Only when outvoted',
    none: 'Not recorded: no motion on record says who voted how.',
    noneSuch: 'No recorded vote matches these filters.',
    noneShown: 'None of the recorded votes is of this kind.',
    showsLabel: 'Which votes',
    allShown: 'All votes',
    shows: {
      defeated: 'Defeated',
      close: 'Close',
      unanimous: 'Unanimous',
      contested: 'Contested',
    },
    meanings: {
      defeated: 'Motions that lost, and what was refused or disapproved.',
      close: 'At least a third of the counted votes on each side.',
      unanimous: 'All counted votes for, or all against; abstentions and absences are neither.',
      contested: 'Votes both for and against.',
    },
    counted: {
      title: 'Counts',
      of: 'Motions with recorded votes',
      named: (person: string) => `With a vote of ${person}`,
      motions: 'That match',
      cast: 'For, against or abstained',
      losing: 'On the losing side',
      uncounted: 'Motions with some names, without a count',
      uncountedVotes: (value: string) => `${value}, on these`,
      rollCallVotes: (value: string) => `${value}, in roll calls`,
      unrecorded: 'Motions without a recorded vote',
      means:
        'Votes are counted by name, as recorded. A motion without a recorded vote was decided too; who voted how is not recorded.',
    },
    closest: 'The closest votes on record',
    byDate: 'All close votes, newest first',
    views: 'View',
    list: 'List',
    grid: 'Table of members',
    member: 'Member',
    ofMeeting: 'Of one meeting: {meeting}.',
    unnamed: '?',
    noMember: '–',
    legend:
      '?: no vote of this member is recorded by name, although others are. –: not listed as a member or at this meeting. Absent: absent, as recorded.',
    moreMembers: (shown: string, all: string) =>
      `${shown} of ${all} people are shown; the page of each motion has all of them.`,
  },
  people: {
    members: 'Council members',
    description: (council: string) =>
      `The members of ${council}: how they voted and which meetings they attended.`,
    reasons:
      'Absences can have a reason, such as a leave: those that the source gives for absences from meetings are on the page {attendance}.',
    sorted: (count: number, shown: string) =>
      `${shown} ${plural(count, 'member', 'members')}: how they voted, which meetings they attended, and how often the vote went against them.`,
    voteless: 'Also listed by the source, without a vote on record: {names}.',
    bySeat: { ward: 'by ward', district: 'by district', seat: 'by seat' },
    byName: 'by name',
    seat: (parts: readonly string[]) => parts.join(', '),
    noMembers: 'Not recorded: the imported data does not say who sits on this council today.',
    former: 'Former members',
    voters: 'People who voted in the council',
    earlierVoters: 'In earlier years',
    votedFrom: 'Voted from',
    byLatestVote: 'Choose a name, the latest voters first',
    allVoters: 'All who voted in the council',
    votersText:
      'The imported data has votes of these people in the council, and does not say when they took or left a seat.',
    votedIn: (body: string, months: string) =>
      months === '' ? `Voted in ${body}` : `Voted in ${body}, ${months}`,
    months: (first: string, last: string) => `${first} to ${last}`,
    undated: (months: string, count: number, shown: string) =>
      `${months} (and ${shown} ${plural(count, 'vote', 'votes')} without a date)`,
    votes: (count: number, shown: string) => `${shown} ${plural(count, 'vote', 'votes')}`,
    postalCode: 'Postal code, or its first three characters',
    map: (noun: string) =>
      `Choose a ${noun} to see who sits for it. The list of members has the same links.`,
    vacant: 'no one on record',
    noWard: (noun: string) =>
      `No ${noun} of this council on record is there. The list below has all members.`,
    wardsFound: (count: number, noun: string): string =>
      plural(count, `The ${noun} there:`, `The ${noun}s there:`),
    areas: { ward: 'ward', district: 'district', seat: 'ward' },
    everyone: 'All people named in the records',
    everyoneText: 'Members of council and committees, staff, and others whom the record names.',
    noOne: 'Not recorded: the record names no one.',
  },
  totals: {
    name: 'Member',
    seats: { ward: 'Ward', district: 'District', seat: 'Seat' },
    names: {
      votes: 'Votes cast',
      attendance: 'Meetings attended',
      absences: 'Absent at votes',
      losing: 'On the losing side',
      recusals: 'Recusals',
      moved: 'Motions moved',
    },
    sortBy: 'Sort by',
    part: (count: string, of: string) => `${count} of ${of}`,
    unknown: '–',
    unknownIs: 'A dash means “not recorded”.',
    means: {
      votes: 'Votes cast are those for, against and abstentions, in council and committees.',
      attendance: 'Attendance is of the meetings whose roll call names the person.',
      absences:
        'Absent at votes counts the recorded votes for which the source says that the person was absent, of all that name the person; it is not absence from a meeting.',
      losing:
        'The losing side is of the votes for or against on motions that were carried or defeated.',
      recusals: 'Recusals are recorded votes that the person kept out of because of an interest.',
      moved: 'Motions moved are those that name the person as mover.',
    },
    unrecorded: {
      votes: 'No vote of these people is recorded by name.',
      attendance: 'No roll call on record names these people.',
      absences: 'No absence at a vote is on record.',
      losing: 'No vote of these people is on a motion that was carried or defeated.',
      recusals: 'No recusal of anyone is on record.',
      moved: 'No motion on record names its mover.',
    },
    tooFew: (meetings: number, votes: number) =>
      `A percentage needs at least ${meetings} meetings or ${votes} votes; people with fewer come after the others.`,
    presentOnly:
      'The roll calls on record name only people who were present, so absences may be missing.',
  },
  matters: {
    title: 'Reports',
    description: (council: string) =>
      `Reports and files that ${council} dealt with: each step, motion and document.`,
    lead: 'Reports and files, tracked across meetings. The most recently active come first.',
    words: 'Words in reports',
    from: 'Latest step from',
    to: 'To',
    status: 'Status',
    category: 'Category',
    none: 'Not recorded: the imported data has no reports.',
    noneSuch: 'No report on record matches these filters.',
    lastSeen: (date: string) => `latest step ${date}`,
    lapsed: (date: string | null) => (date === null ? 'Lapsed' : `Lapsed ${date}`),
    undated: 'date not recorded',
  },
  bylaws: {
    title: bylaws.title,
    description: bylaws.description,
    q: 'Number or title',
    status: 'Status',
    category: 'Category',
    year: 'Year',
    none: bylaws.none,
    noneSuch: bylaws.noneSuch,
    /** Where the record has a noun of its own. */
    others: otherLaws,
    numbered: {
      bylaw: (number: string) => `By-law ${number}`,
      local_law: (number: string) => `Local Law ${number}`,
      ordinance: (number: string) => `Ordinance ${number}`,
    },
    undated: 'year not recorded',
    passedOn: (day: string) => `passed ${day}`,
    enactedOn: (day: string) => `became law ${day}`,
    inForceOn: (day: string) => `in force ${day}`,
  },
  bodies: {
    title: 'Committees and boards',
    lead: 'The council, its committees and boards.',
    description: (council: string) =>
      `The council, committees and boards of ${council}: members and meetings.`,
    kinds: {
      council: 'Council',
      committee: 'Committee',
      board: 'Board',
      commission: 'Commission',
      other: 'Other',
    },
    name: 'Council or committee',
    last: 'Last meeting on record',
    next: 'Next meeting on record',
    members: (count: number, shown: string) => `${shown} ${plural(count, 'member', 'members')}`,
    noDay: 'None on record',
    inactive: 'not active today',
    meetings: (count: number, shown: string) =>
      `${shown} ${plural(count, 'meeting', 'meetings')} on record`,
    none: 'No committees or boards on record.',
  },
  search: {
    title: 'Search',
    titled: (q: string) => `Search: ${q}`,
    words: 'Words',
    submit: 'Search',
    hint: 'A street, a topic, a name',
    kind: 'Kind',
    allKinds: 'Everything',
    kinds: {
      motion: 'Motion',
      matter: 'Report',
      agenda_item: 'Agenda item',
      key_statement: 'Statement',
      document_section: 'Document',
    },
    types: {
      motions: 'Motions',
      matters: 'Reports',
      agenda_items: 'Agenda items',
      key_statements: 'Statements',
      document_sections: 'Documents',
    },
    bets: 'Go to',
    question: {
      next: {
        found: 'Next meeting on record',
        none: 'The next meeting is not on record.',
      },
      last: {
        found: 'Last meeting on record',
        none: 'The last meeting is not on record.',
      },
    },
    file: (identifier: string) => `File ${identifier}`,
    body: 'Its members and meetings',
    person: 'Votes, motions and attendance',
    results: 'Results',
    others: (count: number) => `Also in ${count} more ${plural(count, 'record', 'records')}`,
    nothing: (q: string) => `Nothing found for “${q}”.`,
    found: (count: number, shown: string) => `${shown} ${plural(count, 'result', 'results')}.`,
    foundBoth: (count: number, shown: string, shownOthers: string) =>
      `${shown} ${plural(count, 'result', 'results')}, then ${shownOthers} that mention some of the words.`,
    foundMore: (count: number, shown: string) =>
      `${shown} ${plural(count, 'result', 'results')}, then older texts with the words.`,
    mentions: 'Mention some of the words',
    when: 'When it came up',
    inPeriod: (period: string, count: number, shown: string) =>
      `${period}: ${shown} ${plural(count, 'result', 'results')}`,
    most: (period: string, count: number, shown: string) =>
      `Most in ${period}: ${shown} ${plural(count, 'result', 'results')}.`,
    severally: {
      months: 'A result of several months counts in each.',
      years: 'A result of several years counts in each.',
    },
    undated: (count: number, shown: string) =>
      `${shown} ${plural(count, 'result has', 'results have')} no date.`,
    wholeCounted: 'Only results with all the words are counted.',
    newestCounted: (shown: string) => `Only the newest ${shown} texts are counted.`,
    onlyIn: (period: string) => `Only in ${period}`,
    between: (from: string | undefined, to: string | undefined) =>
      from === undefined
        ? `Only until ${to}`
        : to === undefined
          ? `Only from ${from}`
          : `Only from ${from} to ${to}`,
    anyDate: 'Any date',
    best: 'Best first',
    newest: 'Newest first',
    someWords: (q: string) => `No result has all the words of “${q}”; each has some of them.`,
    missing: (words: readonly string[]) => `Without: ${words.join(', ')}`,
    searchedOnly: (words: readonly string[]) =>
      `Only these words were searched: ${words.join(', ')}.`,
    anyWords: 'Results for any of the words.',
    nothingMore: 'No further results.',
    suggestions: 'Found instead: ',
    unfiltered: 'Search without the filters',
    unquoted: 'Search without the quotes',
    help: 'How to search',
    helps: [
      'Try fewer words, or one noun, as an agenda would have it: tenants, sidewalk, parking.',
      'Records whose title has your words come first, rare words before common ones; those that only mention them follow. Endings, capitals and accents do not matter: tenant finds tenants. Some words also find others of the same meaning, in English or French: garbage finds waste.',
      'Texts are found by the words of the language in which they are written.',
      'Put a phrase in double quotes: "safe access". Quotes are the only operator.',
      'To go straight to a record, enter a name, a ward, the title or number of a by-law, a file number, a date such as June 3, 2026, or the words next meeting.',
      'At most 256 characters and 64 words.',
    ],
    searchedTitle: 'What is searched',
    searched:
      'The search covers motions, reports, agenda items, statements, and documents whose text was imported, but not recordings.',
  },
}
