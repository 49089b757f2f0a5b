// Made by "npm run docs" from openapi.json. Change that, not this.

export interface Lists {
  'meetings': { item: MeetingItem; filters: { per_page?: number | undefined; type?: string | undefined; date_from?: string | undefined; date_to?: string | undefined; has_transcript?: boolean | undefined; has_minutes?: boolean | undefined; has_recorded_votes?: boolean | undefined; status?: string | undefined; organization?: string | undefined; slug?: string | undefined; updated_since?: string | undefined; include?: string | undefined } }
  'attendance': { item: (AttendanceItem | PersonAttendance); filters: { per_page?: number | undefined; updated_since?: string | undefined; person?: string | undefined; meeting?: string | undefined; organization?: string | undefined; present?: boolean | undefined; date_from?: string | undefined; date_to?: string | undefined; by?: "person" | undefined } }
  'organizations': { item: OrganizationItem; filters: { per_page?: number | undefined; slug?: string | undefined; updated_since?: string | undefined } }
  'people': { item: PersonItem; filters: { per_page?: number | undefined; is_councillor?: boolean | undefined; name?: string | undefined; organization?: string | undefined; slug?: string | undefined; updated_since?: string | undefined; include?: string | undefined } }
  'wards': { item: WardItem; filters: { per_page?: number | undefined } }
  'matters': { item: MatterItem; filters: { per_page?: number | undefined; status?: string | undefined; category?: string | undefined; date_from?: string | undefined; date_to?: string | undefined; slug?: string | undefined; updated_since?: string | undefined; include?: string | undefined } }
  'motions': { item: MotionItem; filters: { per_page?: number | undefined; result?: string | undefined; meeting?: string | undefined; outcome?: string | undefined; mover?: string | undefined; voter?: string | undefined; organization?: string | undefined; matter?: string | undefined; kind?: string | undefined; contested?: boolean | undefined; has_votes?: boolean | undefined; date_from?: string | undefined; date_to?: string | undefined; slug?: string | undefined; updated_since?: string | undefined; include?: string | undefined } }
  'votes': { item: VoteItem; filters: { per_page?: number | undefined; updated_since?: string | undefined; person?: string | undefined; motion?: string | undefined; meeting?: string | undefined; organization?: string | undefined; matter?: string | undefined; value?: string | undefined; result?: string | undefined; outcome?: string | undefined; contested?: boolean | undefined; dissent?: boolean | undefined; show?: "defeated" | "close" | "unanimous" | "contested" | undefined; date_from?: string | undefined; date_to?: string | undefined } }
  'agreement': { item: PairAgreementItem; filters: { per_page?: number | undefined; organization?: string | undefined; year_from?: number | undefined; year_to?: number | undefined } }
  'bylaws': { item: BylawItem; filters: { per_page?: number | undefined; status?: string | undefined; category?: string | undefined; year?: number | undefined; q?: string | undefined; slug?: string | undefined; updated_since?: string | undefined } }
  'declarations': { item: DeclarationItem; filters: { per_page?: number | undefined; updated_since?: string | undefined; person?: string | undefined; organization?: string | undefined; date_from?: string | undefined; date_to?: string | undefined } }
  'closed-sessions': { item: (ClosedSessionItem | ClosedGround); filters: { per_page?: number | undefined; updated_since?: string | undefined; organization?: string | undefined; date_from?: string | undefined; date_to?: string | undefined; by?: "ground" | undefined } }
  'notices': { item: NoticeItem; filters: { per_page?: number | undefined; updated_since?: string | undefined; organization?: string | undefined; kind?: string | undefined; date_from?: string | undefined; date_to?: string | undefined } }
  'mayoral-decisions': { item: MayoralDecisionItem; filters: { per_page?: number | undefined; updated_since?: string | undefined; kind?: string | undefined; bylaw?: string | undefined; date_from?: string | undefined; date_to?: string | undefined } }
  'search': { item: SearchItem; filters: { q?: string | undefined; type?: string | undefined; match?: "best" | "all" | "any" | undefined; sort?: "relevance" | "date" | undefined; date_from?: string | undefined; date_to?: string | undefined; organization?: string | undefined; person?: string | undefined; per_page?: number | undefined } }
}

export interface Details {
  'meetings': MeetingDetail
  'organizations': OrganizationDetail
  'people': PersonDetail
  'matters': MatterDetail
  'motions': MotionDetail
  'bylaws': BylawDetail
  'documents': DocumentDetail
}

export type ChangesFilters = { per_page?: number | undefined; since?: string | undefined; kind?: string | undefined }

export type SearchAllFilters = { q?: string | undefined; region?: string | undefined; municipality?: string | undefined; from?: string | undefined; to?: string | undefined; type?: string | undefined; match?: "best" | "all" | "any" | undefined; sort?: "relevance" | "date" | undefined; per_page?: number | undefined }

/** A meeting in a list. */
export interface MeetingItem {
  /** Numeric id. */
  id: number
  /** Stable slug. */
  slug: string
  /** Title. */
  title: string
  /** Date of the meeting in local time. */
  date: string
  /** Kind of meeting, as the source writes it. */
  type: string | null
  /** Whether an agenda is published. */
  has_agenda: boolean
  /** Whether minutes are published. */
  has_minutes: boolean
  /** Whether a transcript is published. */
  has_transcript: boolean
  /** Name of the organization that met. */
  organization: string | null
  /** Summary of the meeting, if the source has one. */
  summary: string | null
  /** URL of the page that shows it. */
  url: string
  /** Time of the last change to it or its parts. */
  updated_at: string
  /** Slug of the organization that met. */
  organization_slug: string | null
  /** Start time with the UTC offset of the municipality (RFC 3339). */
  start_time: string | null
  /** End time, as it was or as it was planned, with the UTC offset of the municipality (RFC 3339). */
  end_time: string | null
  /** Location. */
  location: string | null
  /** Status of the meeting. */
  status: "scheduled" | "completed" | "cancelled" | "postponed"
  /** What the source says of the status, in its own words. */
  status_note: string | null
  /** URL of the recording. */
  video_url: string | null
  /** URL of the minutes. */
  minutes_url: string | null
  /** URL of the agenda. */
  agenda_url: string | null
  /** Last day of a meeting of several days; else null. */
  end_date: string | null
  /** Agenda items, in order. */
  agenda_items?: MeetingAgendaItem[]
  /** Motions, in order. */
  motions?: MeetingMotion[]
  /** Attendance, if recorded. */
  attendance?: MeetingAttendee[]
  /** Its own documents, then those of its agenda items. */
  documents?: MeetingDocument[]
}

/** How somebody attended a meeting. */
export interface AttendanceItem {
  /** Number of the line, until the meeting is imported again. */
  id: number
  /** Slug of the person; null for somebody who is no person of the record. */
  person_slug: string | null
  /** Name of the person. */
  person_name: string
  /** Slug of the meeting. */
  meeting_slug: string
  /** Day of the meeting. */
  date: string
  /** Name of the body that met. */
  organization: string | null
  /** Slug of the body that met. */
  organization_slug: string | null
  /** Whether the person was there: `part` if the source says that it was for a part of the meeting, or not at each of its sessions. */
  attended: "present" | "part" | "absent"
  /** `remote`, if the source says so; else not recorded. */
  mode: "remote" | null
  /** Why the person was absent, or how they attended, in the words of the source. */
  reason: string | null
  /** Each session of the day, if the source records them. */
  sessions: AttendanceSession[]
  /** URL of the page that shows it. */
  url: string
  /** Time of the last change to it or its parts. */
  updated_at: string
}

/** How often somebody attended the meetings of a body whose attendance is recorded. */
export interface PersonAttendance {
  /** Slug of the person; null for somebody who is no person of the record. */
  person_slug: string | null
  /** Name of the person. */
  person_name: string
  /** Name of the body that met. */
  organization: string | null
  /** Slug of the body that met. */
  organization_slug: string | null
  /** Meetings with recorded attendance on days on which the person had a seat on the body, a part of a term included; null if no seat is on record, or one that ended on an unknown day. */
  meetings: number | null
  /** Meetings whose attendance names the person. */
  recorded: number
  /** Those at which the person was there, or for a part. */
  attended: number
  /** Those at which the person was not. */
  absent: number
  /** Day of the first of them. */
  first: string | null
  /** Day of the last of them. */
  last: string | null
}

