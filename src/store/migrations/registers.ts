import type { Kysely } from 'kysely'
import {
  createImported,
  createIndex,
  createIndexes,
  createTable,
  each,
  integer,
  linkTo,
  maybeInteger,
  maybeText,
  partOf,
  refersTo,
  text,
  textOr,
} from './create-table.ts'

/** The tables of registers. */
export async function createRegisters(db: Kysely<unknown>): Promise<void> {
  await createDeclarations(db)
  await createClosedSessions(db)
  await createNotices(db)
  await createMayoralDecisions(db)
}

async function createDeclarations(db: Kysely<unknown>): Promise<void> {
  await createImported(db, 'declarations', {
    ...refersTo('person', 'people'),
    ...refersTo('organization', 'organizations'),
    ...refersTo('meeting', 'meetings'),
    ...refersTo('agenda_item', 'agenda_items'),
    ...refersTo('matter', 'matters'),
    ...each(text, 'person_name', 'declared_on'),
    ...each(maybeText, 'organization_name', 'item_number', 'item_title', 'nature'),
    ...each(maybeText, 'received_on', 'statement_url', 'text'),
  })
  const references = ['person_id', 'organization_id', 'meeting_id', 'agenda_item_id', 'matter_id']
  await createIndexes(db, 'declarations', ...references)

  const columns = {
    municipality_id: partOf('municipalities'),
    ...each(text, 'source', 'slug', 'date'),
    ...each(maybeInteger, 'declaration_id', 'vote_id', 'person_id', 'organization_id'),
    ...each(maybeInteger, 'meeting_id', 'agenda_item_id', 'matter_id'),
  }
  const key = { name: 'declared_interests_key', columns: ['municipality_id', 'slug'] }
  await createTable(db, 'declared_interests', columns, { key })
  const newest = ['date desc', 'slug desc']
  const listed = ['municipality_id', ...newest, 'person_id', 'organization_id']
  await createIndex(db, 'declared_interests', 'declared_interests_listed', listed)
  for (const record of ['person_id', 'organization_id'])
    await createIndex(db, 'declared_interests', `declared_interests_${record}`, [record, ...newest])
}

async function createClosedSessions(db: Kysely<unknown>): Promise<void> {
  const columns = {
    municipality_id: partOf('municipalities'),
    ...each(text, 'source', 'slug', 'date', 'clauses'),
    ...each(maybeText, 'ground', 'reported'),
    ...each(maybeInteger, 'organization_id', 'meeting_id', 'agenda_item_id', 'motion_id'),
  }
  const key = { name: 'closed_sessions_key', columns: ['municipality_id', 'slug'] }
  await createTable(db, 'closed_sessions', columns, { key })
  const newest = ['date desc', 'slug desc']
  const listed = ['municipality_id', ...newest, 'organization_id', 'clauses']
  await createIndex(db, 'closed_sessions', 'closed_sessions_listed', listed)
  const ofBody = ['organization_id', ...newest]
  await createIndex(db, 'closed_sessions', 'closed_sessions_organization_id', ofBody)
}

async function createNotices(db: Kysely<unknown>): Promise<void> {
  const columns = {
    municipality_id: partOf('municipalities'),
    ...each(text, 'source', 'slug', 'date', 'kind'),
    ...{ file: maybeText },
    ...each(maybeInteger, 'organization_id', 'meeting_id', 'agenda_item_id'),
    ...each(maybeInteger, 'matter_id', 'bylaw_id'),
  }
  const key = { name: 'notices_key', columns: ['municipality_id', 'slug'] }
  await createTable(db, 'notices', columns, { key })
  const newest = ['date desc', 'slug desc']
  const listed = ['municipality_id', ...newest, 'organization_id', 'kind']
  await createIndex(db, 'notices', 'notices_listed', listed)
  await createIndex(db, 'notices', 'notices_organization_id', [
    'organization_id',
    ...newest,
    'kind',
  ])
}

async function createMayoralDecisions(db: Kysely<unknown>): Promise<void> {
  await createImported(db, 'mayoral_decisions', {
    ...refersTo('bylaw', 'bylaws'),
    ...refersTo('matter', 'matters'),
    ...refersTo('override_motion', 'motions'),
    ...each(text, 'subject', 'kind'),
    date: textOr(''),
    ...each(maybeText, 'number', 'number_key', 'stated_kind', 'text', 'document_url'),
    ...each(maybeText, 'bylaw_number', 'override_motion_number', 'council_response', 'response'),
    linked_bylaw_id: linkTo('bylaws'),
    linked_motion_id: linkTo('motions'),
  })
  const references = ['bylaw_id', 'matter_id', 'override_motion_id']
  await createIndexes(db, 'mayoral_decisions', ...references)
  await createIndexes(db, 'mayoral_decisions', 'linked_motion_id')
  await createIndexes(db, 'mayoral_decisions', ['municipality_id', 'number_key'])
  const newest = ['date desc', 'slug desc']
  const listed = ['municipality_id', ...newest, 'kind', 'linked_bylaw_id']
  await createIndex(db, 'mayoral_decisions', 'mayoral_decisions_listed', listed)
  const ofBylaw = ['linked_bylaw_id', ...newest]
  await createIndex(db, 'mayoral_decisions', 'mayoral_decisions_linked_bylaw_id', ofBylaw)

  const columns = {
    municipality_id: partOf('municipalities'),
    ...each(text, 'source', 'slug', 'date', 'description', 'classification'),
    position: integer,
    ...each(maybeText, 'text', 'result'),
    ...each(maybeInteger, 'bylaw_id', 'matter_id', 'motion_id'),
  }
  const key = { name: 'veto_steps_key', columns: ['municipality_id', 'slug'] }
  await createTable(db, 'veto_steps', columns, { key })
  await createIndexes(db, 'veto_steps', 'bylaw_id', 'matter_id')
}
