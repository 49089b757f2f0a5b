import type { ExpressionBuilder } from 'kysely'
import { namesElected } from '../../core/carried-results.ts'
import { type FacetList, facetFields } from '../../core/facet-fields.ts'
import type { OutcomeVerb } from '../../core/headings/outcome.ts'
import { verbOfKey } from '../../core/headings/outcome-key.ts'
import { pluralOf, type RecordKind, recordKindNames } from '../../record/kinds.ts'
import { countNotes } from '../../store/notes.ts'
import { outcomeKey } from '../../store/outcome-key.ts'
import { votersMax } from '../../store/record-tables.ts'
import type { Tables } from '../../store/tables.ts'
import { daysFollowFrom } from './matters.ts'
import type { LoadScope } from './scope.ts'

type FacetScope = Pick<LoadScope, 'db' | 'dialect' | 'target'>

interface ValueField {
  list: FacetList
  name: string
  /** The column by which equal values are grouped. */
  folded: string
}

interface Facet {
  list: string
  name: string
  /** The kinds of records that are counted. */
  from: readonly RecordKind[]
  count(
    scope: FacetScope,
  ): Promise<{ value: string | number | null; title?: string; count: number }[]>
}

/** Of a field with more values, only the most frequent are listed. */
const valuesMax = 200
// Before those that name people are skipped.
const resultsRead = 5 * valuesMax

const fields = Object.entries(facetFields).flatMap(([list, columns]) =>
  Object.entries(columns).map(([name, folded]) => ({ list: list as FacetList, name, folded })),
)

/** The values of filtered fields, and how often they occur. */
export const facets: readonly Facet[] = [
  ...fields.map((field) => ({
    ...field,
    from: kindsOf(field),
    count: (scope: FacetScope) =>
      field.name === 'result' ? countResults(scope, field) : countValues(scope, field).execute(),
  })),
  {
    list: 'meetings',
    name: 'organization',
    from: ['meeting', 'organization'],
    count: countMeetings,
  },
  {
    list: 'motions',
    name: 'outcome',
    from: ['motion', 'agenda_item', 'matter', 'bylaw', 'meeting', 'organization', 'person'],
    count: countOutcomes,
  },
  { list: 'motions', name: 'text_complete', from: ['motion'], count: countTexts },
  { list: 'motions', name: 'has_mover', from: ['motion'], count: countMovers },
  { list: 'votes', name: 'person', from: ['motion', 'person'], count: countVoters },
  {
    list: 'notes',
    name: 'kind',
    from: ['motion', 'meeting', 'person', 'bylaw', 'mayoral_decision'],
    count: countNoted,
  },
]

/** The year of a by-law can follow from the days of others. */
function kindsOf({ list, name }: ValueField): readonly RecordKind[] {
  if (list === 'bylaws' && name === 'year') return daysFollowFrom
  return recordKindNames.filter((kind) => pluralOf[kind] === list)
}

export async function deriveFacet(scope: FacetScope, { list, name, count }: Facet): Promise<void> {
  const { db, dialect, target } = scope
  const facet = { municipality_id: target.id, list, name }
  const counted = await count(scope)
  const rows = counted.map((row) => ({ ...facet, title: null, ...row, value: String(row.value) }))
  await db
    .deleteFrom('facets')
    .where('municipality_id', '=', target.id)
    .where('list', '=', list)
    .where('name', '=', name)
    .execute()
  await dialect.insertAll(db, 'facets', rows)
}

/** The values of a field; spellings that differ in case count as the first of them. */
function countValues({ db, target }: FacetScope, { list, name, folded }: ValueField) {
  const { ref } = db.dynamic
  return (
    db
      // The columns of one table stand for all.
      .selectFrom(list as 'bylaws')
      .select(({ fn }) => [
        fn.min<string>(ref<'status'>(name)).as('value'),
        fn.countAll<number>().as('count'),
      ])
      .where('municipality_id', '=', target.id)
      .where(ref(folded), 'is not', null)
      // The stored value of an unknown year.
      .$if(name === 'year', (query) => query.where('year', '!=', 0))
      .groupBy(ref(folded))
      .orderBy('count', 'desc')
      .orderBy('value')
      .limit(valuesMax)
  )
}