/** An organization in a list. */
export interface OrganizationItem {
  /** Numeric id. */
  id: number
  /** Stable slug. */
  slug: string
  /** Name. */
  name: string
  /** Name in French; null if the source has none. */
  name_fr: string | null
  /** Kind of organization; null if unknown. */
  classification: "council" | "committee" | "board" | "commission" | "other" | null
  /** Slug of the organization that it belongs to. */
  parent_slug: string | null
  /** Whether it exists today: false before its start date or after its end date, true if it has members; null if the record says neither. */
  is_active: boolean | null
  /** URL of the page that shows it. */
  url: string
  /** Time of the last change to it or its parts. */
  updated_at: string
  /** First day; null if unknown. */
  founding_date: string | null
  /** Last day; null if unknown or ongoing. */
  dissolution_date: string | null
}

/** A person in a list. */
export interface PersonItem {
  /** Numeric id. */
  id: number
  /** Stable slug. */
  slug: string
  /** Name. */
  name: string
  /** Whether the person is on the council today. */
  is_current_councillor: boolean
  /** Party, if the source names one. */
  party: string | null
  /** URL of a portrait. */
  image_url: string | null
  /** Role on the council today; null if there is none, several that differ, or several councils. */
  role: string | null
  /** Label of the seat on the council today; null if there is none, several that differ, or several councils. */
  ward: string | null
  /** URL of the page that shows it. */
  url: string
  /** Time of the last change to it or its parts. */
  updated_at: string
  voting_summary?: VotingSummary
  attendance_summary: AttendanceSummary
  /** Where the person voted without a seat on record, latest first; empty if they have or had a seat on a council. */
  voted_in: VotingSpan[]
  /** Memberships, newest first; undated ones last. */
  memberships?: PersonMembership[]
}

/** A ward whose boundaries were imported. */
export interface WardItem {
  /** Name, as the file of the boundaries writes it. */
  name: string
  /** Its number, with the letter of a part, if its name has one. */
  number: string | null
  /** Open Civic Data id, made of that of the municipality and the number by their convention; null without a number, or if nothing calls it a ward or district. */
  division_id: string | null
  /** Beginnings of the postal codes in it, in capitals without spaces, if the file has some. */
  postal_codes: string[]
  /** Who sits for it today, on any council of the municipality; empty if no one is on record. */
  people: WardPerson[]
}

/** A matter in a list. */
export interface MatterItem {
  /** Numeric id. */
  id: number
  /** Stable slug. */
  slug: string
  /** Identifier as the source writes it. */
  identifier: string | null
  /** Title. */
  title: string
  /** Status, if the source has one. */
  status: string | null
  /** Category, if the source has one. */
  category: string | null
  /** Description, cut after 200 characters in lists. */
  description: string | null
  /** Date of the first held meeting, decision or other step. */
  first_seen: string | null
  /** Date of the last held meeting, decision or other step; its lapse is none. */
  last_seen: string | null
  /** Whether the source says that it ended undecided, with a session or by time. */
  lapsed: boolean
  /** Date on which it lapsed, if that is known. */
  lapsed_on: string | null
  /** URL of the page that shows it. */
  url: string
  /** Time of the last change to it or its parts. */
  updated_at: string
  /** Reference to a by-law. */
  bylaw: BylawRef | null
  /** Agenda items, newest first. */
  agenda_items?: MatterAgendaItem[]
  /** Motions, newest first. */
  motions?: MatterMotion[]
  /** Steps that the source records, oldest first. */
  actions?: MatterAction[]
}

/** A motion in a list. */
export interface MotionItem {
  /** Numeric id. */
  id: number
  /** Stable slug. */
  slug: string
  /** What the motion does, in the record's own words: its summary in plain words, or what its text decides, cut only where a clause ends; where that is procedure only, or not on record, what it is about; or else its kind and number. */
  title: string
  /** Where title is from: the summary, the clause that it decides, the subject, or a name such as its kind and number. */
  title_from: "summary" | "clause" | "subject" | "name"
  /** What tells it from another motion of the same title: the body, the mover and number, a file number, the order in the meeting, or its day. */
  title_tag: string | null
  /** What was done, in short words of the source that has nothing else: Approved by Council. */
  decision: string | null
  /** The parts of a sentence that says what became of the motion. */
  outcome: MotionOutcome | null
  /** By what step what the motion decided was vetoed, and what the record says of that later. null if no veto is on record. */
  veto: MotionVeto | null
  /** Why as many as were against, or more, were not enough, where the source says so or the count is even. */
  result_note: "two_thirds" | "tie" | null
  /** Title of its agenda item, or else of its matter: what it is about, which it may reject. */
  item_title: string | null
  /** What became of the matter of a motion, or else of its agenda item: the main motion, of kind motion and with a result, of its last day. null for that motion itself, for another main motion of that day, and where the order of motions is not known. */
  item_outcome: ItemOutcome | null
  /** Whether the source has the text up to what was decided. */
  text_complete: boolean
  /** Summary of the motion, or its first 200 characters. */
  text: string | null
  /** Outcome: Carried, Defeated, Tabled, Withdrawn, Referred, or the wording of the source. */
  result: string | null
  /** What it is. procedural: how the meeting is run. notice: given now, for a later meeting. inquiry: a question to staff. election: a ballot. null where the source does not say. */
  kind: "motion" | "amendment" | "procedural" | "notice" | "inquiry" | "election" | null
  /** Whether somebody voted for and somebody against; null if not counted. */
  contested: boolean | null
  /** Name of the mover. */
  mover_name: string | null
  /** Slug of the mover; null if the name could not be matched with certainty. */
  mover_slug: string | null
  /** Name of the mover as the source writes it. */
  mover_name_as_written: string | null
  /** Name of the seconder. */
  seconder_name: string | null
  /** Slug of the seconder; null if the name could not be matched with certainty. */
  seconder_slug: string | null
  /** Name of the seconder as the source writes it. */
  seconder_name_as_written: string | null
  /** Slug of the meeting. */
  meeting_slug: string | null
  /** Date of the meeting. */
  meeting_date: string | null
  /** URL of the page that shows it. */
  url: string
  /** Time of the last change to it or its parts. */
  updated_at: string
  /** Number of the motion, as the source writes it. */
  identifier: string | null
  tally?: MotionTally
  /** Name of the organization that decided the motion, or else of the one that met. */
  organization: string | null
  /** Slug of that organization. */
  organization_slug: string | null
  /** Slug of the agenda item. */
  agenda_item_slug: string | null
  /** Slug of the matter. */
  matter_slug: string | null
  /** What was counted, as the source writes it: unweighted, a vote for each member; weighted, the weights of the members; stakeholder, only the votes of members whose areas take part, weighted if there are sums of weights; null if the source does not say. */
  vote_basis: "unweighted" | "weighted" | "stakeholder" | null
  /** Individual votes, if recorded. */
  votes?: MotionVote[]
  /** Full text. */
  text_content?: string | null
  /** By-laws that the motion passes, if linked. */
  bylaws?: BylawRef[]
  /** Candidates of an election, in the order of the source. */
  candidates?: MotionCandidate[]
}

