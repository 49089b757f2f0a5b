import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import { titleWords, typedNumberGroups } from '../../core/bylaw-number.ts'
import { foldText } from '../../core/fold.ts'
import { cachedQuery } from '../../store/cached-query.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import { namingColumns } from '../../store/motion-columns.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { motionPosition } from '../../store/record-order.ts'
import type { Tables } from '../../store/tables.ts'
import { contains, hasWords } from '../../store/word-starts.ts'
import {
  allParts,
  byIdsQuery,
  cachedList,
  documentColumns,
  fold,
  type InMunicipality,
  isOfMeeting,
  isSelected,
  type ListQuery,
  type OfSlug,
  type PartsMax,
  type Range,
  type RecordFilters,
  selectMayorSteps,
  selectSteps,
  stepColumns,
  undated,
} from '../_shared/queries.ts'

export interface BylawFilters extends RecordFilters {
  status?: string
  category?: string
  year?: number
  q?: string
}

const columns = [
  'id',
  'slug',
  'title',
  'bylaw_number',
  'status',
  'category',
  'year',
  'sort_date',
  'description',
  'plain_english_summary',
  'source_url',
  'updated_at',
  'passed_date',
  'enacted_date',
  'is_vetoed',
] as const

// Stored value of an unknown year. No by-law is of the year 0, so a filter for it finds nothing.
const unknownYear = 0

export type BylawRow = Awaited<ReturnType<typeof listBylaws>>[number]

/** Newest first, unknown days last; one statement. */
export async function listBylaws(
  db: ReadDatabase,
  municipalityId: number,
  filters: BylawFilters,
  range: Range,
) {
  return pageOfBylaws(db, { ...filters, municipalityId }, range)
}

/** One statement. */
export async function countBylaws(db: ReadDatabase, municipalityId: number, filters: BylawFilters) {
  return pageOfBylaws.count(db, { ...filters, municipalityId })
}

const pageOfBylaws = cachedList(
  (
    db,
    { values, given, after, limit }: ListQuery<BylawFilters & InMunicipality, [string, number]>,
  ) =>
    db
      .selectFrom('bylaws')
      .select(columns)
      .where('municipality_id', '=', values.municipalityId)
      .where(isSelected(db, 'bylaws', { values, given }))
      .where(isSuchBylaw({ values, given }))
      .$if(given('after'), (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('sort_date', 'id'), '<', tuple(after[0], after[1])),
        ),
      )
      .orderBy('sort_date', 'desc')
      .orderBy('id', 'desc')
      .limit(({ lit }) => lit(limit)),
  'q',
)

/** Whether a by-law matches the filters that are given; the text of `q` is a part of the statement. */
export function isSuchBylaw({
  values,
  given,
}: Pick<ListQuery<BylawFilters>, 'values' | 'given'>): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'bylaws'>()
  const conditions: Expression<SqlBool>[] = []
  if (given('status')) conditions.push(eb('status_folded', '=', fold(values.status)))
  if (given('category')) conditions.push(eb('category_folded', '=', fold(values.category)))
  if (given('year')) conditions.push(eb('year', '=', values.year), eb('year', '!=', unknownYear))
  if ((given as (name: string) => boolean)(undated)) conditions.push(eb('year', '=', unknownYear))
  if (given('q')) conditions.push(matches(foldText(values.q)))
  return eb.and(conditions)
}

/** Whether the title has the words or the number contains a text; numbers also without leading zeros and separators. */
function matches(text: string): Expression<SqlBool> {
  const eb = expressionBuilder<Tables, 'bylaws'>()
  const title = eb.ref('title_folded')
  const words = titleWords(text)
  const inTitle = words.length === 0 ? contains(title, text) : hasWords(title, words)
  const either = [inTitle, contains(eb.ref('number_folded'), text)]
  const [number] = /\d.*$/s.exec(text) ?? []
  if (number === undefined) return eb.or(either)
  const compact = (column: Expression<string>) => {
    const bare = (from: Expression<string>, mark: string) =>
      eb.fn<string>('replace', [from, eb.val(mark), eb.val('')])
    return ['-', '/', ' '].reduce(bare, column)
  }
  return eb.or([
    ...either,
    ...[text, number]
      .flatMap(typedNumberGroups)
      .map((groups) => contains(eb.ref('number_groups'), groups)),
    eb(compact(eb.ref('number_folded')), '=', number),
  ])
}

export type BylawDetailRows = NonNullable<Awaited<ReturnType<typeof findBylaw>>>

/** One statement. */
export async function findBylaw(
  db: ReadDatabase,
  municipalityId: number,
  slug: string,
  partsMax = allParts,
) {
  const [bylaw] = await bylawOfSlug(db, { municipalityId, slug }, { partsMax })
  return bylaw && withParts(bylaw)
}

