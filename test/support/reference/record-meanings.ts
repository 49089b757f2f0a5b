import { carriedResults } from '../../../src/core/carried-results.ts'
import type { RecordKind } from '../../../src/importers/records.ts'

const carried = carriedResults
  .filter((word) => !word.startsWith('adopté'))
  .map((word) => `\`${word.charAt(0).toUpperCase()}${word.slice(1)}\``)

/** One sentence for each kind of record. */
export const kindMeanings: Record<RecordKind, string> = {
  organization: 'A body that meets: the council, a committee, a board.',
  person: 'Someone whom the record names.',
  membership: 'A seat of a person in an organization.',
  bylaw: 'A by-law.',
  matter: 'A thing that the council deals with, tracked across meetings: a report, a file, a bill.',
  meeting: 'A meeting, with its attendance, statements and documents.',
  agenda_item:
    'An item on the agenda of a meeting. An agenda is whole: an import that has the meeting and one of its items has them all, and removes the others.',
  motion: 'What was moved, how it was decided, and who voted how.',
  action: 'A step of a matter, in a meeting or outside one: introduced, referred, heard, vetoed.',
}

const sponsorMeanings = {
  'sponsorships[]': 'Who sponsors it.',
  'sponsorships[].person_key': 'The sponsor, if known.',
  'sponsorships[].name': 'Name of the sponsor.',
  'sponsorships[].primary': 'Whether a main sponsor.',
  'sponsorships[].classification': 'Kind of sponsorship.',
}

const documentMeanings = {
  'documents[]': 'Files that were published with it.',
  'documents[].title': 'Title of the file.',
  'documents[].url': 'URL of the file.',
  'documents[].type': 'Kind of file, such as `agenda` or `minutes`.',
  'documents[].language': 'Language code, such as `en` or `fr`.',
  'documents[].date': 'Day of publication.',
  'documents[].sections[]': 'Its text, in reading order; full-text search covers it.',
  'documents[].sections[].title': 'Heading of the section.',
  'documents[].sections[].text': 'Text of the section.',
}

const described = {
  status: 'Status in the words of the source.',
  category: 'Category in the words of the source.',
  description: 'Description.',
  plain_english_summary: 'Summary in plain English.',
}

/** Fields that every kind has. */
export const commonMeanings: Record<string, string> = {
  kind: 'The kind of record; optional in a bundle, where the file name gives it.',
  key: 'Its identity in the source, for ever. References are by key.',
  source_url: 'The page on which the source publishes it.',
  source_updated_at:
    'When the source last changed it, such as `2026-05-12T19:30:00Z`. A record that was changed later is not replaced by an older copy, except with `--prune`.',
  incomplete:
    '`true` for a record of which the source knows only a part, such as a person whom a vote names. It never replaces a complete record with the same key.',
  served_as:
    'The id and slug that Reeve served it under, written by `reeve export`. Omit it in your own bundles.',
  'served_as.id': 'Its number; used if no other row has it.',
  'served_as.slug': 'Its name in URLs; used for a new record if it is not taken.',
}