/** How one person voted on a motion. */
export interface VoteItem {
  /** Slug of the person; null if the name could not be matched with certainty. */
  person_slug: string | null
  /** Name. */
  person_name: string
  /** Vote. */
  vote_value: "For" | "Against" | "Abstain" | "Absent" | "Recused" | "Other"
  /** Original wording of the source, if it is more specific. */
  reason: string | null
  /** Slug of the motion. */
  motion_slug: string
  /** What the motion does, in the record's own words: its summary in plain words, or what its text decides, cut only where a clause ends; where that is procedure only, or not on record, what it is about; or else its kind and number. */
  title: string
  /** Where title is from: the summary, the clause that it decides, the subject, or a name such as its kind and number. */
  title_from: "summary" | "clause" | "subject" | "name"
  /** What tells it from another motion of the same title: the body, the mover and number, a file number, the order in the meeting, or its day. */
  title_tag: string | null
  /** What was done, in short words of the source that has nothing else: Approved by Council. */
  decision: string | null
  /** The parts of a sentence that says what became of the motion. */
  outcome: MotionOutcome | null
  /** By what step what the motion decided was vetoed, and what the record says of that later. null if no veto is on record. */
  veto: MotionVeto | null
  /** Why as many as were against, or more, were not enough, where the source says so or the count is even. */
  result_note: "two_thirds" | "tie" | null
  /** Title of its agenda item, or else of its matter: what it is about, which it may reject. */
  item_title: string | null
  /** What became of the matter of a motion, or else of its agenda item: the main motion, of kind motion and with a result, of its last day. null for that motion itself, for another main motion of that day, and where the order of motions is not known. */
  item_outcome: ItemOutcome | null
  /** Whether the source has the text up to what was decided. */
  text_complete: boolean
  /** The same as title. */
  motion_title: string
  /** Summary of the motion, or its first 200 characters. */
  motion_text: string | null
  /** Outcome of the motion: Carried, Defeated, Tabled, Withdrawn, Referred, or the wording of the source. */
  result: string | null
  /** Votes for the motion; `outcome.weighted` has the sums of weights. */
  for: number | null
  /** Votes against the motion. */
  against: number | null
  /** Whether somebody voted for and somebody against; null if not counted. */
  contested: boolean | null
  /** Whether the vote was on the losing side: against a carried motion, or for a defeated one. null for other votes and outcomes, and if the result contradicts the counts. */
  dissent: boolean | null
  /** Slug of the meeting. */
  meeting_slug: string | null
  /** Date of the meeting. */
  meeting_date: string | null
  /** Name of the organization that decided the motion, or else of the one that met. */
  organization: string | null
  /** Slug of that organization. */
  organization_slug: string | null
  /** Slug of the matter. */
  matter_slug: string | null
  /** URL of the page that shows it. */
  url: string
  /** Time of the last change to it or its parts. */
  updated_at: string
  /** How many votes it counts as, where the source states it; null elsewhere. */
  weight: number | null
  /** What was counted, as the source writes it: unweighted, a vote for each member; weighted, the weights of the members; stakeholder, only the votes of members whose areas take part, weighted if there are sums of weights; null if the source does not say. */
  vote_basis: "unweighted" | "weighted" | "stakeholder" | null
}

/** How often two people voted alike. */
export interface PairAgreementItem {
  /** Slug of the person whose name comes first. */
  person_slug: string
  /** Name of that person. */
  person_name: string
  /** Slug of the other person. */
  other_slug: string
  /** Name of the other person. */
  other_name: string
  /** Motions on which both voted For or Against. */
  motions: number
  /** Of these, motions on which they voted alike. */
  same: number
  /** Of these motions, those that somebody voted for and somebody against. */
  contested_motions: number
  /** Of the contested motions, those on which they voted alike. */
  contested_same: number
}

/** A by-law in a list. */
export interface BylawItem {
  /** Numeric id. */
  id: number
  /** Stable slug. */
  slug: string
  /** Title. */
  title: string
  /** Number of the by-law, or of what the council has instead, such as a local law or an ordinance. */
  bylaw_number: string | null
  /** Status as the source writes it. */
  status: string | null
  /** Category, if the source has one. */
  category: string | null
  /** Year, as stated by the source, or else of the day on which it was passed, became law or was last dealt with. */
  year: number | null
  /** URL of the page that shows it. */
  url: string
  /** Time of the last change to it or its parts. */
  updated_at: string
  /** Date on which it was passed, as stated by the source, or else of the motion that passed it; null if it was vetoed. */
  passed_date: string | null
  /** Date on which it became law, if the source states it. */
  enacted_date: string | null
  /** Whether it was vetoed, and the veto was not overridden. */
  vetoed: boolean
}

/** A declaration of interest, or a recusal whose reason says that an interest was declared. */
export interface DeclarationItem {
  /** Name of the entry, unique in the register. */
  slug: string
  /** Slug of the person; null if the name could not be matched with certainty. */
  person_slug: string | null
  /** Name. */
  person_name: string
  /** Slug of the meeting. */
  meeting_slug: string | null
  /** Slug of the agenda item; null if it is not on an agenda on record. */
  agenda_item_slug: string | null
  /** Number of the item, as the source of the entry writes it. */
  item_number: string | null
  /** Title of the item. */
  item_title: string | null
  /** Slug of the matter. */
  matter_slug: string | null
  /** Slug of the motion, of a recusal; null for a declaration. */
  motion_slug: string | null
  /** Name of the body. */
  organization: string | null
  /** Slug of the body. */
  organization_slug: string | null
  /** What the interest is, as the source writes it; null if it does not say, as for items closed to the public. */
  nature: string | null
  /** Date of the declaration. */
  declared_on: string | null
  /** Date on which the written statement was received. */
  received_on: string | null
  /** URL of the written statement. */
  statement_url: string | null
  /** The declaration as the source writes it, or the reason of the recusal. */
  text: string | null
  /** Time of the last change to it or its parts. */
  updated_at: string
}

/** An item that was closed to the public, or a resolution that closed a meeting. */
export interface ClosedSessionItem {
  /** Name of the entry, unique in the register. */
  slug: string
  /** Slug of the meeting. */
  meeting_slug: string | null
  /** Slug of the agenda item. */
  agenda_item_slug: string | null
  /** Number of the item. */
  item_number: string | null
  /** Title of the item; of the matter of the resolution, if no item is on record. */
  item_title: string | null
  /** Day of the meeting. */
  date: string | null
  /** Name of the body. */
  organization: string | null
  /** Slug of the body. */
  organization_slug: string | null
  /** Why it was closed, as the source writes it; null if it does not say. */
  ground: string | null
  /** The clauses that the ground names, without spaces. */
  clauses: string[]
  /** Slug of the resolution that closed it. */
  resolution_motion_slug: string | null
  /** What the agenda of the meeting, or of a later one that has its matter or names its day, has as the report in public, as written. */
  reported: string | null
  /** Time of the last change to it or its parts. */
  updated_at: string
}

/** How often a clause was the ground. */
export interface ClosedGround {
  /** The clause, without spaces; null for grounds that name none. */
  clause: string | null
  /** Entries whose ground names it. */
  count: number
  /** Day of the first of them. */
  first: string | null
  /** Day of the last of them. */
  last: string | null
}

/** An agenda item, or a meeting, that says that it is a public meeting or hearing under a planning law. */
export interface NoticeItem {
  /** Name of the entry, unique in the register. */
  slug: string
  /** One of public_meeting, public_hearing: what the title says it is. */
  kind: string
  /** Day of the meeting. */
  date: string
  /** When the meeting starts; null if not stated. */
  starts_at: string | null
  /** Where the meeting is; null if not stated. */
  place: string | null
  /** Status of the meeting. */
  status: string
  /** Slug of the meeting. */
  meeting_slug: string
  /** Title of the meeting. */
  meeting_title: string
  /** Slug of the agenda item; null if the meeting itself says so. */
  agenda_item_slug: string | null
  /** Number of the item. */
  item_number: string | null
  /** Title of the item. */
  item_title: string | null
  /** Number of the file or application as the title writes it, or that of the matter. */
  file: string | null
  /** Slug of the by-law that the item names, or that came of its matter. */
  bylaw_slug: string | null
  /** Slug of the matter. */
  matter_slug: string | null
  /** Name of the body. */
  organization: string | null
  /** Slug of the body. */
  organization_slug: string | null
  /** Time of the last change to it or its parts. */
  updated_at: string
}

/** A written decision of the mayor or another head of council. */
export interface MayoralDecisionItem {
  /** Name of the entry, unique in the register. */
  slug: string
  /** Number, as the source writes it. */
  number: string | null
  /** Day of the decision. */
  date: string | null
  /** One of direction, veto, no_veto, appointment, committee, budget, other. */
  kind: string
  /** Its kind in the words of the source. */
  stated_kind: string | null
  /** What it is about. */
  subject: string
  /** The decision as the source writes it, such as the reasons of a veto. */
  text: string | null
  /** URL of the decision. */
  document_url: string | null
  /** Number of the by-law that it is about, as written. */
  bylaw_number: string | null
  /** Slug of that by-law; null if the record does not have exactly one with this number. */
  bylaw_slug: string | null
  /** Slug of the matter that it is about. */
  matter_slug: string | null
  /** What council did about a veto. */
  council_response: CouncilResponse | null
  /** Time of the last change to it or its parts. */
  updated_at: string
}