/** By-laws with their parts, in any order; one statement. */
export async function listBylawDetails(db: ReadDatabase, ids: readonly number[]) {
  return (await bylawsOfIds(db, ids)).map(withParts)
}

function withParts(bylaw: Awaited<ReturnType<typeof bylawOfSlug>>[number]) {
  return {
    bylaw,
    passage: parseRows(bylaw.passages)[0],
    matters: parseRows(bylaw.matters),
    actions: parseRows(bylaw.actions),
    motions: parseRows(bylaw.motions),
    items: parseRows(bylaw.items),
    sponsors: parseRows(bylaw.sponsors),
    documents: parseRows(bylaw.documents),
  }
}

const bylawOfSlug = cachedQuery((db, { municipalityId, slug }: OfSlug, { partsMax }: PartsMax) =>
  selectDetails(db, partsMax)
    .where('municipality_id', '=', municipalityId)
    .where('slug', '=', slug),
)

const bylawsOfIds = byIdsQuery('bylaws.id', (db) => selectDetails(db, allParts))

function selectDetails(db: ReadDatabase, partsMax: number) {
  return db
    .selectFrom('bylaws')
    .select([...columns, 'withheld', 'corrected'])
    .select(jsonRows(db, passages).as('passages'))
    .select(jsonRows(db, matters, partsMax).as('matters'))
    .select(jsonRows(db, actions, partsMax).as('actions'))
    .select(jsonRows(db, motions, partsMax).as('motions'))
    .select(jsonRows(db, items, partsMax).as('items'))
    .select(jsonRows(db, sponsors, partsMax).as('sponsors'))
    .select(jsonRows(db, documents, partsMax).as('documents'))
}

/** The last carried motion that passed it; none of a by-law that was vetoed. */
const passages = expressionBuilder<Tables, 'bylaws'>()
  .selectFrom('bylaw_references')
  .innerJoin('motions', 'motions.id', 'bylaw_references.motion_id')
  .leftJoin('meetings', 'meetings.id', 'motions.meeting_id')
  .select(['motions.slug as motion_slug', 'meetings.slug as meeting_slug'])
  .whereRef('bylaw_references.bylaw_id', '=', 'bylaws.id')
  .where('motions.outcome', '=', 'carried')
  .where('bylaws.is_vetoed', '=', 0)
  .orderBy('motions.date', 'desc')
  .orderBy('motions.id', 'desc')
  .limit(({ lit }) => lit(1))

// A union uses one index for each path; with `or`, PostgreSQL scans the table.
const ofBylaw = expressionBuilder<Tables, 'bylaws'>()
const references = ofBylaw
  .selectFrom('bylaw_references')
  .whereRef('bylaw_references.bylaw_id', '=', 'bylaws.id')

const matterIds = ofBylaw
  .selectFrom('matters as own')
  .select('own.id')
  .whereRef('own.bylaw_id', '=', 'bylaws.id')
  .unionAll(
    references
      .innerJoin('motions as naming', 'naming.id', 'bylaw_references.motion_id')
      .select((eb) => eb.ref('naming.matter_id').$notNull().as('id'))
      .where('naming.matter_id', 'is not', null),
  )
  .unionAll(
    references
      .innerJoin('agenda_items', 'agenda_items.id', 'bylaw_references.agenda_item_id')
      .select((eb) => eb.ref('agenda_items.matter_id').$notNull().as('id'))
      .where('agenda_items.matter_id', 'is not', null)
      .where(isOfMeeting()),
  )

const matters = expressionBuilder<Tables, 'bylaws'>()
  .selectFrom('matters')
  .select(['matters.id', 'matters.slug', 'matters.title', 'matters.status', 'matters.first_seen'])
  .where('matters.id', 'in', matterIds)
  .orderBy('matters.last_seen', 'desc')
  .orderBy('matters.id', 'desc')

/** The steps of its matters, and those that follow from decisions of the mayor on it. */
const actions = expressionBuilder<Tables, 'bylaws'>()
  .selectFrom(
    selectSteps
      .leftJoin('matters as of', 'of.id', 'actions.matter_id')
      .select(['of.slug as matter_slug', 'of.id as matter_id'])
      .select(['actions.id', 'actions.position'])
      .where('actions.matter_id', 'in', matterIds)
      .unionAll(
        selectMayorSteps
          .leftJoin('matters as of', 'of.id', 'veto_steps.matter_id')
          .select(['of.slug as matter_slug', 'of.id as matter_id'])
          .select(({ lit }) => [lit(0).as('id'), 'veto_steps.position'])
          .whereRef('veto_steps.bylaw_id', '=', 'bylaws.id'),
      )
      .as('merged'),
  )
  .select([...stepColumns, 'merged.matter_slug', 'merged.id', 'merged.position'])
  .orderBy('merged.date')
  .orderBy(({ fn, ref, lit }) => fn.coalesce(ref('merged.matter_id'), lit(Number.MAX_SAFE_INTEGER)))
  .orderBy('merged.position')
  .orderBy('merged.id')

