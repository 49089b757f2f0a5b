// What Legistar holds, in one shape, whether it was read from its Web API or from files that mirror it. Ids are
// Legistar's own. Texts are clean; a field that says nothing, a blank, a zero date, is null.

/** Something of Legistar, and where in the source it stands: `file`, `file#pointer` or a URL. */
interface Located {
  location: string
}

/** A body: the council, a committee, an office. */
export interface Body extends Located {
  id: number
  name: string
  /** The body's type in words, for example `Primary Legislative Body`. */
  type: string | null
  url: string | null
}

export interface Person extends Located {
  id: number
  name: string
  givenName: string | null
  familyName: string | null
  url: string | null
  contacts: Contact[]
}

export interface Contact {
  type: 'address' | 'email' | 'url' | 'fax' | 'voice'
  value: string
  note: string | null
}

/** A person's time in a body. */
export interface OfficeRecord extends Located {
  id: number
  personId: number
  bodyId: number
  title: string | null
  memberType: string | null
  /** YYYY-MM-DD. */
  start: string | null
  end: string | null
}

/** A meeting. */
export interface Event extends Located {
  id: number
  bodyId: number
  bodyName: string
  /** YYYY-MM-DD, and HH:MM where a time is set; both as on the wall of the meeting room. */
  date: string
  time: string | null
  venue: string | null
  comment: string | null
  agendaStatus: string | null
  agendaUrl: string | null
  minutesUrl: string | null
  videoUrl: string | null
  siteUrl: string | null
  items: EventItem[]
}

/** A line of a meeting's agenda or minutes. Its id is also that of the matter's step in its history. */
export interface EventItem extends Located {
  id: number
  /** Where it stands among the items of its meeting: as in the minutes, or as on the agenda while there are none. */
  sequence: number
  number: string | null
  title: string | null
  agendaNote: string | null
  minutesNote: string | null
  matterId: number | null
  matterType: string | null
  attachments: Attachment[]
  rollCall: Ballot[]
  action: Action
}

/** What was done with a matter, in a meeting or outside of one. */
export interface Action {
  name: string | null
  text: string | null
  result: string | null
  mover: Member | null
  seconder: Member | null
  /** Null where this part of the source does not tell how anybody voted. */
  votes: Ballot[] | null
}

/** A person as something else names them; the id is null where it only names them. */
export interface Member {
  id: number | null
  name: string
}

/** How one person voted, or answered a roll call. */
export interface Ballot extends Member {
  value: string
}

export interface Attachment {
  name: string
  url: string | null
}

/** A file of business: an ordinance, a resolution, a report. */
export interface Matter extends Located {
  id: number
  file: string | null
  name: string | null
  title: string | null
  type: string | null
  status: string | null
  summary: string | null
  text: string | null
  /** YYYY-MM-DD. */
  introduced: string | null
  enacted: string | null
  enactmentNumber: string | null
  siteUrl: string | null
  /** The first is the one who brought it in. */
  sponsors: Member[]
  attachments: Attachment[]
  history: HistoryStep[]
}

/** A step of a matter's history. */
export interface HistoryStep extends Located {
  id: number
  /** The meeting that took it; null for what happened outside of one. */
  eventId: number | null
  bodyId: number | null
  bodyName: string | null
  date: string | null
  /** Where it stands among the items of its meeting. */
  sequence: number
  action: Action
}
