import { type Expression, expressionBuilder, type SqlBool } from 'kysely'
import { titleWords, typedNumberGroups } from '../../core/bylaw-number.ts'
import { foldText } from '../../core/fold.ts'
import { cachedQuery } from '../../store/cached-query.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { Tables } from '../../store/tables.ts'
import { contains, hasWords } from '../../store/word-starts.ts'
import {
  allParts,
  type BySlugs,
  cachedList,
  documentColumns,
  fold,
  hasSlugAmong,
  type InMunicipality,
  isOfMeeting,
  type ListQuery,
  type OfSlug,
  type PartsMax,
  type Range,
} from '../_shared/queries.ts'

export interface BylawFilters extends BySlugs {
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

/** Newest year first, unknown years last; one statement. */
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
    { values, given, after, limit }: ListQuery<BylawFilters & InMunicipality, [number, number]>,
  ) =>
    db
      .selectFrom('bylaws')
      .select(columns)
      .where('municipality_id', '=', values.municipalityId)
      .$if(given('slug'), (query) => query.where(hasSlugAmong(db, 'bylaws', values)))
      .$if(given('status'), (query) => query.where('status_folded', '=', fold(values.status)))
      .$if(given('category'), (query) => query.where('category_folded', '=', fold(values.category)))
      .$if(given('year'), (query) =>
        query.where('year', '=', values.year).where('year', '!=', unknownYear),
      )
      .$if(given('after'), (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('year', 'id'), '<', tuple(after[0], after[1])),
        ),
      )
      .orderBy('year', 'desc')
      .orderBy('id', 'desc')
      .limit(({ lit }) => lit(limit))
      .$if(given('q'), (query) => query.where(matches(foldText(values.q)))),
  'q',
)

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
  return (
    bylaw && {
      bylaw,
      passage: parseRows(bylaw.passages)[0],
      matters: parseRows(bylaw.matters),
      sponsors: parseRows(bylaw.sponsors),
      documents: parseRows(bylaw.documents),
    }
  )
}

const bylawOfSlug = cachedQuery((db, { municipalityId, slug }: OfSlug, { partsMax }: PartsMax) =>
  db
    .selectFrom('bylaws')
    .select(columns)
    .select(jsonRows(db, passages).as('passages'))
    .select(jsonRows(db, matters, partsMax).as('matters'))
    .select(jsonRows(db, sponsors, partsMax).as('sponsors'))
    .select(jsonRows(db, documents, partsMax).as('documents'))
    .where('municipality_id', '=', municipalityId)
    .where('slug', '=', slug),
)

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
const matters = expressionBuilder<Tables, 'bylaws'>()
  .selectFrom('matters')
  .select(['matters.slug', 'matters.title', 'matters.status'])
  .where('matters.id', 'in', ({ selectFrom }) =>
    selectFrom('matters as own')
      .select('own.id')
      .whereRef('own.bylaw_id', '=', 'bylaws.id')
      .unionAll(
        selectFrom('bylaw_references')
          .innerJoin('motions', 'motions.id', 'bylaw_references.motion_id')
          .select((eb) => eb.ref('motions.matter_id').$notNull().as('id'))
          .whereRef('bylaw_references.bylaw_id', '=', 'bylaws.id'),
      )
      .unionAll(
        selectFrom('bylaw_references')
          .innerJoin('agenda_items', 'agenda_items.id', 'bylaw_references.agenda_item_id')
          .select((eb) => eb.ref('agenda_items.matter_id').$notNull().as('id'))
          .whereRef('bylaw_references.bylaw_id', '=', 'bylaws.id')
          .where(isOfMeeting()),
      ),
  )
  .orderBy('matters.last_seen', 'desc')
  .orderBy('matters.id', 'desc')

/** Its own sponsors, and those of the matters that led to it. */
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
  .orderBy('sponsorships.id')

/** Its own documents, and those of the matters that led to it. */
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
  .orderBy('documents.id')