/** A search result. */
export interface SearchItem {
  /** Kind of record. */
  type: "motion" | "matter" | "agenda_item" | "key_statement" | "document_section"
  /** Slug of the record. Motions and matters have a detail endpoint. */
  slug: string
  /** Title. */
  title: string
  /** Matching passage, as plain text. */
  snippet: string
  /** The start and the end of each word in `snippet` that is a word of `q` or a synonym, in UTF-16 code units. */
  highlights: number[][]
  /** Relevance: greater than 0, higher is better, comparable across kinds within one municipality. It grows with each word of `q` that a record has, more with rare words and those of the title. Only the 2,000 newest texts with a word are ranked; older ones with all words have 0.000000001. */
  score: number
  /** Slug of the meeting; null for a matter. */
  meeting_slug: string | null
  /** Date of the meeting. */
  meeting_date: string | null
  /** Date of the meeting, else that of the document, else the last date of the matter. */
  date: string | null
  /** Slug of the matter, for /matters/{slug}. */
  matter_slug: string | null
  /** Title of the matter. */
  matter_title: string | null
  /** What became of a matter: the last decision of the council on it, else of a committee, and a veto that it did not follow. Without a decision if several may be the last. */
  matter_outcome: MatterOutcome | null
  /** Whether the matter lapsed; null without a matter. */
  lapsed: boolean | null
  /** Date on which the matter lapsed, if that is known. */
  lapsed_on: string | null
  /** Slug of the by-law that a document belongs to, for /bylaws/{slug}. */
  bylaw_slug: string | null
  /** Title of the document, if the result is a section of one. */
  document_title: string | null
  /** Slug of the document, for /documents/{slug}, if the result is a section of one. */
  document_slug: string | null
  /** Page of the document that has the section. */
  document_page: number | null
  /** Where the section is on that page. */
  section_anchor: string | null
  /** URL of the page that shows it. */
  url: string
  /** Words of `q` that the record lacks; empty if it has all. Words that people add to any question, such as vote or report, are never missed. */
  missing_words: string[]
  /** Up to ten more texts that match, of the same matter or agenda item. Empty if only one `type` is searched: each record is then a result. */
  others: GroupedSearchItem[]
}

/** A meeting with its agenda, motions, attendance and documents. */
export interface MeetingDetail {
  /** Numeric id. */
  id: number
  /** Stable slug. */
  slug: string
  /** Title. */
  title: string
  /** Date of the meeting in local time. */
  date: string
  /** Kind of meeting, as the source writes it. */
  type: string | null
  /** Whether an agenda is published. */
  has_agenda: boolean
  /** Whether minutes are published. */
  has_minutes: boolean
  /** Whether a transcript is published. */
  has_transcript: boolean
  /** Name of the organization that met. */
  organization: string | null
  /** Summary of the meeting, if the source has one. */
  summary: string | null
  /** URL of the page that shows it. */
  url: string
  /** Time of the last change to it or its parts. */
  updated_at: string
  /** Slug of the organization that met. */
  organization_slug: string | null
  /** Start time with the UTC offset of the municipality (RFC 3339). */
  start_time: string | null
  /** End time, as it was or as it was planned, with the UTC offset of the municipality (RFC 3339). */
  end_time: string | null
  /** Location. */
  location: string | null
  /** Status of the meeting. */
  status: "scheduled" | "completed" | "cancelled" | "postponed"
  /** What the source says of the status, in its own words. */
  status_note: string | null
  /** URL of the recording. */
  video_url: string | null
  /** URL of the minutes. */
  minutes_url: string | null
  /** URL of the agenda. */
  agenda_url: string | null
  /** Last day of a meeting of several days; else null. */
  end_date: string | null
  /** Whether words, a file or contact details of it were taken down on request and are missing. */
  withheld: boolean
  /** The fields that the operator corrected. */
  corrected: Correction[]
  /** Length of the recording in seconds. */
  video_duration_seconds: number | null
  /** Reference to a person. */
  chair: PersonRef | null
  /** Agenda items, in order. */
  agenda_items: MeetingAgendaItem[]
  /** Motions, in order. */
  motions: MeetingMotion[]
  /** Attendance, if recorded. */
  attendance: MeetingAttendee[]
  /** Speaking time by person, if recorded. */
  speaking_time: MeetingSpeaker[]
  /** Statements, in the order of the source. */
  key_statements: MeetingStatement[]
  /** Its own documents, then those of its agenda items. */
  documents: MeetingDocument[]
  /** URL of the source page. */
  source_url: string | null
}

/** An organization with its members and meetings. */
export interface OrganizationDetail {
  /** Numeric id. */
  id: number
  /** Stable slug. */
  slug: string
  /** Name. */
  name: string
  /** Name in French; null if the source has none. */
  name_fr: string | null
  /** Kind of organization; null if unknown. */
  classification: "council" | "committee" | "board" | "commission" | "other" | null
  /** Slug of the organization that it belongs to. */
  parent_slug: string | null
  /** Whether it exists today: false before its start date or after its end date, true if it has members; null if the record says neither. */
  is_active: boolean | null
  /** URL of the page that shows it. */
  url: string
  /** Time of the last change to it or its parts. */
  updated_at: string
  /** First day; null if unknown. */
  founding_date: string | null
  /** Last day; null if unknown or ongoing. */
  dissolution_date: string | null
  /** Whether words, a file or contact details of it were taken down on request and are missing. */
  withheld: boolean
  /** The fields that the operator corrected. */
  corrected: Correction[]
  /** People with an open seat today, by name. */
  members: OrganizationMember[]
  /** Recorded meetings, including cancelled and scheduled ones. */
  meeting_count: number
  /** Date of the first of them. */
  first_meeting_date: string | null
  /** Date of the last of them. */
  last_meeting_date: string | null
  /** URL of its own page, if the source has it. */
  website: string | null
  /** URL of the source page. */
  source_url: string | null
  /** Earlier and other names. */
  other_names: string[]
}

/** A person with memberships, votes, attendance and speaking time. */
export interface PersonDetail {
  /** Numeric id. */
  id: number
  /** Stable slug. */
  slug: string
  /** Name. */
  name: string
  /** Whether the person is on the council today. */
  is_current_councillor: boolean
  /** Party, if the source names one. */
  party: string | null
  /** URL of a portrait. */
  image_url: string | null
  /** Role on the council today; null if there is none, several that differ, or several councils. */
  role: string | null
  /** Label of the seat on the council today; null if there is none, several that differ, or several councils. */
  ward: string | null
  /** URL of the page that shows it. */
  url: string
  /** Time of the last change to it or its parts. */
  updated_at: string
  voting_summary: VotingSummary
  attendance_summary: AttendanceSummary
  /** Where the person voted without a seat on record, latest first; empty if they have or had a seat on a council. */
  voted_in: VotingSpan[]
  /** Whether words, a file or contact details of it were taken down on request and are missing. */
  withheld: boolean
  /** The fields that the operator corrected. */
  corrected: Correction[]
  /** Earlier and other names. */
  other_names: string[]
  /** Given name, if the source separates it. */
  given_name: string | null
  /** Family name, if the source separates it. */
  family_name: string | null
  /** Date of death; null if unknown or alive. */
  death_date: string | null
  /** Memberships, newest first; undated ones last. */
  memberships: PersonMembership[]
  speaking_time: SpeakingSummary
  /** E-mail address, if published. */
  email: string | null
  /** Telephone number, if published. */
  phone: string | null
  /** URL of a website, if published. */
  website: string | null
  /** All published ways to reach the person. */
  contact_details: PersonContact[]
  /** URL of the source page. */
  source_url: string | null
}