/** One sentence for each field; the generator fails if one is missing here or does not exist. */
export const fieldMeanings: Record<RecordKind, Record<string, string>> = {
  organization: {
    name: 'Name.',
    name_fr: 'Name in French, if the source has it beside an English one.',
    'other_names[]': 'Earlier and other names; they find it too.',
    'other_names[].name': 'The other name.',
    'other_names[].note': 'What kind of name it is.',
    classification: 'What it is. The members of the `council` are the councillors.',
    parent_key: 'The organization that it belongs to.',
    founding_date: 'First day.',
    dissolution_date: 'Last day; its open seats end with it.',
    url: 'Its own page.',
  },
  person: {
    name: 'Name as it is shown.',
    given_name: 'Given name.',
    family_name: 'Family name.',
    party: 'Party, where councils have them.',
    image_url: 'Portrait.',
    gender: 'Gender, where the source states it.',
    birth_date: 'Day of birth.',
    death_date: 'Day of death; open seats end with it.',
    'other_names[]': 'Earlier names and other spellings; they find the person too.',
    'other_names[].name': 'The other name.',
    'other_names[].note': 'What kind of name it is.',
    'contact_details[]': 'Public ways to reach the person.',
    'contact_details[].type': 'Way of contact.',
    'contact_details[].value':
      'Address or number; of an `email` an e-mail address, of a `url` an http or https URL without a password.',
    'contact_details[].note': 'What it is for.',
  },
  membership: {
    person_key: 'Who.',
    organization_key: 'Where.',
    role: 'Role, such as `Mayor` or `Councillor`.',
    label: 'Seat, such as `Ward 1`.',
    start_date: 'First day.',
    end_date: 'Last day.',
    ended: 'True where the source calls the seat over without saying since when.',
  },
  bylaw: {
    title: 'Title.',
    bylaw_number: 'Number.',
    year: 'Year.',
    passed_date:
      'Day on which it was passed; without it, the day of the last carried motion that names it. A veto takes it away.',
    enacted_date: 'Day on which it became law.',
    ...sponsorMeanings,
    ...described,
    ...documentMeanings,
  },
  matter: {
    identifier: 'Identifier in the words of the source.',
    'other_identifiers[]': 'A further number of the matter.',
    'other_identifiers[].identifier':
      'A further number, such as one of an earlier system; search finds it.',
    'other_identifiers[].scheme': 'The system that gave it.',
    'other_identifiers[].note': 'Its kind, in the words of the source.',
    title: 'Title.',
    'classification[]':
      "Kinds from Open Civic Data's list, if `category` is a word of the council's own.",
    first_seen: 'First day; without it, that of the first agenda, decision or other step.',
    last_seen: 'Last day; without it, that of the last agenda, decision or other step.',
    bylaw_key: 'The by-law that came of it.',
    ...sponsorMeanings,
    ...described,
    ...documentMeanings,
  },
  meeting: {
    title: 'Title.',
    date: 'Day of the meeting, in the municipality.',
    start_time: 'Local time at which it begins.',
    end_time: 'Local time at which it ends.',
    type: 'Kind of meeting.',
    organization_key: 'The body that meets.',
    status: 'Whether it is to come, was held, or was called off.',
    status_note: 'What the source says of the status, in its own words: *Deferred*, *No quorum*.',
    location: 'Location of the meeting.',
    summary: 'Summary.',
    has_agenda:
      'Whether an agenda is published. Without it: whether there is an `agenda_url` or a document of type `agenda`; the next two likewise.',
    has_minutes: 'Whether minutes are published.',
    has_transcript: 'Whether a transcript is published.',
    agenda_url: 'Where the agenda is.',
    minutes_url: 'Where the minutes are.',
    video_url: 'Where the recording is.',
    video_duration_seconds: 'Length of the recording.',
    chair_key: 'Who chairs it.',
    'attendance[]': 'Who was there, and who was not.',
    'attendance[].person_key': 'The person, if known.',
    'attendance[].name': 'Name as written.',
    'attendance[].role': 'Role at this meeting.',
    'attendance[].present': 'Whether the person was there.',
    'attendance[].reason':
      'Why the person was absent (`Medical`, `Parental`, `Conflict`), or how they attended (`Remote`, `Late`), in the word of the source.',
    'speaking_time[]': 'Who spoke how long.',
    'speaking_time[].person_key': 'The speaker, if known.',
    'speaking_time[].name': 'Name as written.',
    'speaking_time[].seconds': 'Seconds in all.',
    'key_statements[]': 'Statements worth finding; full-text search covers them.',
    'key_statements[].person_key': 'The speaker, if known.',
    'key_statements[].speaker': 'Name of the speaker.',
    'key_statements[].text': 'The statement.',
    'key_statements[].context': 'Subject of the statement.',
    'key_statements[].start_seconds': 'Where it begins in the recording.',
    ...documentMeanings,
  },
  agenda_item: {
    meeting_key: 'The meeting.',
    parent_key: 'The parent item.',
    position: 'Position on the agenda; children follow their parent.',
    item_number: 'Number as printed, such as `11.1`.',
    title: 'Title.',
    type: 'Kind of item.',
    description: 'Description.',
    action: 'What was done with it, in few words: `Laid over by committee`.',
    result: 'Outcome, as of a motion, if it was decided on.',
    video_url: 'Opens the recording where the item begins.',
    video_seconds: 'Where the item begins in the recording of the meeting.',
    matter_key: 'The matter that it is about.',
    'bylaw_keys[]': 'The by-laws that it is about.',
    ...documentMeanings,
  },
  motion: {
    meeting_key: 'The meeting at which it was put.',
    agenda_item_key: 'The item under which it was put.',
    matter_key: 'The matter that it is about.',
    'bylaw_keys[]':
      'The by-laws that it passes: set it on the motion of the last reading, or on the one motion of all readings. The last carried motion that names a by-law is shown as the one that passed it, and its day is the `passed_date` of a by-law without one. Omit it for an earlier reading: the `matter_key` of that motion leads to the by-law if the matter has a `bylaw_key`, its agenda item may name the by-law, and an action with its `motion_key` says which reading it was (`reading-1`).',
    organization_key: 'The body that decided; without it, the body that met.',
    position:
      'Position among the motions of the meeting, and part of the URL of a motion without a number.',
    date: 'Day; without it, the day of the meeting.',
    identifier: 'Number of the motion.',
    motion_kind:
      'What it is: a `motion` on the substance of an item, an `amendment` to one, a `procedural` motion on how the meeting is run (its agenda, minutes, rules, deferrals, adjournment), a `notice` of a motion for a later meeting, an `inquiry` to staff, or an `election` by ballot. Omit it if the source does not say.',
    text: 'The whole text.',
    superseded_text: 'The motion that `text` was substituted for.',
    summary:
      'The motion in a sentence: lists show it instead of `text`, so a remark on the vote, such as “Lost on a tie”, does not belong here.',
    plain_english_summary: 'Summary in plain English.',
    result: `Outcome: \`Carried\`, \`Defeated\`, \`Tabled\`, \`Withdrawn\`, \`Referred\`, or the word of the source. ${carried.join(', ')} mean that it carried, in any case of letters; \`Defeated\` is lost; any other word is shown as written and is neither. French words are taken too: \`Adoptée\` is stored as \`Carried\`, \`Rejetée\` as \`Defeated\`, \`Déposée\` as \`Tabled\`, \`Retirée\` as \`Withdrawn\`, \`Renvoyée\` as \`Referred\`; \`Adoptée à l'unanimité\` also means that it carried.`,
    mover_key: 'Who moved it, if known.',
    mover_name: 'Who moved it, as written.',
    seconder_key: 'Who seconded it, if known.',
    seconder_name: 'Who seconded it, as written.',
    tally:
      'Counts as the source prints them; those that it lacks are counted from `votes`. An empty object: not counted, because `votes` names only some.',
    'tally.for': 'Votes for.',
    'tally.against': 'Votes against.',
    'tally.abstain': 'Abstentions.',
    'tally.absent': 'Absences.',
    'votes[]': 'Votes by name.',
    'votes[].person_key': 'The voter, if known.',
    'votes[].name': 'Name as written.',
    'votes[].value': 'The vote.',
    'votes[].reason': "The source's own word, where it says more.",
    'votes[].candidate':
      'In an election, the name of the candidate voted for; `value` is then `Other`.',
    'candidates[]': 'The candidates of an election by ballot.',
    'candidates[].person_key': 'The candidate, if known.',
    'candidates[].name': 'Name as written.',
    'candidates[].votes': 'Votes received.',
    'candidates[].elected': 'Whether the candidate won.',
  },
  action: {
    matter_key: 'The matter.',
    position: 'Order among the steps of one day.',
    date: 'Day.',
    description: 'What happened, in few words: `Referred to Committee`.',
    text: 'What happened, in full.',
    'classification[]':
      'Kinds of step. Omit it for a step that the list does not have, such as a hearing.',
    result: 'Outcome, as of a motion, if it was decided on.',
    organization_key: 'The body that acted; none is taken from the meeting or the motion.',
    meeting_key: 'The meeting, if it took place in one.',
    motion_key: 'The motion, if it was decided on.',
  },
}

/** Fields of `bundle.json`. */
export const headMeanings: Record<string, string> = {
  format: 'What kind of folder this is.',
  version: 'Version of the format.',
  municipality: 'The council; used only where the municipality is not known yet.',
  'municipality.slug': 'Suggested slug; the command line decides.',
  'municipality.name': 'Name, such as `Town of Perth`.',
  'municipality.division_id':
    'Open Civic Data division id, such as `ocd-division/country:ca/csd:3509021`.',
  'municipality.time_zone': 'IANA time zone, such as `America/Toronto`.',
  'municipality.url': 'Website.',
  source: 'Where the record comes from.',
  'source.name':
    'Part of the identity of every record: choose it once and never change it, such as `perth-clerk`.',
  'source.url': 'URL of the source.',
  'source.licence': 'Licence under which it is published.',
  'source.partial':
    'Whether this is a part of a larger record, such as an export of one: references may then lead out of it, and are listed.',
}
