/** The pages about the service. */
export const aboutWords = {
  title: 'About',
  description: 'What this service is, where its records come from, and how to report a mistake.',
  heading: 'About this service',
  lead: 'Reeve publishes the records of municipal councils: meetings, motions, who voted how, and by-laws, as pages and as data.',
  records: 'Where the records come from',
  recordsText:
    'From what councils publish themselves, such as their eSCRIBE or Legistar portals. The end of each page names its source and the date of the import. Reeve shows what the source publishes and adds no opinion, score or ranking.',
  notOfficial: 'Nothing here is an official record.',
  official: 'The minutes and by-laws of the council are; pages link to them where the source does.',
  missing: 'What is missing',
  meanings: [
    { term: 'Not recorded', text: ': the source does not have it. The council may.' },
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
}

export const privacyWords = {
  title: 'Privacy',
  description:
    'What this service stores about visitors, about people with an account, and about people named in records.',
  lead: 'Reading needs no account. Pages load nothing from other sites, and contain no advertising and no analytics.',
  visitors: 'Visitors',
  visitorsText:
    'The log has one line for each request: method, kind of page, status, duration, request ID and the ID of the API key. It has no IP address and no search words. Servers in front of Reeve may keep logs of their own: ask {operator}.',
  accounts: 'Accounts and API keys',
  accountsTexts: [
    'An account is an e-mail address and a password, which is stored only as a hash (Argon2id).',
    'A key is stored as a hash with its first eleven characters. For each key and day, the number of requests is stored for 400 days: not which requests, from where, or when.',
    'Cookies are for accounts only: the session, a recovery code for five minutes, and one that recognizes a browser that signed in before.',
    'Sign-ins and changes to accounts are logged with the network, never the full IP address.',
    'Deleting an account deletes its keys, sessions and usage at once.',
  ],
  names: 'People named in records',
  namesText:
    'Records name councillors, staff and members of the public, as minutes do. Only pages of people with a seat on the council or a committee are open to search engines; pages of others are kept out of them and have no statistics.',
  removal:
    'To remove or correct a name, ask the council first: the next import follows its records. Then ask {operator}.',
  detail: '{page} describes this in detail.',
  page: 'Privacy and safety',
}
