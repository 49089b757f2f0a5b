import { isTellingPart } from '../../core/bylaw-number.ts'
import { dialectOf } from '../../store/dialect/engines.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { isOpenSeat } from '../../store/seats.ts'
import { contains, hasWords } from '../../store/word-starts.ts'
import { losingSide, selectItems } from '../parts/queries.ts'
import { bodiesThatMet, councilsOf, lineColumns, meetingsAround, seatsOf } from '../queries.ts'

const [peopleRead, betsMax, meetingsMax] = [20, 3, 10]
// Labels such as Ward 3, 2022 to 2026 have the digits of other wards too.
const seatsRead = 200

/** The records that a query may name; empty texts and lists name none. */
export interface Mentions {
  /** Folded words of a name. */
  words: string[]
  /** Folded words of the name of a body. */
  body: string[]
  /** See `typedNumberGroups`. */
  numbers: string[]
  /** Whether the number is said to be that of a by-law, which may have a year too. */
  isBylaw: boolean
  /** Folded words of the title of a by-law. */
  title: string[]
  /** Number of a ward. */
  ward: string
  /** Slug of a file. */
  file: string
  date: string
  /** A question for the next or the last meeting. */
  question: { which: 'next' | 'last'; ofCouncil: boolean } | null
}

interface Beside {
  municipalityId: number
  today: string
  mentions: Mentions
  /** Slugs of agenda items. */
  items: readonly string[]
  /** Slugs of motions. */
  motions: readonly string[]
}

/** The records that a query names, where agenda items are on their agendas, what motions do and what became of them, the bodies that met, and what is on record; one statement. */
export async function findBesideSearch(db: ReadDatabase, beside: Beside) {
  const { municipalityId, items, mentions } = beside
  const { arrayParam, inArray } = dialectOf(db)
  const positioned = selectItems(db)
    .where('agenda_items.municipality_id', '=', municipalityId)
    .where(({ ref }) => inArray(ref('agenda_items.slug'), arrayParam(items)))
  const row = await db
    .selectNoFrom([
      jsonRows(db, positioned).as('items'),
      jsonRows(db, outcomesOf(db, beside)).as('motions'),
      jsonRows(db, contentsOf(db, municipalityId)).as('contents'),
      jsonRows(db, bodiesThatMet(db, municipalityId)).as('bodies'),
      jsonRows(db, peopleNamed(db, beside)).as('people'),
      jsonRows(db, bodiesNamed(db, beside)).as('named'),
      jsonRows(db, holdersOf(db, beside)).as('holders'),
      jsonRows(db, bylawsNumbered(db, beside)).as('bylaws'),
      jsonRows(db, bylawsTitled(db, beside)).as('titled'),
      jsonRows(db, filesNumbered(db, beside)).as('files'),
      jsonRows(db, meetingsOn(db, beside)).as('meetings'),
      jsonRows(db, meetingOfQuestion(db, beside)).as('question'),
    ])
    .executeTakeFirstOrThrow()
  const named = parseRows(row.people).filter(({ names_folded: names }) =>
    names.split('\n').some((name) => isNamed(name, mentions)),
  )
  const holders = parseRows(row.holders).filter(({ label }) => isOfWard(label, mentions))
  const titled = parseRows(row.titled)
  const { question } = mentions
  return {
    items: parseRows(row.items).map((item) => ({ ...item, index: Number(item.index) })),
    outcomes: new Map(parseRows(row.motions).map((motion) => [motion.slug, motion])),
    bodies: parseRows(row.bodies),
    contents: parseRows(row.contents)[0],
    bets: {
      // Also without a meeting, to say so.
      question:
        question === null ? [] : [{ which: question.which, meeting: parseRows(row.question)[0] }],
      people: [...named, ...holders].slice(0, betsMax),
      bodies: parseRows(row.named),
      bylaws: [...parseRows(row.bylaws), ...(titled.length > betsMax ? [] : titled)],
      files: parseRows(row.files),
      meetings: parseRows(row.meetings),
    },
  }
}

function contentsOf(db: ReadDatabase, municipalityId: number) {
  return db
    .selectFrom('municipalities')
    .select(['meeting_count', 'motion_count', 'matter_count', 'bylaw_count', 'recorded_vote_count'])
    .select(['first_meeting', 'last_meeting'])
    .where('id', '=', municipalityId)
}

export type BesideSearch = Awaited<ReturnType<typeof findBesideSearch>>

function outcomesOf(db: ReadDatabase, { municipalityId, motions }: Beside) {
  const { arrayParam, inArray } = dialectOf(db)
  return db
    .selectFrom('motions')
    .leftJoin('organizations', 'organizations.id', 'motions.decided_by_id')
    .select([...lineColumns, 'organizations.name as body'])
    .select('organizations.classification as body_kind')
    .select(losingSide(db))
    .where('motions.municipality_id', '=', municipalityId)
    .where(({ ref }) => inArray(ref('motions.slug'), arrayParam(motions)))
}

