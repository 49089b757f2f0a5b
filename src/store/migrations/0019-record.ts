import { type Kysely, sql } from 'kysely'
import { createSearch } from './0002-search.ts'
import {
  createImported,
  createIndex,
  createIndexes,
  createTable,
  each,
  id,
  integer,
  integerOr,
  keyText,
  maybeInteger,
  maybeNumber,
  maybePartOf,
  maybeText,
  partOf,
  refersTo,
  text,
  textOr,
  uniqueText,
} from './create-table.ts'
import { indexLists } from './filter-indexes.ts'
import { createHistory } from './history.ts'
import { createRegisters } from './registers.ts'

type Schema = Kysely<unknown>

/** The record of councils, what follows from it, its imports and its search index. */
export async function up(db: Schema): Promise<void> {
  await createMunicipalities(db)
  await createActors(db)
  await createBylaws(db)
  await createMatters(db)
  await createMeetings(db)
  await createAgenda(db)
  await createMotions(db)
  await createVotes(db)
  await indexLists(db)
  await createActions(db)
  await createRegisters(db)
  await createAgreement(db)
  await createVotingSpans(db)
  await createImports(db)
  await createRemoved(db)
  await createFormerSlugs(db)
  await createVersions(db)
  await createHistory(db)
  await createSearch(db)
}

async function createMunicipalities(db: Schema): Promise<void> {
  await createTable(db, 'municipalities', {
    id,
    slug: uniqueText,
    ...each(text, 'name', 'division_id', 'jurisdiction_id', 'time_zone'),
    url: maybeText,
    data_version: integerOr(1),
    ...each(text, 'created_at', 'updated_at'),
    ...each(integerOr(0), 'meeting_count', 'motion_count', 'matter_count', 'bylaw_count'),
    document_count: integerOr(0),
    ...each(integerOr(0), 'person_count', 'vote_count'),
    ...each(integerOr(0), 'recorded_vote_count', 'partial_vote_count'),
    ...each(maybeText, 'first_meeting', 'last_meeting', 'as_of'),
    languages: textOr('[]'),
    registers: textOr('{}'),
  })

  const facets = {
    municipality_id: partOf('municipalities'),
    ...each(text, 'list', 'name', 'value'),
    title: maybeText,
    count: integer,
  }
  const key = { name: 'facets_key', columns: ['municipality_id', 'list', 'name', 'value'] }
  await createTable(db, 'facets', facets, { key })

  const wards = {
    municipality_id: partOf('municipalities'),
    position: integer,
    name: text,
    ...each(integer, 'west', 'south', 'east', 'north'),
    ...each(text, 'postal_codes', 'boundary', 'path'),
  }
  const position = { name: 'wards_key', columns: ['municipality_id', 'position'] }
  await createTable(db, 'wards', wards, { key: position })
}

async function createActors(db: Schema): Promise<void> {
  const listed = ['municipality_id', 'name_folded', 'id']
  await createImported(db, 'organizations', {
    ...each(text, 'ocd_id', 'name', 'name_folded', 'other_names', 'names_folded'),
    ...each(maybeText, 'name_fr', 'classification'),
    ...each(maybeText, 'founding_date', 'dissolution_date', 'url'),
    ...refersTo('parent', 'organizations'),
  })
  await createIndexes(db, 'organizations', 'parent_id', listed)

  await createImported(db, 'people', {
    ...each(text, 'ocd_id', 'name', 'name_folded', 'other_names', 'names_folded'),
    contact_details: text,
    ...each(maybeText, 'given_name', 'family_name', 'party', 'image_url', 'gender'),
    ...each(maybeText, 'birth_date', 'death_date'),
    ...each(integerOr(0), 'votes_for', 'votes_against', 'abstentions', 'other_votes'),
    ...each(integerOr(0), 'absences', 'recusals', 'votes_settled', 'votes_lost', 'motions_moved'),
    ...each(integerOr(0), 'meetings_present', 'meetings_absent'),
    ...each(integerOr(0), 'speaking_seconds', 'speaking_meetings'),
    votes_by_month: textOr('[]'),
  })
  await createIndexes(db, 'people', listed)

  await createImported(db, 'memberships', {
    ...refersTo('person', 'people'),
    ...refersTo('organization', 'organizations'),
    ...each(maybeText, 'role', 'label', 'start_date', 'stated_end_date', 'end_date'),
    ended: integerOr(0),
  })
  await createIndexes(db, 'memberships', 'person_id', 'organization_id')
}