/** The results of motions; those of elections name people, and each occurs once. */
async function countResults(scope: FacetScope, field: ValueField) {
  const rows = await countValues(scope, field)
    .having(({ eb, fn, lit }) =>
      eb(
        fn.max(
          eb
            .case()
            .when('kind' as 'status', '=', 'election')
            .then(lit(0))
            .else(lit(1))
            .end(),
        ),
        '=',
        1,
      ),
    )
    .limit(resultsRead)
    .execute()
  return rows.filter(({ value }) => !namesElected(value)).slice(0, valuesMax)
}

/** How many motions have each verb. */
async function countOutcomes({ db, target }: FacetScope) {
  const rows = await db
    .selectFrom('motions')
    .select(({ fn }) => [
      outcomeKey('motions').as('outcome_key'),
      fn.countAll<number>().as('count'),
    ])
    .where('municipality_id', '=', target.id)
    .groupBy('outcome_key')
    .execute()
  const counts = new Map<OutcomeVerb, number>()
  for (const { outcome_key: key, count } of rows) {
    const verb = verbOfKey(key)
    if (verb !== null) counts.set(verb, (counts.get(verb) ?? 0) + Number(count))
  }
  return [...counts].map(([value, count]) => ({ value, count }))
}

/** How many motions have their text up to what was decided. */
async function countTexts({ db, target }: FacetScope) {
  const rows = await db
    .selectFrom('motions')
    .select(({ fn }) => ['text_complete', fn.countAll<number>().as('count')])
    .where('municipality_id', '=', target.id)
    .groupBy('text_complete')
    .orderBy('text_complete', 'desc')
    .execute()
  return rows.map(({ text_complete, count }) => ({ value: String(text_complete === 1), count }))
}

/** How many motions name who moved them, and how many do not. */
async function countMovers({ db, target }: FacetScope) {
  const names = (eb: ExpressionBuilder<Tables, 'motions'>) =>
    eb.case().when('mover_name', 'is', null).then(eb.lit(0)).else(eb.lit(1)).end()
  const rows = await db
    .selectFrom('motions')
    .select((eb) => [names(eb).as('named'), eb.fn.countAll<number>().as('count')])
    .where('municipality_id', '=', target.id)
    .groupBy(names)
    .execute()
  return rows.map(({ named, count }) => ({ value: String(named === 1), count }))
}

/** How many records of each kind something is noted of. */
async function countNoted({ db, target }: FacetScope) {
  const counts = Object.entries(await countNotes(db, target.id))
  return counts.filter(([, count]) => count > 0).map(([value, count]) => ({ value, count }))
}

/** The votes of each person, by slug or as written; of more than a grid has, one more, by which that is known. */
function countVoters({ db, target }: FacetScope) {
  return db
    .selectFrom('motions')
    .innerJoin('votes', 'votes.motion_id', 'motions.id')
    .leftJoin('people', 'people.id', 'votes.person_id')
    .select(({ fn }) => [
      fn.coalesce('people.slug', 'votes.person_name').as('value'),
      fn.countAll<number>().as('count'),
    ])
    .where('motions.municipality_id', '=', target.id)
    .groupBy(({ fn }) => fn.coalesce('people.slug', 'votes.person_name'))
    .limit(votersMax + 1)
    .execute()
}

function countMeetings({ db, target }: FacetScope) {
  return db
    .selectFrom('meetings')
    .innerJoin('organizations', 'organizations.id', 'meetings.organization_id')
    .select(({ fn }) => [
      'organizations.slug as value',
      'organizations.name as title',
      fn.countAll<number>().as('count'),
    ])
    .where('meetings.municipality_id', '=', target.id)
    .groupBy('organizations.id')
    .orderBy('count', 'desc')
    .orderBy('value')
    .limit(valuesMax)
    .execute()
}
