/** The words of alerts by e-mail, on pages and in e-mails, in English. */
export const alertWords = {
  heading: 'By e-mail',
  what: 'An e-mail with what is new in this feed, and nothing else.',
  address: 'E-mail address',
  speed: 'How often',
  speeds: {
    now: 'At once, one an hour at most',
    daily: 'Once a day, at 7 a.m.',
    weekly: 'Once a week, on Monday at 7 a.m.',
  },
  preview: 'What an e-mail looks like',
  which: 'What to send',
  tooCommon:
    'Nearly every record has these words, so an e-mail would be about everything. Search for words that say what you follow.',
  noEvent: 'Choose at least one.',
  events: {
    decided: { heading: 'Decided', choice: 'What was decided' },
    agenda: { heading: 'On an agenda', choice: 'What is on an agenda, before the meeting' },
    changed: { heading: 'Changed or cancelled', choice: 'What was changed or cancelled' },
    other: { heading: 'Also new', choice: 'What else is new, such as minutes and reports' },
  },
  counts: {
    decided: (count: number) => `${count} decided`,
    agenda: (count: number, day?: { weekday: string | null; date: string }) =>
      day === undefined
        ? `${count} on agendas`
        : day.weekday === null
          ? `${count} on the agenda of ${day.date}`
          : `${count} on ${day.weekday}’s agenda`,
    changed: (count: number) => `${count} changed`,
    other: (count: number) => `${count} new`,
  },
  submit: 'E-mail me',
  confirmFirst:
    'We first send a link to this address. Nothing else is sent until you have opened it and pressed the button there.',
  invalidAddress: 'Enter one e-mail address, such as name@example.ca.',
  throttled: 'Too many requests from this network. Try again in an hour.',
  asked: 'Look into your mailbox',
  askedText: (address: string) =>
    `We send an e-mail with a link to ${address}, unless it had one in the last day: that link is for everything that you ask for today; if you used it already, confirm this in “My alerts”. None goes to an e-mail address that left in the last 30 days. The link works for 48 hours.`,
  confirm: {
    title: 'Confirm your e-mail alerts',
    lead: 'You asked for these e-mails:',
    submit: 'Yes, send me these',
    done: 'Confirmed',
    doneText: 'You get an e-mail when something is new. Each has a link that stops it.',
  },
  leave: {
    title: 'Stop these e-mails',
    one: (title: string) => `Stop “${title}”`,
    all: 'Stop all e-mails from this site',
    text: 'Nothing has been changed yet. Press a button:',
    done: 'Stopped',
    doneText: 'You get no more of these e-mails.',
    doneAll:
      'You get no more e-mails from this site, and your address has been deleted. For 30 days, it cannot be entered here again, so that others cannot enter it.',
    after:
      'With the last one, your address is deleted. For 30 days, it cannot be entered here again, so that others cannot enter it.',
  },
  own: {
    title: 'My alerts',
    of: (address: string) => `What is sent to ${address}:`,
    unconfirmed: 'Not confirmed yet: nothing of it is sent.',
    gone: 'This page is not here any more: nothing is sent unless it comes back.',
    confirm: 'Yes, send me this',
    save: 'Save',
    stop: 'Stop this one',
    stopAll: 'Stop all and delete my address',
    saved: 'Saved.',
    export: 'All that is stored about this address (JSON)',
    stopped: 'E-mails to this address came back. Nothing is sent until you press this button:',
    resume: 'Send e-mails again',
    renew: 'Make all older links invalid',
    renewText: 'If somebody else has one of your e-mails: only this page has the new link.',
    ask: 'To see and change what you get, enter your address. We send a link to it.',
    askSubmit: 'Send the link',
    asked: (address: string) =>
      `If ${address} has alerts and had no such e-mail today, the link is on its way.`,
  },
  invalidLink: 'This link does not work any more',
  invalidLinkText:
    'It is not complete, it was used, or it is too old. To stop e-mails, use the link in the newest one; to begin again, choose “Follow” on a page of this site.',
  mail: {
    confirmSubject: (site: string) => `Confirm your e-mail alerts from ${site}`,
    confirmText: (site: string) =>
      `Somebody, probably you, asked ${site} to send e-mails to this address:`,
    confirmLink: 'To get them, open this page and press the button there:',
    confirmIgnore:
      'If it was not you, do nothing: what is not confirmed is deleted after 48 hours.',
    subject: (councils: string, feed: string, counted: readonly string[]) =>
      `${councils}: ${feed} – ${counted.join(', ')}`,
    was: (before: string) => `Before: ${before}`,
    gone: 'It is not there any more, or has another name now.',
    ended:
      'This page has not been here for a week, so there is no more to send. If it comes back, so do the e-mails.',
    endedSubject: (titles: string) => `Not here any more: ${titles}`,
    agenda: 'Agenda of the council',
    source: 'Published by the council',
    why: (feed: string) =>
      `You get this because you follow “${feed}”. To stop or change it, see the end of this e-mail.`,
    more: (count: number) => `${count} more are on the page of this feed.`,
    all: 'Everything in this feed:',
    stop: (feed: string) => `Stop “${feed}”:`,
    change: 'See and change what you get:',
    stopAll: 'Stop all e-mails from this site:',
    ownSubject: (site: string) => `Your e-mail alerts from ${site}`,
    ownText: (site: string) => `To see, change or stop what ${site} sends you:`,
    testSubject: (site: string) => `Test of the alerts from ${site}`,
    testText: 'This e-mail has the headers of those with what is new. Look at its source.',
    ownIgnore: 'If you did not ask for this link, do nothing.',
    from: (operator: string) => `Sent by ${operator}.`,
  },
} as const

type Wide<T> = T extends string
  ? string
  : T extends (...values: infer V) => string
    ? (...values: V) => string
    : { readonly [K in keyof T]: Wide<T[K]> }

export type AlertWords = Wide<typeof alertWords>