async function createBylaws(db: Schema): Promise<void> {
  await createImported(db, 'bylaws', {
    title: text,
    bylaw_number: maybeText,
    ...each(integerOr(0), 'stated_year', 'year'),
    ...each(maybeText, 'status', 'status_folded', 'category', 'category_folded'),
    sort_date: textOr(''),
    ...each(maybeText, 'stated_passed_date', 'passed_date', 'enacted_date'),
    is_vetoed: integerOr(0),
    ...each(textOr(''), 'title_folded', 'number_folded', 'number_groups'),
    ...each(maybeText, 'description', 'plain_english_summary'),
  })
}

async function createMatters(db: Schema): Promise<void> {
  await createImported(db, 'matters', {
    ...each(text, 'ocd_id', 'title'),
    identifier: maybeText,
    ...each(textOr('[]'), 'other_identifiers', 'classification'),
    ...refersTo('bylaw', 'bylaws'),
    ...each(maybeText, 'status', 'status_folded', 'category', 'category_folded'),
    ...each(maybeText, 'stated_first_seen', 'stated_last_seen', 'first_seen', 'lapsed_on'),
    last_seen: textOr(''),
    ...each(maybeText, 'description', 'plain_english_summary'),
  })
  await createIndexes(db, 'matters', 'bylaw_id', ['municipality_id', 'first_seen'])

  await createTable(db, 'sponsorships', {
    id,
    matter_id: maybePartOf('matters'),
    bylaw_id: maybePartOf('bylaws'),
    ...refersTo('person', 'people'),
    name: text,
    classification: maybeText,
    is_primary: integerOr(0),
  })
  await createIndexes(db, 'sponsorships', 'matter_id', 'bylaw_id', 'person_id')
}

const newestFirst = ['date desc', 'id desc']

async function createMeetings(db: Schema): Promise<void> {
  await createImported(db, 'meetings', {
    ...each(text, 'ocd_id', 'title', 'date', 'status', 'scheduled_at'),
    status_note: maybeText,
    ...refersTo('organization', 'organizations'),
    ...refersTo('chair', 'people'),
    ...each(integerOr(0), 'has_agenda', 'has_minutes', 'has_transcript', 'has_recorded_votes'),
    video_duration_seconds: maybeInteger,
    ...each(maybeText, 'starts_at', 'ends_at', 'end_date', 'type', 'type_folded', 'location'),
    ...each(maybeText, 'agenda_url', 'minutes_url', 'video_url', 'summary'),
  })
  const filters = ['type_folded', 'status', 'has_minutes', 'has_transcript', 'has_recorded_votes']
  const ofBody = ['organization_id', ...newestFirst, ...filters]
  await createIndex(db, 'meetings', 'meetings_organization_id_date_id', ofBody)
  await createIndexes(db, 'meetings', 'chair_id')

  const ofMeeting = { id, meeting_id: partOf('meetings'), ...refersTo('person', 'people') }
  await createTable(db, 'attendance', {
    ...ofMeeting,
    person_name: text,
    present: integerOr(0),
    ...each(maybeText, 'role', 'reason'),
    sessions: textOr('[]'),
    date: textOr(''),
  })
  await createTable(db, 'speaking_time', {
    ...ofMeeting,
    person_name: text,
    seconds: integerOr(0),
  })
  await createTable(db, 'key_statements', {
    ...ofMeeting,
    slug: text,
    speaker: maybeText,
    start_seconds: maybeInteger,
    agenda_item_key: maybeText,
    text,
    context: maybeText,
  })
  await createIndexes(db, 'attendance', 'meeting_id', ['person_id', 'date desc', 'meeting_id desc'])
  for (const table of ['speaking_time', 'key_statements'])
    await createIndexes(db, table, 'meeting_id', 'person_id')
  await createIndexes(db, 'key_statements', ['meeting_id', 'agenda_item_key', 'start_seconds'])
}