/** A matter with its agenda items, motions and by-law. */
export interface MatterDetail {
  /** Numeric id. */
  id: number
  /** Stable slug. */
  slug: string
  /** Identifier as the source writes it. */
  identifier: string | null
  /** Title. */
  title: string
  /** Status, if the source has one. */
  status: string | null
  /** Category, if the source has one. */
  category: string | null
  /** Full description. */
  description: string | null
  /** Date of the first held meeting, decision or other step. */
  first_seen: string | null
  /** Date of the last held meeting, decision or other step; its lapse is none. */
  last_seen: string | null
  /** Whether the source says that it ended undecided, with a session or by time. */
  lapsed: boolean
  /** Date on which it lapsed, if that is known. */
  lapsed_on: string | null
  /** URL of the page that shows it. */
  url: string
  /** Time of the last change to it or its parts. */
  updated_at: string
  /** Reference to a by-law. */
  bylaw: BylawRef | null
  /** Whether words, a file or contact details of it were taken down on request and are missing. */
  withheld: boolean
  /** The fields that the operator corrected. */
  corrected: Correction[]
  /** All numbers that the source gives, its `identifier` first. */
  identifiers: string[]
  /** Kinds from the list of Open Civic Data, if the source states them. */
  classification: string[]
  /** Summary in plain English, if the source has one. */
  plain_english_summary: string | null
  /** Agenda items, newest first. */
  agenda_items: MatterAgendaItem[]
  /** Motions, newest first. */
  motions: MatterMotion[]
  /** Steps that the source records, oldest first. */
  actions: MatterAction[]
  /** Sponsors, in the order of the source. */
  sponsors: MatterSponsor[]
  /** Its own documents, then those of agenda items about it. */
  documents: MatterDocument[]
  /** URL of the source page, if it has one. */
  source_url: string | null
}

/** A motion with its full text and votes. */
export interface MotionDetail {
  /** Numeric id. */
  id: number
  /** Stable slug. */
  slug: string
  /** What the motion does, in the record's own words: its summary in plain words, or what its text decides, cut only where a clause ends; where that is procedure only, or not on record, what it is about; or else its kind and number. */
  title: string
  /** Where title is from: the summary, the clause that it decides, the subject, or a name such as its kind and number. */
  title_from: "summary" | "clause" | "subject" | "name"
  /** What tells it from another motion of the same title: the body, the mover and number, a file number, the order in the meeting, or its day. */
  title_tag: string | null
  /** What was done, in short words of the source that has nothing else: Approved by Council. */
  decision: string | null
  /** The parts of a sentence that says what became of the motion. */
  outcome: MotionOutcome | null
  /** By what step what the motion decided was vetoed, and what the record says of that later. null if no veto is on record. */
  veto: MotionVeto | null
  /** Why as many as were against, or more, were not enough, where the source says so or the count is even. */
  result_note: "two_thirds" | "tie" | null
  /** Title of its agenda item, or else of its matter: what it is about, which it may reject. */
  item_title: string | null
  /** What became of the matter of a motion, or else of its agenda item: the main motion, of kind motion and with a result, of its last day. null for that motion itself, for another main motion of that day, and where the order of motions is not known. */
  item_outcome: ItemOutcome | null
  /** Whether the source has the text up to what was decided. */
  text_complete: boolean
  /** Summary of the motion, or its first 200 characters. */
  text: string | null
  /** Outcome: Carried, Defeated, Tabled, Withdrawn, Referred, or the wording of the source. */
  result: string | null
  /** What it is. procedural: how the meeting is run. notice: given now, for a later meeting. inquiry: a question to staff. election: a ballot. null where the source does not say. */
  kind: "motion" | "amendment" | "procedural" | "notice" | "inquiry" | "election" | null
  /** Whether somebody voted for and somebody against; null if not counted. */
  contested: boolean | null
  /** Name of the mover. */
  mover_name: string | null
  /** Slug of the mover; null if the name could not be matched with certainty. */
  mover_slug: string | null
  /** Name of the mover as the source writes it. */
  mover_name_as_written: string | null
  /** Name of the seconder. */
  seconder_name: string | null
  /** Slug of the seconder; null if the name could not be matched with certainty. */
  seconder_slug: string | null
  /** Name of the seconder as the source writes it. */
  seconder_name_as_written: string | null
  /** Slug of the meeting. */
  meeting_slug: string | null
  /** Date of the meeting. */
  meeting_date: string | null
  /** URL of the page that shows it. */
  url: string
  /** Time of the last change to it or its parts. */
  updated_at: string
  /** Number of the motion, as the source writes it. */
  identifier: string | null
  tally: MotionTally
  /** Name of the organization that decided the motion, or else of the one that met. */
  organization: string | null
  /** Slug of that organization. */
  organization_slug: string | null
  /** Slug of the agenda item. */
  agenda_item_slug: string | null
  /** Slug of the matter. */
  matter_slug: string | null
  /** What was counted, as the source writes it: unweighted, a vote for each member; weighted, the weights of the members; stakeholder, only the votes of members whose areas take part, weighted if there are sums of weights; null if the source does not say. */
  vote_basis: "unweighted" | "weighted" | "stakeholder" | null
  /** Whether words, a file or contact details of it were taken down on request and are missing. */
  withheld: boolean
  /** The fields that the operator corrected. */
  corrected: Correction[]
  /** Full text. */
  text_content: string | null
  /** The motion that this one was substituted for. */
  superseded_text: string | null
  /** Another outcome that the source states elsewhere and that contradicts `result`; no vote is then on the losing side. */
  other_result: string | null
  /** Summary in plain English, if the source has one. */
  plain_english_summary: string | null
  /** Title of the agenda item. */
  agenda_item_title: string | null
  /** Opens the recording where its agenda item begins, if the source has such a link. */
  video_url: string | null
  /** Where the agenda item is in the recording of the meeting; `video_seconds_from` says whose time it is. */
  video_seconds: number | null
  /** `item`: the source says that the item begins there. `statement`: the first statement on it does. Null if neither is known. */
  video_seconds_from: "item" | "statement" | null
  /** By-laws that the motion passes, if linked. */
  bylaws: BylawRef[]
  /** URL of the source page, if it has one. */
  source_url: string | null
  /** Individual votes, if recorded. */
  votes: MotionVote[]
  /** Candidates of an election, in the order of the source. */
  candidates: MotionCandidate[]
}

/** A by-law with how it was passed, and its parts. */
export interface BylawDetail {
  /** Numeric id. */
  id: number
  /** Stable slug. */
  slug: string
  /** Title. */
  title: string
  /** Number of the by-law, or of what the council has instead, such as a local law or an ordinance. */
  bylaw_number: string | null
  /** Status as the source writes it. */
  status: string | null
  /** Category, if the source has one. */
  category: string | null
  /** Year, as stated by the source, or else of the day on which it was passed, became law or was last dealt with. */
  year: number | null
  /** URL of the page that shows it. */
  url: string
  /** Time of the last change to it or its parts. */
  updated_at: string
  /** Date on which it was passed, as stated by the source, or else of the motion that passed it; null if it was vetoed. */
  passed_date: string | null
  /** Date on which it became law, if the source states it. */
  enacted_date: string | null
  /** Whether it was vetoed, and the veto was not overridden. */
  vetoed: boolean
  /** Whether words, a file or contact details of it were taken down on request and are missing. */
  withheld: boolean
  /** The fields that the operator corrected. */
  corrected: Correction[]
  /** Description, if the source has one. */
  description: string | null
  /** Summary in plain English, if the source has one. */
  plain_english_summary: string | null
  /** Slug of the motion that passed it, if linked. */
  motion_slug: string | null
  /** Slug of the meeting of that motion. */
  meeting_slug: string | null
  /** URL of the source page. */
  source_url: string | null
  /** Matters that led to the by-law, or of the motions and agenda items that name it. */
  matters: BylawMatter[]
  /** The steps of all its matters, oldest first, undated ones first: those that the source records, then motions and agenda items without one, which have what they say as their description. */
  steps: BylawStep[]
  /** Its sponsors, or else those of the matters that led to it. */
  sponsors: BylawSponsor[]
  /** Whether `sponsors` are its own, or those of its matters; null if there are none. */
  sponsors_from: "bylaw" | "matters" | null
  /** Its documents, or else those of the matters that led to it. */
  documents: BylawDocument[]
  /** Whether `documents` are its own, or those of its matters; null if there are none. */
  documents_from: "bylaw" | "matters" | null
}

