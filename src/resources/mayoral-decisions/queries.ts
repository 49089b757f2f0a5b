import type { ReadDatabase } from '../../store/open.ts'
import {
  cachedList,
  fold,
  type InMunicipality,
  idOfSlug,
  isSince,
  type Range,
} from '../_shared/queries.ts'
import { type EntryList, isListedEntry, isOfKind } from '../_shared/registers/queries.ts'
import type { MayoralDecisionQuery } from './schema.ts'

export type DecisionFilters = Omit<MayoralDecisionQuery, 'cursor' | 'per_page'>

type DecisionList = EntryList<DecisionFilters & InMunicipality>

export type DecisionRow = Awaited<ReturnType<typeof listMayoralDecisions>>[number]

/** Newest first; one statement. */
export const listMayoralDecisions = (
  db: ReadDatabase,
  municipalityId: number,
  filters: DecisionFilters,
  range: Range,
) => pageOfDecisions(db, { ...filters, municipalityId }, range)

/** One statement. */
export const countMayoralDecisions = (
  db: ReadDatabase,
  municipalityId: number,
  filters: DecisionFilters,
) => allDecisions.count(db, { ...filters, municipalityId })

const allDecisions = cachedList((db, list: DecisionList) => selectPage(db, list))

// The page is cut before the joins, with which PostgreSQL could read and sort every entry.
const pageOfDecisions = cachedList((db, list: DecisionList) =>
  db
    .selectFrom(selectPage(db, list).as('page'))
    .innerJoin('mayoral_decisions as decision', 'decision.id', 'page.id')
    .leftJoin('bylaws', 'bylaws.id', 'decision.linked_bylaw_id')
    .leftJoin('matters', 'matters.id', 'decision.matter_id')
    .leftJoin('motions', 'motions.id', 'decision.linked_motion_id')
    .select(['decision.slug', 'decision.number', 'decision.date', 'decision.kind'])
    .select(['decision.stated_kind', 'decision.subject', 'decision.text', 'decision.document_url'])
    .select(['decision.bylaw_number', 'decision.response'])
    .select(['decision.council_response', 'decision.updated_at'])
    .select(['bylaws.slug as bylaw_slug', 'matters.slug as matter_slug'])
    .select(['motions.slug as motion_slug', 'motions.result as motion_result'])
    .select('motions.date as motion_date')
    .orderBy('page.date', 'desc')
    .orderBy('page.slug', 'desc'),
)

function selectPage(db: ReadDatabase, list: DecisionList) {
  const { values, given } = list
  return db
    .selectFrom('mayoral_decisions as entry')
    .select(['entry.id', 'entry.slug', 'entry.date'])
    .where(isListedEntry(list))
    .$if(given('updated_since'), (query) =>
      query.where(({ ref }) => isSince(ref('entry.updated_at'), values.updated_since)),
    )
    .$if(given('kind'), (query) => query.where(isOfKind(list)))
    .$if(given('bylaw'), (query) =>
      query.where(
        'entry.linked_bylaw_id',
        '=',
        idOfSlug('bylaws', values.municipalityId, fold(values.bylaw)),
      ),
    )
    .orderBy('entry.date', 'desc')
    .orderBy('entry.slug', 'desc')
    .limit(({ lit }) => lit(list.limit))
}