async function createAgenda(db: Schema): Promise<void> {
  await createImported(db, 'agenda_items', {
    ...refersTo('meeting', 'meetings'),
    ...refersTo('parent', 'agenda_items'),
    ...refersTo('matter', 'matters'),
    position: integerOr(0),
    title: text,
    ...each(maybeText, 'item_number', 'type', 'action', 'result', 'description'),
    ...each(maybeText, 'recommendation', 'video_url'),
    video_seconds: maybeInteger,
  })
  await createIndexes(db, 'agenda_items', ['meeting_id', 'position'], 'matter_id', 'parent_id')

  const owners = ['meeting_id', 'agenda_item_id', 'matter_id', 'bylaw_id']
  await createTable(db, 'documents', {
    id,
    ...Object.fromEntries(owners.map((name) => [name, maybePartOf(name.replace('_id', 's'))])),
    title: text,
    ...each(maybeText, 'url', 'type', 'language', 'date', 'slug'),
    municipality_id: maybeInteger,
  })
  await createIndexes(db, 'documents', ...owners)
  await db.schema
    .createIndex('documents_slug')
    .on('documents')
    .columns(['municipality_id', 'slug'])
    .where(sql.ref('slug'), 'is not', null)
    .execute()

  await createTable(db, 'document_sections', {
    id,
    document_id: partOf('documents'),
    slug: text,
    ...each(integer, 'position', 'page'),
    title: maybeText,
    text,
  })
  await createIndexes(db, 'document_sections', ['document_id', 'page', 'position'])
}

async function createMotions(db: Schema): Promise<void> {
  await createImported(db, 'motions', {
    ocd_id: text,
    ...refersTo('meeting', 'meetings'),
    ...refersTo('agenda_item', 'agenda_items'),
    ...refersTo('matter', 'matters'),
    ...refersTo('organization', 'organizations'),
    decided_by_id: maybeInteger,
    ...refersTo('mover', 'people'),
    ...refersTo('seconder', 'people'),
    ...each(maybeText, 'mover_name', 'seconder_name'),
    position: integerOr(0),
    date: textOr(''),
    ...each(maybeText, 'stated_date', 'identifier', 'kind', 'result', 'result_folded'),
    ...each(maybeText, 'outcome', 'other_result'),
    ...each(maybeInteger, 'tally_for', 'tally_against', 'tally_abstain', 'tally_absent'),
    ...each(maybeNumber, 'tally_weighted_for', 'tally_weighted_against'),
    vote_basis: maybeText,
    contested: maybeInteger,
    has_votes: integerOr(0),
    is_on_part: integerOr(0),
    extra_votes: maybeInteger,
    has_odd_weights: integerOr(0),
    ...each(integerOr(0), 'named_votes', 'named_against', 'named_lost'),
    ...each(maybeText, 'text', 'superseded_text', 'summary', 'plain_english_summary'),
    ...each(maybeText, 'title', 'title_tag', 'clause', 'decision', 'question', 'result_note'),
    vetoes: maybeText,
    title_from: textOr('name'),
    text_complete: integerOr(0),
  })
  for (const record of ['mover_id', 'meeting_id', 'matter_id'])
    await createIndexes(db, 'motions', [record, ...newestFirst])
  await createIndexes(db, 'motions', 'agenda_item_id', 'seconder_id', 'organization_id')

  await createTable(db, 'candidates', {
    id,
    motion_id: partOf('motions'),
    ...refersTo('person', 'people'),
    person_name: text,
    ...each(maybeInteger, 'votes', 'elected'),
  })
  await createIndexes(db, 'candidates', 'motion_id', 'person_id')

  await createTable(db, 'bylaw_references', {
    id,
    agenda_item_id: maybePartOf('agenda_items'),
    motion_id: maybePartOf('motions'),
    ...refersTo('bylaw', 'bylaws'),
  })
  await createIndexes(db, 'bylaw_references', 'agenda_item_id', 'motion_id', 'bylaw_id')
}