/** A document with its text. */
export interface DocumentDetail {
  /** Stable slug. */
  slug: string
  /** Title. */
  title: string
  /** Kind of document. */
  type: string | null
  /** Date of the document, if the source has one. */
  date: string | null
  /** Language as a BCP 47 tag, if the source states it. */
  language: string | null
  /** URL of the file of the source, if it has one. */
  file_url: string | null
  /** URL of the page that shows it. */
  url: string
  /** Reference to a by-law. */
  bylaw: BylawRef | null
  /** The matter that it belongs to. */
  matter: DocumentMatter | null
  /** The meeting that it belongs to. */
  meeting: DocumentMeeting | null
  /** The agenda item that it belongs to. */
  agenda_item: DocumentAgendaItem | null
  /** The newest 50 motions on its by-law, matter or agenda item. */
  motions: DocumentMotion[]
  /** Number of this page of the text. */
  page: number
  /** How many pages the text has; one, but for a very long text. */
  page_count: number
  /** The sections of the page, in reading order. */
  sections: DocumentSection[]
  /** Time of the last change to it or its parts. */
  updated_at: string
}

/** A record as it is now, or that it is gone. */
export interface ChangeItem {
  /** Kind of the record. */
  kind: "organization" | "person" | "bylaw" | "matter" | "meeting" | "motion"
  /** `upsert`: store `record`. `remove`: delete the record with this kind and id. */
  op: "upsert" | "remove"
  /** Id of the record, unique within its kind and permanent. */
  id: number
  /** Its slug, which can change. */
  slug: string
  /** Its Open Civic Data id; null for by-laws. */
  ocd_id: string | null
  /** Time of the import that changed it. */
  changed_at: string
  /** The detail of the record; null if it is gone. */
  record: OrganizationDetail | PersonDetail | BylawDetail | MatterDetail | MeetingDetail | MotionDetail | null
}

/** A search result, and whose record it is. Slugs are of that municipality. */
export interface FoundItem {
  municipality: FoundIn
  /** Kind of record. */
  type: "motion" | "matter" | "agenda_item" | "key_statement" | "document_section"
  /** Slug of the record. Motions and matters have a detail endpoint. */
  slug: string
  /** Title. */
  title: string
  /** Matching passage, as plain text. */
  snippet: string
  /** The start and the end of each word in `snippet` that is a word of `q` or a synonym, in UTF-16 code units. */
  highlights: number[][]
  /** Relevance: greater than 0, higher is better, comparable across kinds within one municipality. It grows with each word of `q` that a record has, more with rare words and those of the title. Only the 2,000 newest texts with a word are ranked; older ones with all words have 0.000000001. */
  score: number
  /** Slug of the meeting; null for a matter. */
  meeting_slug: string | null
  /** Date of the meeting. */
  meeting_date: string | null
  /** Date of the meeting, else that of the document, else the last date of the matter. */
  date: string | null
  /** Slug of the matter, for /matters/{slug}. */
  matter_slug: string | null
  /** Title of the matter. */
  matter_title: string | null
  /** What became of a matter: the last decision of the council on it, else of a committee, and a veto that it did not follow. Without a decision if several may be the last. */
  matter_outcome: MatterOutcome | null
  /** Whether the matter lapsed; null without a matter. */
  lapsed: boolean | null
  /** Date on which the matter lapsed, if that is known. */
  lapsed_on: string | null
  /** Slug of the by-law that a document belongs to, for /bylaws/{slug}. */
  bylaw_slug: string | null
  /** Title of the document, if the result is a section of one. */
  document_title: string | null
  /** Slug of the document, for /documents/{slug}, if the result is a section of one. */
  document_slug: string | null
  /** Page of the document that has the section. */
  document_page: number | null
  /** Where the section is on that page. */
  section_anchor: string | null
  /** URL of the page that shows it. */
  url: string
  /** Words of `q` that the record lacks; empty if it has all. Words that people add to any question, such as vote or report, are never missed. */
  missing_words: string[]
  /** Up to ten more texts that match, of the same matter or agenda item. Empty if only one `type` is searched: each record is then a result. */
  others: GroupedSearchItem[]
}

/** A municipality in the list. */
export interface MunicipalityItem {
  /** Slug, for /api/v1/{municipality}. */
  slug: string
  /** Name. */
  name: string
  /** Open Civic Data id of its territory. */
  division_id: string
  /** Time zone (IANA). */
  timezone: string
  /** URL of its website. */
  url: string | null
  /** Languages of its documents (BCP 47), if the source states them. */
  languages: string[]
  /** Date of the first meeting. */
  first_meeting: string | null
  /** Date of the last meeting; it can be in the future. */
  last_meeting: string | null
  /** Day up to which the source speaks: what it says of itself, such as the day of the copy that was imported, else its newest change or event. Its newest meeting can be long before. */
  as_of: string | null
  /** Time of the last successful import. */
  last_import_at: string | null
  /** Source of the last successful import. */
  source: MunicipalitySource | null
  /** Records that contradict themselves or leave something open; the page /{slug}/coverage/notes lists them. */
  notes: number
  counts: MunicipalityCounts
}

/** An item of the agenda. */
export interface MeetingAgendaItem {
  /** Stable slug of the agenda item. */
  slug: string
  /** Title. */
  title: string
  /** Number on the agenda. */
  item_number: string | null
  /** Kind of item, if the source has one. */
  type: string | null
  /** Slug of the matter that the item is about. */
  matter_slug: string | null
  /** What was done with the item, as the source writes it. */
  action: string | null
  /** Outcome of the item, if the source states one. */
  result: string | null
  /** Opens the recording where the item begins, if the source has such a link. */
  video_url: string | null
  /** Where the agenda item is in the recording of the meeting; `video_seconds_from` says whose time it is. */
  video_seconds: number | null
  /** `item`: the source says that the item begins there. `statement`: the first statement on it does. Null if neither is known. */
  video_seconds_from: "item" | "statement" | null
  /** Slug of the agenda item that contains it. */
  parent_slug: string | null
  /** Description, if the source has one. */
  description: string | null
  /** What the agenda recommends for the item, if the source says so; neither a motion nor a result. */
  recommendation: string | null
  /** The fields that the operator corrected. */
  corrected: Correction[]
  /** Documents of the item. */
  documents: MeetingDocument[]
  /** By-laws that the item is about, if linked. */
  bylaws: BylawRef[]
}

/** A motion at the meeting. */
export interface MeetingMotion {
  /** Slug of the motion. */
  slug: string
  /** Summary of the motion, or its first 200 characters. */
  text: string | null
  /** Outcome. */
  result: string | null
  /** What it is. procedural: how the meeting is run. notice: given now, for a later meeting. inquiry: a question to staff. election: a ballot. null where the source does not say. */
  kind: "motion" | "amendment" | "procedural" | "notice" | "inquiry" | "election" | null
  /** Name of the mover. */
  mover_name: string | null
  /** Name of the seconder. */
  seconder_name: string | null
}

/** Attendance of one person. */
export interface MeetingAttendee {
  /** Slug of the person; null if the name could not be matched with certainty. */
  person_slug: string | null
  /** Name. */
  person_name: string
  /** Role at this meeting. */
  role: string | null
  /** Whether the person was present. */
  present: boolean
  /** Why the person was absent, or how they attended, such as Medical or Remote, as the source writes it. */
  reason: string | null
  /** Each session of the day, if the source records them. */
  sessions: AttendanceSession[]
}

/** A document of the meeting or of one of its agenda items. */
export interface MeetingDocument {
  /** Title. */
  title: string
  /** URL of the document. */
  url: string | null
  /** Kind of document. */
  type: string | null
  /** Date of the document, if the source has one. */
  date: string | null
  /** Language as a BCP 47 tag, if the source states it. */
  language: string | null
  /** Slug of its text, for /documents/{slug}; null without a text. */
  slug: string | null
}

/** A session of a meeting. */
export interface AttendanceSession {
  /** Which it was, as written. */
  name: string | null
  /** When it began and ended, as written. */
  times: string | null
  /** Number of the meeting, as written. */
  number: string | null
  /** Whether the person was there. */
  present: boolean
}

