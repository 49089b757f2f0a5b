import type { ImportSource } from '../source.ts'
import { openVotes } from './index.ts'
import type { Mapping } from './schema.ts'

const mapping: Mapping = {
  source: 'vancouver',
  licence: 'Open Government Licence - Vancouver',
  municipality: {
    name: 'City of Vancouver',
    division_id: 'ocd-division/country:ca/csd:5915022',
    time_zone: 'America/Vancouver',
    url: 'https://vancouver.ca',
  },
  columns: {
    vote_id: 'Vote Number',
    meeting_id: 'Meeting ID',
    body: 'Meeting Type',
    date: 'Vote Date',
    time: 'Vote Start Date Time',
    text: 'Agenda Description',
    result: 'Decision',
    member: 'Council Member',
    vote: 'Vote',
  },
  result_words: { 'Carried Unanimously': 'Carried' },
}

/** The table "Council voting records" of the City of Vancouver. */
export const vancouver: ImportSource = {
  name: 'vancouver',
  describe: 'the "Council voting records" of Vancouver as CSV: a file or an address',
  isTable: true,
  open: (location, options = {}) =>
    openVotes([location, ...(options.others ?? [])], mapping, options),
}