/** With what the list of votes is filtered and ordered by. */
async function createVotes(db: Schema): Promise<void> {
  await createTable(db, 'votes', {
    id,
    motion_id: partOf('motions'),
    ...refersTo('person', 'people'),
    ...each(text, 'person_name', 'value'),
    weight: maybeNumber,
    ...each(maybeText, 'reason', 'candidate'),
    ...each(maybeInteger, 'municipality_id', 'meeting_id', 'matter_id', 'decided_by_id'),
    ...each(maybeText, 'result_folded', 'kind'),
    ...each(maybeInteger, 'contested', 'dissent'),
    ...each(textOr(''), 'date', 'name_folded'),
    is_first: integerOr(0),
  })
  await createIndex(db, 'votes', 'votes_motion_id_name', ['motion_id', 'name_folded', 'id'])
  const newestFirst = ['date desc', 'motion_id desc']
  // Lists of votes read one vote for each motion and value.
  for (const record of ['meeting_id', 'matter_id'])
    await db.schema
      .createIndex(`votes_${record}_first`)
      .on('votes')
      .columns([record, ...newestFirst, 'value', 'dissent'])
      .where(sql.ref('is_first'), '=', sql.lit(1))
      .execute()
  const byValue = ['motion_id', 'value', 'name_folded', 'id']
  await createIndex(db, 'votes', 'votes_motion_id_value', byValue)
  // With all filters, so that the votes of a person are not read to find those that match.
  const filters = ['value', 'dissent', 'contested', 'result_folded', 'kind', 'decided_by_id']
  const ofPerson = ['person_id', ...newestFirst, 'id', ...filters]
  await createIndex(db, 'votes', 'votes_person_id', ofPerson)
  // The few that the page of a person names.
  for (const few of ['contested', 'dissent'])
    await db.schema
      .createIndex(`votes_person_id_${few}`)
      .on('votes')
      .columns(['person_id', ...newestFirst, 'value'])
      .where(sql.ref(few), '=', sql.lit(1))
      .execute()
}

/** The steps of matters. */
async function createActions(db: Schema): Promise<void> {
  await createImported(db, 'actions', {
    ...refersTo('matter', 'matters'),
    ...refersTo('organization', 'organizations'),
    ...refersTo('meeting', 'meetings'),
    ...refersTo('motion', 'motions'),
    position: integer,
    ...each(text, 'date', 'description', 'classification'),
    ...each(maybeText, 'result', 'text'),
  })
  const references = ['matter_id', 'meeting_id', 'motion_id', 'organization_id']
  await createIndexes(db, 'actions', ...references)
}

/** How often each two people voted alike in a year, of one body and of all. */
async function createAgreement(db: Schema): Promise<void> {
  const columns = {
    municipality_id: partOf('municipalities'),
    person_id: partOf('people'),
    ...each(integer, 'other_id', 'organization_id', 'year'),
    ...each(text, 'name_folded', 'other_name_folded'),
    ...each(integer, 'motions', 'same', 'contested_motions', 'contested_same'),
  }
  const key = ['person_id', 'other_id', 'organization_id', 'year']
  await createTable(db, 'agreements', columns, { key: { name: 'agreements_key', columns: key } })
  const other = ['other_name_folded', 'other_id']
  const ofPerson = ['person_id', 'organization_id', ...other]
  await createIndex(db, 'agreements', 'agreements_person_id', ofPerson)
  const listed = ['municipality_id', 'organization_id', 'name_folded', 'person_id', ...other]
  await createIndex(db, 'agreements', 'agreements_municipality_id', listed)
}

const ofMunicipality = { municipality_id: partOf('municipalities') }

