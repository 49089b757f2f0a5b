import { historyMax, historyOfRecordMax } from '../record/history-fields.ts'

const ocdPage = 'In numbered pages; `pagination` says how many there are.'
const kept = `An import sees that something changed, and not when: it was after \`not_before\` and before \`seen_at\`. Only what the source states is compared; nothing is listed of a first import, or of one by another version of Reeve than the last. The newest ${historyOfRecordMax} changes of a record and ${historyMax} of a municipality are kept.`
const byId = 'By its Open Civic Data ID, which every list has.'

/** What each operation of the OpenAPI document returns, by its `operationId`, in more words than its summary. */
export const operationDescriptions: Readonly<Record<string, string>> = {
  getHealth: 'Says that the process runs. It needs no key, and is not counted by the rate limit.',
  getIndex: 'The endpoints of the v1 API and of Open Civic Data, and the documentation. No key.',
  listMunicipalities:
    'Every municipality of the service, with its slug, which the paths of the other endpoints begin with, and how much is on record. No key.',
  listMeetings:
    'Meetings of the council and of its committees and boards, past and to come, with their status and what is on record of each. Cancelled meetings are among them.',
  getMeeting:
    'One meeting with its agenda, the motions that were decided, who attended, and its documents, such as the minutes.',
  listMeetingHistory: `Fields of a meeting, its agenda and its files that changed after they were first imported. ${kept}`,
  listMotionHistory: `Fields and votes of a motion that changed after they were first imported. ${kept}`,
  listMatterHistory: `Fields and files of a topic that changed after they were first imported. ${kept}`,
  listAttendance:
    'One item for each person whom the attendance of a meeting names, with the reason, and each session if the source has them. `by=person` has sums instead: of how many meetings with recorded attendance while in office, the person was at how many. Somebody who is not named is neither present nor absent.',
  listOrganizations: 'The council, its committees and boards, with what each is a part of.',
  getOrganization: 'One body with its members, past and present, and its meetings.',
  listPeople:
    'Everyone whom the record names as a member, mover, voter or speaker. `is_councillor` leaves those with a seat on the council.',
  getPerson:
    'One person with seats, attendance and totals of votes. Totals count what is on record, not what is missing from it.',
  listWards:
    'The wards in the order of their file, each with everyone who sits for it today. Boundaries are in `/{municipality}/wards.geojson`, which needs no key.',
  listMatters:
    'Topics that the council dealt with, such as reports and applications, across meetings, with the state of each.',
  getMatter:
    'One topic with every agenda item and motion about it, in order, and the by-law that came of it.',
  listMotions:
    'What was proposed and what became of it, with the result in words and, if there was a count, in numbers. Filters can be combined.',
  getMotion:
    'One motion with its full text, who moved and seconded it, and how each person voted, if that was recorded.',
  listVotes:
    'One item for each person and motion with a recorded vote. A show of hands has no item, because the record does not say who raised one.',
  listAgreement:
    'Each two people who voted on the same motions: on how many, and how often alike. Only recorded votes count.',
  listPersonAgreement: 'Everyone who voted on the same motions as one person, and how often alike.',
  listBylaws: 'By-laws with their number, title and status, as the council passed them.',
  getBylaw:
    'One by-law with the steps to it, the matters that it came of, and what it amends or repeals.',
  listMayoralDecisions:
    'What the mayor or another head of council decided in writing: directions, vetoes with the response of council, appointments. The official register is the one of the clerk.',
  listClosedSessions:
    'One item for each agenda item that the source calls closed, and for each resolution that closed a meeting without such items, with the ground as written. `by=ground` counts clauses instead. Nothing is judged.',
  listNotices:
    'One item for each agenda item that says that it is a public meeting or hearing under a planning law, and for each meeting that says so of itself; newest first, so those to come before past ones. No statutory date is computed.',
  listDeclarations:
    'Who declared an interest in which item, and recusals whose reason says so. The official register is the one of the clerk; the nature is null for items that were closed to the public.',
  getDocument:
    'The text of a document in sections; a long one has several pages, each with `page`. `file_url` is the file of the council.',
  listChanges:
    'Without `since`, all records; keep the `sync.token` of the last page. With it as `since`, the records that have changed, each once and as it is now, and those that are gone. Removals are kept for as long as the database is: in the words of OAI-PMH 2.0, `deletedRecord` is `persistent`. Derived registers and `is_current_councillor`, which changes by itself, make no change.',
  search:
    'Texts that have all words of `q`, in any of their forms; words in quotes must stand side by side. The best matches are first, unless `sort` says otherwise.',
  searchAll:
    'The same over all municipalities, with whose record each result is, and how many records each has. Names of people and bodies are words like others here.',
  getFacets: 'The values on record of each field that lists are filtered by, with their counts.',
  getCoverage:
    'What the calendars of the portals listed when they were last read, how much of it is served, and each thing that is not, with the reason. The page of coverage has all of it as CSV.',
  testKey: 'Says whether the key is valid, and which one it is. The request counts like any other.',
  discoverOcd: 'The URLs of the lists of Open Civic Data for one municipality.',
  listOcdJurisdictions: `The municipality as a jurisdiction, the only one of the list. ${ocdPage}`,
  getOcdJurisdiction: `The municipality with its division and its legislative sessions. ${byId}`,
  listOcdOrganizations: `The council, its committees and boards. ${ocdPage}`,
  getOcdOrganization: `One body with its posts and memberships. ${byId}`,
  listOcdPeople: `Everyone whom the record names. ${ocdPage}`,
  getOcdPerson: `One person with names, contact details and memberships. ${byId}`,
  listOcdEvents: `Meetings. ${ocdPage}`,
  getOcdEvent: `One meeting with its participants, agenda, documents and media. ${byId}`,
  listOcdBills: `Matters of the v1 API. ${ocdPage}`,
  getOcdBill: `One bill with its actions, sponsorships and documents. ${byId}`,
  listOcdVotes: `Motions of the v1 API, with counts and voters as far as they are on record. ${ocdPage}`,
  getOcdVote: `One vote with its counts and, if they are on record, its voters. ${byId}`,
}