/** Totals of the recorded votes. */
export interface VotingSummary {
  /** Votes cast: for, against and abstentions; 0 also if none is recorded by name. */
  total_votes: number
  /** Votes for. */
  votes_for: number
  /** Votes against. */
  votes_against: number
  /** Abstentions, excluding recusals and absences. */
  abstentions: number
}

/** Totals of the recorded attendance. */
export interface AttendanceSummary {
  /** Meetings with recorded attendance; 0 also if none is on record. */
  meetings: number
  /** Meetings attended. */
  present: number
  /** Meetings missed. */
  absent: number
}

/** An organization in which a person voted. */
export interface VotingSpan {
  /** Name of the organization. */
  organization: string
  /** Slug of the organization. */
  organization_slug: string
  /** Date of the first dated vote; null if no vote has a date. */
  first: string | null
  /** Date of the latest dated vote; null if no vote has a date. */
  last: string | null
  /** Votes cast: for, against and abstentions. */
  votes: number
  /** Votes of these without a date, which may be earlier or later. */
  undated: number
}

/** Membership in an organization. */
export interface PersonMembership {
  /** Name of the organization. */
  organization_name: string
  /** Slug of the organization. */
  organization_slug: string
  /** Role. */
  role: string | null
  /** Label of the seat, such as a ward. */
  label: string | null
  /** Start date; null if unknown. */
  start_date: string | null
  /** End date, at the latest that of the organization or the day of death; null if unknown or ongoing. */
  end_date: string | null
  /** Whether it is over, by its end date or because the source says so. */
  ended: boolean
}

/** Somebody who sits for a ward. */
export interface WardPerson {
  /** Slug of the person. */
  slug: string
  /** Name of the person. */
  name: string
}

/** Reference to a by-law. */
export interface BylawRef {
  /** Slug of the by-law, for /bylaws/{slug}. */
  slug: string
  /** Title. */
  title: string
  /** Number. */
  bylaw_number: string | null
}

/** An agenda item about the matter. */
export interface MatterAgendaItem {
  /** Stable slug of the agenda item. */
  slug: string
  /** Title. */
  title: string
  /** Slug of the meeting. */
  meeting_slug: string
  /** Date of the meeting. */
  meeting_date: string
  /** Number on the agenda. */
  item_number: string | null
}

/** A motion about the matter. */
export interface MatterMotion {
  /** Slug of the motion. */
  slug: string
  /** Summary of the motion, or its first 200 characters. */
  text: string | null
  /** Outcome. */
  result: string | null
  /** What it is. procedural: how the meeting is run. notice: given now, for a later meeting. inquiry: a question to staff. election: a ballot. null where the source does not say. */
  kind: "motion" | "amendment" | "procedural" | "notice" | "inquiry" | "election" | null
  /** Slug of the meeting. */
  meeting_slug: string | null
  /** Date of the meeting. */
  meeting_date: string | null
}

/** A step of the matter, in a meeting or outside one. */
export interface MatterAction {
  /** Date of the step. */
  date: string | null
  /** What happened, as the source writes it. */
  description: string
  /** The source's longer text, if it has one. */
  text: string | null
  /** Kinds of step, from the list of Open Civic Data; empty for others. */
  classification: string[]
  /** Name of the organization that acted. */
  organization: string | null
  /** Slug of the organization. */
  organization_slug: string | null
  /** Slug of the meeting, if it took place in one. */
  meeting_slug: string | null
  /** Slug of the motion, if it was decided on. */
  motion_slug: string | null
  /** Outcome, if it was decided on. */
  result: string | null
}

/** The parts of a sentence that says what became of the motion. */
export interface MotionOutcome {
  /** Of the question that was put: a motion to refuse something that carried is refused. carried and defeated are of the words of title; motion_carried and motion_lost, of a motion whose title is only its subject; other is any other result; unclear, where result, words and counts of the source disagree. */
  verb: "approved" | "lost" | "approved_as_amended" | "recommendation_adopted" | "recommendation_lost" | "recommendation_adopted_as_amended" | "refused" | "refusal_lost" | "disapproved" | "received" | "receipt_lost" | "filed" | "filing_lost" | "referred" | "referral_lost" | "deferred" | "deferral_lost" | "withdrawn" | "withdrawal_lost" | "reconsidered" | "reconsideration_lost" | "called_up" | "call_up_lost" | "amendment_carried" | "amendment_lost" | "veto_overridden" | "veto_stands" | "carried" | "defeated" | "motion_carried" | "motion_lost" | "not_voted" | "asked" | "unclear" | "other"
  /** The organization that decided. */
  body: string | null
  /** Votes for the motion. */
  for: number | null
  /** Votes against the motion. */
  against: number | null
  /** Sums of the weights of those votes, from which the result follows unless vote_basis is unweighted; null where votes are not weighted. */
  weighted: WeightedTally | null
  /** Why a majority lost: a tie, two thirds were needed, or the source does not say which majority was; direction_unknown: the source does not say whether the recommendation was for or against. */
  because: "tie" | "two_thirds" | "majority_unknown" | "direction_unknown" | null
}

/** By what step what the motion decided was vetoed, and what the record says of that later. null if no veto is on record. */
export interface MotionVeto {
  /** The step, in the words of the source. */
  description: string
  /** Date of the step. */
  date: string | null
  /** The sentence of the source that says what became of it. */
  became: string | null
  /** The last step by which the veto was overridden or stood, in the words of the source; null if none is on record. */
  later_description: string | null
  /** Date of that step. */
  later_date: string | null
}

/** What became of the matter of a motion, or else of its agenda item: the main motion, of kind motion and with a result, of its last day. null for that motion itself, for another main motion of that day, and where the order of motions is not known. */
export interface ItemOutcome {
  /** council: what the council decided on what a committee had before it. whole: what became of the whole, after a motion on it or on a part. later: what was decided on another day, after a motion that decided itself or was lost. */
  kind: "council" | "whole" | "later"
  /** What became of it: Refused, Filed and so on where the motion was to refuse or to file it, else the result. null where the motion did not decide plainly on the matter itself: motion_title says what was decided. */
  result: string | null
  /** Title of that motion. */
  motion_title: string
  /** Date of its meeting. */
  date: string
  tally: ItemTally
  /** What was counted, as the source writes it: unweighted, a vote for each member; weighted, the weights of the members; stakeholder, only the votes of members whose areas take part, weighted if there are sums of weights; null if the source does not say. */
  vote_basis: "unweighted" | "weighted" | "stakeholder" | null
  /** Slug of that motion. */
  motion_slug: string
  /** By what step what the motion decided was vetoed, and what the record says of that later. null if no veto is on record. */
  veto: MotionVeto | null
}

/** Votes counted, one for each member; null where the source gives none. */
export interface MotionTally {
  /** Votes for. */
  for: number | null
  /** Votes against. */
  against: number | null
  /** Abstentions. */
  abstain: number | null
  /** Absences. */
  absent: number | null
  /** Sums of the weights of those votes, from which the result follows unless vote_basis is unweighted; null where votes are not weighted. */
  weighted: WeightedTally | null
}

/** Vote of one person. */
export interface MotionVote {
  /** Slug of the person; null if the name could not be matched with certainty. */
  person_slug: string | null
  /** Name. */
  person_name: string
  /** Vote. */
  vote_value: "For" | "Against" | "Abstain" | "Absent" | "Recused" | "Other"
  /** Original wording of the source, if it is more specific. */
  reason: string | null
  /** Name as the source writes it. */
  name_as_written: string
  /** In an election, for whom: the name of a candidate. */
  candidate: string | null
  /** How many votes it counts as, where the source states it; null elsewhere. */
  weight: number | null
}

/** A candidate in an election by ballot. */
export interface MotionCandidate {
  /** Slug of the person; null if the name could not be matched with certainty. */
  person_slug: string | null
  /** Name. */
  person_name: string
  /** Name as the source writes it. */
  name_as_written: string
  /** Votes received, if the source counts them. */
  votes: number | null
  /** Whether the candidate won; null if the source does not say. */
  elected: boolean | null
}