/** Where people voted who have no seat on a council on record. */
async function createVotingSpans(db: Schema): Promise<void> {
  const columns = {
    ...ofMunicipality,
    person_id: partOf('people'),
    organization_id: partOf('organizations'),
    ...each(maybeText, 'first_date', 'last_date'),
    ...each(integer, 'votes', 'undated'),
  }
  const key = { name: 'voting_spans_key', columns: ['person_id', 'organization_id'] }
  await createTable(db, 'voting_spans', columns, { key })
  await createIndexes(db, 'voting_spans', 'municipality_id', 'organization_id')
}

/** The slugs that records had before, which lead to them. */
async function createFormerSlugs(db: Schema): Promise<void> {
  const columns = { ...ofMunicipality, ...each(text, 'kind', 'slug') }
  const key = { name: 'former_slugs_key', columns: ['municipality_id', 'kind', 'slug'] }
  await createTable(db, 'former_slugs', { ...columns, id: integer }, { key })
  await createIndexes(db, 'former_slugs', ['kind', 'id'])
}

async function createImports(db: Schema): Promise<void> {
  await createTable(db, 'imports', {
    id,
    ...ofMunicipality,
    importer: maybeText,
    source: text,
    ...each(maybeText, 'source_url', 'licence', 'version', 'fingerprint', 'report'),
    ...each(text, 'started_at', 'finished_at'),
    ...each(integer, 'added', 'changed', 'same', 'removed'),
    result: textOr('done'),
    error: maybeText,
    warnings: textOr('[]'),
    unread_motions: integerOr(0),
    read_from: maybeText,
    lists_unchanged: integerOr(0),
  })
  await createIndex(db, 'imports', 'imports_municipality_id', ['municipality_id', 'id'])

  const read = {
    ...ofMunicipality,
    ...each(text, 'importer', 'source', 'read_until'),
    sync_token: maybeText,
  }
  const key = { name: 'read_sources_key', columns: ['municipality_id', 'importer', 'source'] }
  await createTable(db, 'read_sources', read, { key })

  const remembered = {
    ...ofMunicipality,
    ...each(text, 'importer', 'location', 'read_until', 'checked_at', 'result'),
    ...each(maybeText, 'since', 'error', 'running_since'),
    records: maybeInteger,
  }
  const location = { name: 'sources_key', columns: ['municipality_id', 'importer', 'location'] }
  await createTable(db, 'sources', remembered, { key: location })

  const pending = { location: keyText, checked_at: text, ...each(maybeText, 'next_at', 'error') }
  await createTable(db, 'pending_sources', pending)

  await createTable(db, 'unfinished_copy', { source_hash: keyText })
}

/** The identities of records that their sources no longer have. */
async function createRemoved(db: Schema): Promise<void> {
  const columns = {
    ...ofMunicipality,
    ...each(text, 'kind', 'source', 'key'),
    id: integer,
    slug: text,
    ocd_id: maybeText,
    ...each(text, 'created_at', 'removed_at'),
  }
  const identity = ['municipality_id', 'kind', 'source', 'key']
  const key = { name: 'removed_records_key', columns: identity }
  const unique = { removed_records_slug: ['municipality_id', 'kind', 'slug'] }
  await createTable(db, 'removed_records', columns, { key, unique })
  await createIndexes(db, 'removed_records', ['kind', 'id'])
}

/** With which version of the data each served record last changed, or was removed. */
async function createVersions(db: Schema): Promise<void> {
  const versions = { ...ofMunicipality, version: integer, ...each(text, 'state', 'created_at') }
  const key = { name: 'data_versions_key', columns: ['municipality_id', 'version'] }
  await createTable(db, 'data_versions', versions, { key })

  const records = {
    ...ofMunicipality,
    kind: text,
    ...each(integer, 'id', 'version'),
    ...each(text, 'slug', 'hash'),
    ocd_id: maybeText,
    removed: integerOr(0),
  }
  const ids = { name: 'record_versions_key', columns: ['kind', 'id'] }
  await createTable(db, 'record_versions', records, { key: ids })
  const listed = ['municipality_id', 'kind', 'version', 'id']
  await createIndex(db, 'record_versions', 'record_versions_municipality_id', listed)
}
