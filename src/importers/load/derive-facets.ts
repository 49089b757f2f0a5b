import { operativeClauseOf } from '../../core/operative-clause.ts'
import { idBatches } from './row-batches.ts'
import type { LoadScope } from './scope.ts'

type FacetScope = Pick<LoadScope, 'db' | 'dialect' | 'target'>

/** Of a field with more values, only the most frequent are listed. */
const valuesMax = 200

// List, field, and the column by which equal values are grouped.
const fields = [
  ['meetings', 'type', 'type_folded'],
  ['motions', 'result', 'result_folded'],
  ['motions', 'kind', 'kind'],
  ['matters', 'status', 'status_folded'],
  ['matters', 'category', 'category_folded'],
  ['bylaws', 'status', 'status_folded'],
  ['bylaws', 'category', 'category_folded'],
  ['bylaws', 'year', 'year'],
] as const

/** Sets the values of filtered fields, and how often they occur. */
export async function deriveFacets(scope: FacetScope): Promise<void> {
  const { db, dialect, target } = scope
  await db.deleteFrom('facets').where('municipality_id', '=', target.id).execute()
  for (const [list, name, folded] of fields) {
    const counted = await countValues(scope, { list, name, folded })
    const facet = { municipality_id: target.id, list, name, title: null }
    const rows = counted.map(({ value, count }) => ({ ...facet, value: String(value), count }))
    await dialect.insertAll(db, 'facets', rows)
  }
  await dialect.insertAll(db, 'facets', await countTexts(scope))
  const facet = { municipality_id: target.id, list: 'meetings', name: 'organization' }
  const rows = (await countMeetings(scope)).map((row) => ({ ...facet, ...row }))
  await dialect.insertAll(db, 'facets', rows)
}

interface Field {
  list: (typeof fields)[number][0]
  name: string
  folded: string
}

/** The values of a field; spellings that differ in case count as the first of them. */
function countValues({ db, target }: FacetScope, { list, name, folded }: Field) {
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
      .execute()
  )
}

/** How many motions have their text up to what was decided, which only reading it shows. */
async function countTexts(scope: FacetScope) {
  const { db, dialect, target } = scope
  const counts = new Map<string, number>()
  for await (const ids of idBatches(scope, 'motions')) {
    const motions = await db
      .selectFrom('motions')
      .select('text')
      .where(({ ref }) => dialect.inArray(ref('id'), dialect.arrayParam(ids)))
      .orderBy('id')
      .execute()
    for (const { text } of motions) {
      const value = String(operativeClauseOf(text).isComplete)
      counts.set(value, (counts.get(value) ?? 0) + 1)
    }
  }
  const facet = { municipality_id: target.id, list: 'motions', name: 'text_complete', title: null }
  return [...counts].map(([value, count]) => ({ ...facet, value, count }))
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