/** What council did about a veto. */
export interface CouncilResponse {
  /** overridden or not_overridden; null if the source does not say, or council has not decided. */
  outcome: string | null
  /** What council did, as the source writes it. */
  text: string | null
  /** Day of the motion to override it. */
  date: string | null
  /** Slug of the motion to override it. */
  motion_slug: string | null
  /** Result of that motion. */
  motion_result: string | null
}

/** What became of a matter: the last decision of the council on it, else of a committee, and a veto that it did not follow. Without a decision if several may be the last. */
export interface MatterOutcome {
  /** The parts of a sentence that says what became of the motion. */
  outcome: MotionOutcome | null
  /** Title of the motion that decided it. */
  motion_title: string | null
  /** Slug of that motion. */
  motion_slug: string | null
  /** Date of its meeting. */
  date: string | null
  /** By what step what the motion decided was vetoed, and what the record says of that later. null if no veto is on record. */
  veto: MotionVeto | null
}

/** Another part of the record that a search result is. */
export interface GroupedSearchItem {
  /** Kind of record. */
  type: "motion" | "matter" | "agenda_item" | "key_statement" | "document_section"
  /** Slug of the record. */
  slug: string
  /** Slug of the meeting; null for a matter. */
  meeting_slug: string | null
  /** Date of the meeting, else that of the document, else the last date of the matter. */
  date: string | null
  /** Slug of the document, for /documents/{slug}, if the result is a section of one. */
  document_slug: string | null
  /** Page of the document that has the section. */
  document_page: number | null
  /** Where the section is on that page. */
  section_anchor: string | null
}

/** What the operator put in place of what the source has. */
export interface Correction {
  /** The field, by its name in the record format. */
  field: string
  /** What the source has; null if it has nothing. */
  was: string | null
  /** The day on which it was corrected. */
  on: string
  /** Why, in the words of the operator. */
  reason: string
}

/** Reference to a person. */
export interface PersonRef {
  /** Slug of the person, for /people/{slug}. */
  slug: string
  /** Name of the person. */
  name: string
}

/** Speaking time of one person. */
export interface MeetingSpeaker {
  /** Slug of the person. */
  person_slug: string | null
  /** Name. */
  person_name: string
  /** Speaking time in seconds. */
  seconds: number
}

/** A statement at the meeting. */
export interface MeetingStatement {
  /** Stable slug. */
  slug: string
  /** Slug of the speaker, if known. */
  person_slug: string | null
  /** Name of the speaker as the source writes it. */
  speaker: string | null
  /** The statement. */
  text: string
  /** Subject of the statement. */
  context: string | null
  /** Where it begins in the recording. */
  start_seconds: number | null
  /** Slug of the agenda item on which it was made, if the source says so. */
  agenda_item_slug: string | null
}

/** A person with a seat in the organization. */
export interface OrganizationMember {
  /** Slug of the person. */
  person_slug: string
  /** Name. */
  person_name: string
  /** Role. */
  role: string | null
  /** Label of the seat, such as a ward. */
  label: string | null
  /** Start date; null if unknown. */
  start_date: string | null
}

/** Totals of the recorded speaking time. */
export interface SpeakingSummary {
  /** Speaking time in seconds. */
  seconds: number
  /** Meetings with recorded speaking time. */
  meetings: number
}

/** A way to reach the person. */
export interface PersonContact {
  /** Kind: address, email, url, fax, text or voice. */
  type: string
  /** Address or number. */
  value: string
  /** What it is for, if the source says so. */
  note: string | null
}

/** A sponsor of the matter. */
export interface MatterSponsor {
  /** Slug of the person; null if the name could not be matched with certainty. */
  person_slug: string | null
  /** Name. */
  person_name: string
  /** Whether this is a primary sponsor. */
  primary: boolean
  /** Kind of sponsorship, if the source has one. */
  classification: string | null
}

/** A document of the matter or of an agenda item about it. */
export interface MatterDocument {
  /** Title. */
  title: string
  /** URL of the document. */
  url: string | null
  /** Kind of document. */
  type: string | null
  /** Date of the document, if the source has one. */
  date: string | null
  /** Language as a BCP 47 tag, if the source states it. */
  language: string | null
  /** Slug of its text, for /documents/{slug}; null without a text. */
  slug: string | null
}

/** A matter of the by-law. */
export interface BylawMatter {
  /** Slug of the matter. */
  slug: string
  /** Title. */
  title: string
  /** Status, if the source has one. */
  status: string | null
}

/** A step of the by-law. */
export interface BylawStep {
  /** Date of the step. */
  date: string | null
  /** What happened, as the source writes it. */
  description: string
  /** The source's longer text, if it has one. */
  text: string | null
  /** Kinds of step, from the list of Open Civic Data; empty for others. */
  classification: string[]
  /** Name of the organization that acted. */
  organization: string | null
  /** Slug of the organization. */
  organization_slug: string | null
  /** Slug of the meeting, if it took place in one. */
  meeting_slug: string | null
  /** Slug of the motion, if it was decided on. */
  motion_slug: string | null
  /** Outcome, if it was decided on. */
  result: string | null
  /** Slug of the matter that it is a step of, if there is one. */
  matter_slug: string | null
}

/** A sponsor of the by-law. */
export interface BylawSponsor {
  /** Slug of the person; null if the name could not be matched with certainty. */
  person_slug: string | null
  /** Name. */
  person_name: string
  /** Whether this is a primary sponsor. */
  primary: boolean
  /** Kind of sponsorship, if the source has one. */
  classification: string | null
}

/** A document of the by-law. */
export interface BylawDocument {
  /** Title. */
  title: string
  /** URL of the document. */
  url: string | null
  /** Kind of document. */
  type: string | null
  /** Date of the document, if the source has one. */
  date: string | null
  /** Language as a BCP 47 tag, if the source states it. */
  language: string | null
  /** Slug of its text, for /documents/{slug}; null without a text. */
  slug: string | null
}

/** The matter that it belongs to. */
export interface DocumentMatter {
  /** Slug of the matter. */
  slug: string
  /** Title. */
  title: string
  /** Identifier as the source writes it. */
  identifier: string | null
}

/** The meeting that it belongs to. */
export interface DocumentMeeting {
  /** Slug of the meeting. */
  slug: string
  /** Title. */
  title: string
  /** Date. */
  date: string
}

/** The agenda item that it belongs to. */
export interface DocumentAgendaItem {
  /** Stable slug of the agenda item. */
  slug: string
  /** Title. */
  title: string
  /** Number on the agenda. */
  item_number: string | null
}

/** A motion on what the document belongs to. */
export interface DocumentMotion {
  /** Slug of the motion. */
  slug: string
  /** Outcome. */
  result: string | null
  /** Date of the motion. */
  date: string | null
}

/** A section of the text. */
export interface DocumentSection {
  /** Where the section is on the page of the document. */
  anchor: string
  /** Heading, if the source has one. */
  heading: string | null
  /** Text, as the source has it. */
  text: string
}

/** Whose record it is. */
export interface FoundIn {
  /** Slug of the municipality. */
  slug: string
  /** Name of the municipality. */
  name: string
  /** Its province, territory or state, as in its division id: on, nb, ny. Null if that has none. */
  region: string | null
}

/** Source of the last successful import. */
export interface MunicipalitySource {
  /** Name of the source. */
  name: string
  /** URL of its website. */
  url: string | null
  /** URL or name of the licence of its data, if it states one. */
  licence: string | null
}

/** Number of records. */
export interface MunicipalityCounts {
  /** Meetings, including cancelled and scheduled ones. */
  meetings: number
  /** Motions. */
  motions: number
  /** Matters. */
  matters: number
  /** By-laws. */
  bylaws: number
  /** People. */
  people: number
  /** Votes of people. */
  votes: number
}

/** Sums of the weights of those votes, from which the result follows unless vote_basis is unweighted; null where votes are not weighted. */
export interface WeightedTally {
  /** Sum of the weights for. */
  for: number | null
  /** Sum of the weights against. */
  against: number | null
}

/** Its counts; null where the source gives none. */
export interface ItemTally {
  /** Votes for. */
  for: number | null
  /** Votes against. */
  against: number | null
  /** Sums of the weights of those votes, from which the result follows unless vote_basis is unweighted; null where votes are not weighted. */
  weighted: WeightedTally | null
}