/** Those of its matters, and those that name it. */
const motions = expressionBuilder<Tables, 'bylaws'>()
  .selectFrom('motions')
  .leftJoin('meetings', 'meetings.id', 'motions.meeting_id')
  .leftJoin('matters as of', 'of.id', 'motions.matter_id')
  .leftJoin('organizations', 'organizations.id', 'motions.decided_by_id')
  .select([...namingColumns, 'motions.slug', 'motions.result', 'motions.date'])
  .select([
    motionPosition().as('position'),
    'meetings.slug as meeting_slug',
    'of.slug as matter_slug',
  ])
  .select(['organizations.name as organization', 'organizations.slug as organization_slug'])
  .select(({ selectFrom }) =>
    selectFrom('bylaw_references')
      .select('bylaw_references.id')
      .whereRef('bylaw_references.bylaw_id', '=', 'bylaws.id')
      .whereRef('bylaw_references.motion_id', '=', 'motions.id')
      .limit(({ lit }) => lit(1))
      .as('reference_id'),
  )
  .where(
    'motions.id',
    'in',
    ofBylaw
      .selectFrom('motions as of_matters')
      .select('of_matters.id')
      .where('of_matters.matter_id', 'in', matterIds)
      .unionAll(
        references
          .select((eb) => eb.ref('bylaw_references.motion_id').$notNull().as('id'))
          .where('bylaw_references.motion_id', 'is not', null),
      ),
  )
  .orderBy('motions.date')
  .orderBy('motions.id')

/** The items of held meetings. */
const items = expressionBuilder<Tables, 'bylaws'>()
  .selectFrom('agenda_items')
  .innerJoin('meetings', 'meetings.id', 'agenda_items.meeting_id')
  .leftJoin('matters as of', 'of.id', 'agenda_items.matter_id')
  .leftJoin('organizations', 'organizations.id', 'meetings.organization_id')
  .select(['agenda_items.title', 'agenda_items.item_number', 'agenda_items.result'])
  .select(['meetings.slug as meeting_slug', 'meetings.date', 'of.slug as matter_slug'])
  .select(['organizations.name as organization', 'organizations.slug as organization_slug'])
  .where('meetings.status', '=', 'completed')
  .where(
    'agenda_items.id',
    'in',
    ofBylaw
      .selectFrom('agenda_items as of_matters')
      .select('of_matters.id')
      .where('of_matters.matter_id', 'in', matterIds)
      .unionAll(
        references
          .select((eb) => eb.ref('bylaw_references.agenda_item_id').$notNull().as('id'))
          .where('bylaw_references.agenda_item_id', 'is not', null),
      ),
  )
  .orderBy('meetings.date')
  .orderBy('meetings.id')
  .orderBy('agenda_items.position')
  .orderBy('agenda_items.id')

/** Its own sponsors, then those of the matters that led to it. */
const sponsors = expressionBuilder<Tables, 'bylaws'>()
  .selectFrom('sponsorships')
  .leftJoin('people', 'people.id', 'sponsorships.person_id')
  .select(['sponsorships.matter_id', 'people.slug as person_slug', 'is_primary', 'classification'])
  .select(({ fn }) => fn.coalesce('people.name', 'sponsorships.name').as('person_name'))
  .where('sponsorships.id', 'in', ({ selectFrom }) =>
    selectFrom('sponsorships as own')
      .select('own.id')
      .whereRef('own.bylaw_id', '=', 'bylaws.id')
      .unionAll(
        selectFrom('matters')
          .innerJoin('sponsorships as of_matters', 'of_matters.matter_id', 'matters.id')
          .select('of_matters.id')
          .whereRef('matters.bylaw_id', '=', 'bylaws.id'),
      ),
  )
  .orderBy(({ fn, ref, val }) => fn.coalesce(ref('sponsorships.matter_id'), val(0)))
  .orderBy('sponsorships.id')

/** Its own documents, then those of the matters that led to it. */
const documents = expressionBuilder<Tables, 'bylaws'>()
  .selectFrom('documents')
  .select([...documentColumns, 'documents.matter_id'])
  .where('documents.id', 'in', ({ selectFrom }) =>
    selectFrom('documents as own')
      .select('own.id')
      .whereRef('own.bylaw_id', '=', 'bylaws.id')
      .unionAll(
        selectFrom('matters')
          .innerJoin('documents as of_matters', 'of_matters.matter_id', 'matters.id')
          .select('of_matters.id')
          .whereRef('matters.bylaw_id', '=', 'bylaws.id'),
      ),
  )
  .orderBy(({ fn, ref, val }) => fn.coalesce(ref('documents.matter_id'), val(0)))
  .orderBy('documents.id')
