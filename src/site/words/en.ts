import { accountWords } from './accounts.en.ts'
import { docsWords } from './docs.en.ts'
import { plural } from './grammar.ts'
import { weightedWords } from './weighted.en.ts'

/** The words of the site in English. */
export const siteWords = {
  layout: {
    /** The name of the language in itself. */
    language: 'English',
    skip: 'Skip to content',
    site: 'Site',
    developers: 'Developers',
    menu: 'Menu',
    close: 'Close',
    languages: 'Languages',
    record: 'Council record',
    records: 'Council records',
    runsOn: 'Runs on Reeve, free software for the records of municipal councils.',
    runBy: (name: string) => `Run by ${name}`,
    operator: 'the operator of this service',
    contact: 'Contact the operator',
    contactUs: 'Contact us',
    about: 'About',
    privacy: 'Privacy',
    accessibility: 'Accessibility',
    terms: 'Terms',
    status: 'Status',
    documentation: 'Documentation',
    reference: 'API reference',
    keys: 'API keys',
    openapi: 'OpenAPI document',
    inLanguage: (name: string) => `in ${name}`,
    source: 'Source code',
  },
  ...weightedWords,
  asTable: 'Show as a table',
  accounts: accountWords,
  docs: docsWords,
  errors: {
    status: (status: number) => `Status ${status}, request ID `,
    notFound: 'Page not found',
    notTextResult: 'There is no page at {path}. Check it for typing errors, or go to the {home}.',
    home: 'home page',
    onRecord: 'Or see what is on record for {council}.',
    didYouMean: 'Did you mean {council}?',
    didYouMeanPage: 'Did you mean {page}?',
    searchIn: (council: string) => `Search ${council}`,
    sections: 'Sections of this site',
    unavailable: 'Temporarily unavailable',
    unavailableText: (seconds: number) =>
      `The database is busy or out of reach. Try again in ${seconds} seconds.`,
    searching: 'Too many searches',
    searchingText: 'Many people are searching at the moment. Try again in a few seconds.',
    methodNotAllowed: 'Method not allowed',
    methodNotAllowedText: (allow: string, method: string) =>
      `This page accepts ${allow}, not ${method}.`,
    otherSite: 'Form rejected',
    otherSiteText: (siteUrl: string) =>
      `This form was not sent from this site. Open ${siteUrl} and try again.`,
    tooLarge: 'Form too large',
    tooLargeText: 'The form is too large.',
    encoding: 'Unsupported form encoding',
    encodingText: 'Send fields as application/x-www-form-urlencoded, as a browser does.',
    invalidForm: 'Invalid form',
    invalidFormText: 'The form could not be read.',
    repeatedField: (name: string) => `The field ${name} must not be repeated.`,
    failed: 'Something went wrong',
    failedText:
      'Something went wrong on our side. Try again; if it keeps happening, send {operator} the request ID below.',
  },
  home: {
    description:
      'Meetings, motions and who voted how in municipal councils, to read and as a free JSON API.',
    title: 'What councils decide',
    lead: 'Meetings, decisions, who voted how, and by-laws of municipal councils.',
    councils: 'Councils',
    search: 'Search the records of councils',
    submit: 'Search',
    noneYet: 'This service has no municipality yet.',
    adding: 'A council is being imported from {location}, since {time}. Its page will be here.',
    notAdded: 'The first import, from {location}, did not succeed at {time}:',
    addedAt: 'It is tried again at {time}.',
    addAgain: 'If you are its operator, try again: {command}',
    ifOperator: 'If you are its operator, {importing}: {command}',
    importing: 'import a council',
    counts: { meetings: 'Meetings', people: 'People', motions: 'Motions', bylaws: 'By-laws' },
    links: { meetings: 'Meetings', votes: 'Recorded votes', people: 'Council members' },
    carried: 'Carried',
    defeated: 'Defeated',
    decidedLast: (date: string) => `Decided last, ${date}`,
    votes: (inFavour: string, against: string) => `${inFavour} for, ${against} against`,
    lastImport: 'Last import on {date}',
    notImported: 'Not imported yet',
    upcomingOnly: 'Upcoming meetings only',
    noMeetings: 'No meetings on record',
    span: (first: string, last: string) =>
      first === last ? `Meetings in ${first}` : `Meetings from ${first} to ${last}`,
    total: (count: number, shown: string) => `${shown} ${plural(count, 'council', 'councils')}.`,
    name: 'Name of a council',
    byLetter: 'Councils by letter',
    found: (count: number, shown: string) =>
      `${shown} ${plural(count, 'council', 'councils')} found`,
    noSuch:
      'This service has no such council. {link} that it has, or ask its operator to add the council.',
    regions: 'Show the regions',
    more: (shown: string) => `And ${shown} more: search by name.`,
    byRegion: 'Councils by province, state or country',
    region: 'Region',
    searchTitle: 'Search',
    matching: 'Councils with matching texts',
    results: (count: number, shown: string) => `${shown} ${plural(count, 'result', 'results')}`,
    resultsMore: (shown: string) => `More than ${shown} results`,
    resultsIn: (count: number, shown: string) =>
      `in ${shown} ${plural(count, 'council', 'councils')}.`,
    firstShown: (shown: string) => `Below are the first ${shown}.`,
    best: 'Best of each council first',
    bestFirst: 'Best first',
    feed: 'Feed of these words in all councils',
    newest: 'Newest first',
    previousPage: 'Previous page',
    nextPage: 'Next page',
    anyRegion: 'All regions',
    from: 'From',
    to: 'To',
    narrowSearch: 'Search these',
    kinds: {
      motion: 'Motion',
      matter: 'Report',
      agenda_item: 'Agenda item',
      key_statement: 'Statement',
      document_section: 'Document',
    },
    noneMatching:
      'No text of these councils matches. People and by-laws are found in the search of a council.',
    narrow: (count: number) =>
      `Write more of the name: up to ${count} councils with it are searched together.`,
    others: 'Other councils',
    choose: 'Choose the council whose record to search.',
    findCouncil: 'Find the council',
    noSuchSee: 'This service has no such council. See {home}.',
    all: 'all councils',
    elsewhere: 'Elsewhere',
    /** By the first two digits of a census subdivision (Statistics Canada, SGC). */
    provinces: {
      10: 'Newfoundland and Labrador',
      11: 'Prince Edward Island',
      12: 'Nova Scotia',
      13: 'New Brunswick',
      24: 'Quebec',
      35: 'Ontario',
      46: 'Manitoba',
      47: 'Saskatchewan',
      48: 'Alberta',
      59: 'British Columbia',
      60: 'Yukon',
      61: 'Northwest Territories',
      62: 'Nunavut',
    },
  },
  status: {
    title: 'Status',
    description: 'Up to when each council is on record, and which imports are late or failed.',
    allFine: 'Every council is up to date.',
    oneFine: (council: string) => `${council} is up to date.`,
    about: 'Up to when each council is on record, and which imports are late or failed.',
    noCouncil: 'No council is on record yet.',
    someLate: (councils: number, shown: string) =>
      `${shown} ${plural(councils, 'council is late, has nothing new, or its import did not succeed', 'councils are late, have nothing new, or their import did not succeed')}.`,
    council: 'Council',
    newestRecord: 'Newest meeting',
    asOf: 'Source as of',
    lastImport: 'Last import',
    age: 'Age',
    state: 'State',
    never: 'None yet',
    days: (days: number, shown: string) =>
      days === 0 ? 'today' : `${shown} ${plural(days, 'day', 'days')}`,
    fine: 'Up to date',
    more: (shown: string) => `And ${shown} more.`,
    late: (days: number) => `Late: no import in the last ${days} days.`,
    lateRead: (date: string) =>
      `Late: a source was last read on ${date}, longer ago than twice its interval.`,
    waits: (hosts: string) => `Waits for ${hosts}.`,
    running: 'It is being read, since {time}.',
    down: (sources: number) =>
      `{hosts} is down since {since}. {count} ${plural(sources, 'source waits', 'sources wait')} for it; the next attempt is after {time}.`,
    silent: (days: number) => `Nothing new in the last ${days} days, although imports succeed.`,
    failed: (date: string) => `The import of ${date} failed.`,
    interrupted: (date: string) =>
      `The import of ${date} was interrupted, because it took too long.`,
    service: 'This service',
    database: 'Database',
    units: { MiB: 'MiB', GiB: 'GiB' },
    free: (size: string) => `, ${size} of disk free`,
    lowDisk: 'The disk is almost full.',
    alerts: 'E-mail alerts',
    alertsOff: 'Off',
    subscribers: (active: string, unconfirmed: string, stopped: string) =>
      `Subscribers: ${active} active, ${unconfirmed} unconfirmed, ${stopped} stopped.`,
    mails: (waiting: string, sent: string) =>
      `E-mails: ${waiting} waiting, ${sent} sent in the last 30 days.`,
    mailsLate: 'E-mails wait for more than a day.',
    meanings: 'What the words mean',
    newestRecordIs: 'The last meeting on record that has taken place.',
    asOfIs: 'The day of the copy that was imported, else of its newest change or event.',
    lastImportIs: 'When the record was last read from its source.',
    stateIs: (late: number, silent: number) =>
      `A council is late after ${late} days without an import, or if a source was not read for twice the interval at which this service reads it. It has nothing new if its last meeting on record is more than ${silent} days old.`,
  },
  about: {
    title: 'About',
    description: 'What this service is, where its records come from, and how to report a mistake.',
    heading: 'About this record',
    lead: 'This site has the records of municipal councils: meetings, motions, who voted how, and by-laws, as pages and as data.',
    leadOf: (council: string) =>
      `What ${council} decides: its meetings, motions, who voted how, and by-laws, as pages and as data.`,
    records: 'Where the records come from',
    recordsText:
      'From what councils publish themselves, such as their eSCRIBE or Legistar portals. The end of each page names its source and the date of the import. This site shows what the source publishes. It adds no opinion and no grades, and judges no one: lists of people can be sorted by a count, and the order says nothing else.',
    notOfficial: 'Nothing here is an official record.',
    official:
      'The minutes and by-laws of the council are; pages link to them where the source does.',
    missing: 'What is missing',
    meanings: [
      { term: 'Not recorded', text: ': the imported data does not have it, but the council may.' },
      {
        term: 'Not yet',
        text: ': it may still be published, such as the minutes of a recent meeting.',
      },
      { term: 'None', text: ': the source has minutes, and they name none.' },
    ],
    names:
      'A name is linked to a person only with certainty: one that could be two people is linked to neither. Each council has a page with what is missing.',
    corrections: 'Report a mistake',
    tellOperator:
      'If a page differs from the minutes, tell the operator of this service. If the minutes are wrong, write to the council: the next import brings its correction.',
    writeTo:
      'If a page differs from the minutes, write to {operator}. If the minutes are wrong, write to the council: the next import brings its correction.',
    data: 'Use the data',
    dataText:
      'Pages about records have their data as JSON. The {documentation} has a first program in ten minutes. See also what this service stores about {visitors}.',
    documentation: 'documentation',
    visitors: 'visitors',
    contact: 'Contact',
  },
  privacy: {
    title: 'Privacy',
    description:
      'What this service stores about visitors, about people with an account, and about people named in records.',
    lead: 'Reading needs no account. Pages load nothing from other sites, and contain no advertising and no analytics.',
    visitors: 'Visitors',
    visitorsText:
      'The log has one line for each request: method, kind of page, status, duration, request ID and the ID of the API key. It has no IP address and no search words. Servers in front of it may keep logs of their own: ask {operator}.',
    accounts: 'Accounts and API keys',
    accountsTexts: [
      'An account is an e-mail address and a password, which is stored only as a hash (Argon2id).',
      'A key is stored as a hash with its first eleven characters. For each key and day, the number of requests is stored for 400 days: not which requests, from where, or when.',
      'Cookies are for accounts only: the session, a recovery code for five minutes, and one that recognizes a browser that signed in before.',
      'Sign-ins and changes to accounts are logged with the network, never the full IP address.',
      'Deleting an account deletes its keys, sessions and usage at once.',
    ],
    alerts: 'E-mail alerts',
    alertsTexts: [
      'To get a feed by e-mail, readers give an e-mail address and nothing else. It is stored with the feed and its filters, such as the words of a search, and used for nothing else.',
      'Without a confirmation it is deleted after 48 hours. Every e-mail has a link that stops it; with the last alert the address is deleted at once, and only a keyed hash of it is kept, for 30 days, so that others cannot enter it.',
      'E-mails have no pictures and no links that count. The mail server of this service, and those after it, see who gets them.',
    ],
    names: 'People named in records',
    namesText:
      'Records name councillors, staff and members of the public, as minutes do. Only pages of people with a seat on the council or a committee are open to search engines; pages of others are kept out of them and have no statistics.',
    removal:
      'To have words, a file, contact details or a whole record about you removed, write to {operator}. What is removed leaves every page, file and feed of this site, and no import brings it back; the day and the reason are listed, never the words. Backups that were made before keep it until they are deleted. What the council itself publishes, only the council can remove: write to it too. A wrong name or date that the council does not mend can be corrected here: the page then says what the council has.',
    detail:
      '{page} describes this in detail. {summary} has it on one page, to attach to an assessment.',
    page: 'Privacy and safety',
    summary: 'The privacy summary',
    contact: 'Questions about privacy',
  },
  accessibility: {
    title: 'Accessibility',
    description: 'How these pages are made usable for everyone, and how to report a barrier.',
    lead: 'Everyone should be able to read what their council decides: with a keyboard, a screen reader or large text, on any screen, and without a script.',
    standard: 'What the pages conform to',
    standardText:
      'They are built to conform to the Web Content Accessibility Guidelines (WCAG) 2.2, level AA.',
    tested:
      'On {date}, tests in a browser checked {pages} pages of version {version}. {report} says what they found by criterion, and what only a person can judge.',
    conformance: 'The conformance report',
    limits: 'Limits',
    limitsTexts: [
      'Documents that a council publishes, such as agendas in PDF, are its own and may have barriers.',
      'Most of the documentation, and the descriptions of the API, are in English only.',
    ],
    report: 'Report a barrier',
    writeTo:
      'Write to {operator}: say which page it is, and what does not work. You can also ask for a record in another form.',
    complain: 'If the response does not help',
    complainText:
      'You can complain to the body that enforces accessibility or human rights law where the municipality is, such as its human rights commission.',
    contact: 'Contact about accessibility',
  },
  terms: {
    title: 'Terms of use',
    description: 'What you may do with the record, and what this service does not promise.',
    lead: 'Reading is free, with or without an account. So is what you build with the data.',
    licence: 'Licence of the record',
    licensed: 'The record is published under the {licence}.',
    unlicensed:
      'This site as a whole states no licence of the record. The page “Coverage” of each council names the licence that its imported data states, if any. The council that published it may have one: see its open data page.',
    use: 'Use',
    useTexts: [
      'Name the council as the source, and the day: its record can change.',
      'Do not present the data as an official record, or as endorsed by the council.',
      'Requests of programs are limited, so that everyone gets a response.',
    ],
    promise: 'No warranty',
    promiseText: 'The data may be incomplete or wrong. Check what matters in the minutes.',
    software: 'The software is Reeve, under the MIT licence, which does not cover the record.',
    contact: 'Questions about the record',
  },
}

export type SiteWords = typeof siteWords
