import type { ReadDatabase } from '../../store/open.ts'
import {
  cachedList,
  fold,
  type InMunicipality,
  idOfSlug,
  isOfMeeting,
  isSince,
  type Range,
} from '../_shared/queries.ts'
import { type EntryList, isListedEntry, isOfBody } from '../_shared/registers/queries.ts'
import type { DeclarationQuery } from './schema.ts'

export type DeclarationFilters = Omit<DeclarationQuery, 'cursor' | 'per_page'>

type DeclarationList = EntryList<DeclarationFilters & InMunicipality>

export type DeclarationRow = Awaited<ReturnType<typeof listDeclarations>>[number]

/** Newest first; one statement. */
export async function listDeclarations(
  db: ReadDatabase,
  municipalityId: number,
  filters: DeclarationFilters,
  range: Range,
) {
  return pageOfDeclarations(db, { ...filters, municipalityId }, range)
}

/** One statement. */
export async function countDeclarations(
  db: ReadDatabase,
  municipalityId: number,
  filters: DeclarationFilters,
) {
  return allDeclarations.count(db, { ...filters, municipalityId })
}

const allDeclarations = cachedList((db, list: DeclarationList) => selectPage(db, list))

// The page is cut before the joins, with which PostgreSQL could read and sort every entry.
const pageOfDeclarations = cachedList((db, list: DeclarationList) =>
  db
    .selectFrom(selectPage(db, list).as('page'))
    .leftJoin('declarations', 'declarations.id', 'page.declaration_id')
    .leftJoin('votes', 'votes.id', 'page.vote_id')
    .leftJoin('motions', 'motions.id', 'votes.motion_id')
    .leftJoin('people', 'people.id', 'page.person_id')
    .leftJoin('organizations', 'organizations.id', 'page.organization_id')
    .leftJoin('meetings', 'meetings.id', 'page.meeting_id')
    .leftJoin('agenda_items', (join) =>
      join.onRef('agenda_items.id', '=', 'page.agenda_item_id').on(isOfMeeting()),
    )
    .leftJoin('matters', 'matters.id', 'page.matter_id')
    .select(['page.slug', 'page.date', 'people.slug as person_slug', 'motions.slug as motion_slug'])
    .select(['meetings.slug as meeting_slug', 'agenda_items.slug as agenda_item_slug'])
    .select(['matters.slug as matter_slug', 'organizations.slug as organization_slug'])
    .select(['declarations.nature', 'declarations.received_on', 'declarations.statement_url'])
    .select(({ fn, val }) => [
      fn
        .coalesce('people.name', 'declarations.person_name', 'votes.person_name', val(''))
        .as('person_name'),
      fn.coalesce('organizations.name', 'declarations.organization_name').as('organization'),
      fn.coalesce('declarations.item_number', 'agenda_items.item_number').as('item_number'),
      fn
        .coalesce('declarations.item_title', 'agenda_items.title', 'matters.title')
        .as('item_title'),
      fn.coalesce('declarations.text', 'votes.reason').as('text'),
      fn.coalesce('declarations.updated_at', 'motions.updated_at', val('')).as('updated_at'),
    ])
    .orderBy('page.date', 'desc')
    .orderBy('page.slug', 'desc'),
)

function selectPage(db: ReadDatabase, list: DeclarationList) {
  return db
    .selectFrom('declared_interests as entry')
    .select(['entry.slug', 'entry.date', 'entry.declaration_id', 'entry.vote_id'])
    .select(['entry.person_id', 'entry.organization_id', 'entry.meeting_id'])
    .select(['entry.agenda_item_id', 'entry.matter_id'])
    .$if(list.given('organization'), (query) => query.where(isOfBody(list)))
    .where(isListedEntry(list))
    .$if(list.given('updated_since'), (query) =>
      query.where(({ fn, selectFrom }) =>
        isSince(
          fn.coalesce(
            selectFrom('declarations')
              .select('declarations.updated_at')
              .whereRef('declarations.id', '=', 'entry.declaration_id'),
            selectFrom('votes')
              .innerJoin('motions', 'motions.id', 'votes.motion_id')
              .select('motions.updated_at')
              .whereRef('votes.id', '=', 'entry.vote_id'),
          ),
          list.values.updated_since,
        ),
      ),
    )
    .$if(list.given('person'), (query) => {
      const { municipalityId, person } = list.values
      return query.where('entry.person_id', '=', idOfSlug('people', municipalityId, fold(person)))
    })
    .orderBy('entry.date', 'desc')
    .orderBy('entry.slug', 'desc')
    .limit(({ lit }) => lit(list.limit))
}