const shortMax = 2

/** Whether each word begins a word of the name; short ones must be one. */
function isNamed(name: string, { words }: Mentions): boolean {
  const spaced = ` ${name} ${name.replace(/[-']/g, ' ')} `
  return words.every((word) => spaced.includes(word.length > shortMax ? ` ${word}` : ` ${word} `))
}

/** Those with most votes first, as there are more names than members. */
function peopleNamed(db: ReadDatabase, { municipalityId, mentions }: Beside) {
  return db
    .selectFrom('people')
    .select(['slug', 'name', 'names_folded'])
    .where('municipality_id', '=', municipalityId)
    .where(({ and, ref }) => and(mentions.words.map((word) => contains(ref('names_folded'), word))))
    .orderBy('votes_for', 'desc')
    .orderBy('id')
    .limit(({ lit }) => lit(mentions.words.length === 0 ? 0 : peopleRead))
}

/** Whether the label of a seat names the ward: Ward 13 Rideau-Rockcliffe, but not Ward 3. */
function isOfWard(label: string | null, { ward }: Mentions): boolean {
  return label?.match(/\d+/g)?.map(Number).includes(Number(ward)) === true
}

/** The people who sit for a ward with this number. */
function holdersOf(db: ReadDatabase, { municipalityId, today, mentions }: Beside) {
  return seatsOf(db, municipalityId)
    .select('memberships.label')
    .where(isOpenSeat(today))
    .where(({ ref }) => contains(ref('memberships.label').$notNull(), mentions.ward))
    .limit(({ lit }) => lit(mentions.ward === '' ? 0 : seatsRead))
}

function bodiesOf(db: ReadDatabase, municipalityId: number) {
  return db
    .selectFrom('organizations')
    .select(['slug', 'name'])
    .where('municipality_id', '=', municipalityId)
}

/** Those with the shortest name first, which has fewest other words. */
function bodiesNamed(db: ReadDatabase, { municipalityId, mentions }: Beside) {
  return bodiesOf(db, municipalityId)
    .where(({ ref }) => hasWords(ref('names_folded'), mentions.body))
    .orderBy(({ fn }) => fn<number>('length', ['name_folded']))
    .orderBy('name_folded')
    .orderBy('id')
    .limit(({ lit }) => lit(betsMax))
}

function bylawsOf(db: ReadDatabase, municipalityId: number) {
  return db
    .selectFrom('bylaws')
    .select(['slug', 'title', 'bylaw_number', 'category', 'description'])
    .where('municipality_id', '=', municipalityId)
    .orderBy('year', 'desc')
    .orderBy('id', 'desc')
}

function bylawsNumbered(db: ReadDatabase, { municipalityId, mentions }: Beside) {
  const { numbers, isBylaw } = mentions
  return bylawsOf(db, municipalityId)
    .clearOrderBy()
    .where((eb) =>
      eb.or(
        numbers.map((number) =>
          isBylaw || isTellingPart(number)
            ? contains(eb.ref('number_groups'), number)
            : eb('number_groups', '=', number),
        ),
      ),
    )
    .orderBy((eb) => eb.and(numbers.map((number) => eb('number_groups', '!=', number))))
    .orderBy('year', 'desc')
    .orderBy('id', 'desc')
    .limit(({ lit }) => lit(numbers.length === 0 ? 0 : betsMax))
}

/** A text in the title of more by-laws than are shown names none of them. */
function bylawsTitled(db: ReadDatabase, { municipalityId, mentions }: Beside) {
  return bylawsOf(db, municipalityId)
    .where(({ ref }) => hasWords(ref('title_folded'), mentions.title))
    .limit(({ lit }) => lit(betsMax + 1))
}

function filesNumbered(db: ReadDatabase, { municipalityId, mentions }: Beside) {
  return db
    .selectFrom('matters')
    .select(['slug', 'title', 'identifier'])
    .where('municipality_id', '=', municipalityId)
    .where('slug', '=', mentions.file)
    .where('identifier', 'is not', null)
}

function meetingsOn(db: ReadDatabase, { municipalityId, mentions }: Beside) {
  return db
    .selectFrom('meetings')
    .select(['slug', 'title', 'date'])
    .where('municipality_id', '=', municipalityId)
    .where('date', '=', mentions.date)
    .orderBy('id')
    .limit(({ lit }) => lit(mentions.date === '' ? 0 : meetingsMax))
}

function meetingOfQuestion(
  db: ReadDatabase,
  { municipalityId, today, mentions: { question } }: Beside,
) {
  const { next, latest } = meetingsAround(
    db,
    (meetings) => {
      const all = meetings.where('meetings.municipality_id', '=', municipalityId)
      if (question?.ofCouncil !== true) return all
      return all.where('meetings.organization_id', 'in', councilsOf(municipalityId))
    },
    { today, latestMax: 1 },
  )
  return (question?.which === 'last' ? latest : next).limit(({ lit }) =>
    lit(question === null ? 0 : 1),
  )
}
