import { batches } from '../../core/batches.ts'
import { type Heading, headingOf } from '../../core/headings/heading.ts'
import { nameOfMotion } from '../../core/headings/motion-title.ts'
import { areasOf } from '../../core/headings/subject.ts'
import { wordsIn } from '../../core/headings/words.ts'
import { countedColumns } from '../../store/margins.ts'
import { idBatches } from './row-batches.ts'
import type { LoadScope, RowIds } from './scope.ts'

// Whole texts are read.
const batchLength = 500

/** Sets what each motion is called, and what tells it from another of the same title. */
export async function deriveHeadings(scope: LoadScope, dirty: RowIds): Promise<void> {
  const names = await wordsOfNames(scope)
  const areas = await areasOfBodies(scope)
  const titled: TitledRow[] = []
  for await (const ids of idBatches(scope, 'motions'))
    for (const some of batches(ids, batchLength))
      titled.push(...(await setHeadings(scope, { ids: some, names, areas, dirty })))
  await setTags(titled, scope, dirty)
}

/** The words of the names of people, which say nothing of what a motion does. */
async function wordsOfNames({ db, target }: LoadScope): Promise<ReadonlySet<string>> {
  const people = db.selectFrom('people').select('name').where('municipality_id', '=', target.id)
  const rows = await people.execute()
  return new Set(rows.flatMap(({ name }) => wordsIn(name).map(({ word }) => word)))
}

async function areasOfBodies({ db, target }: LoadScope): Promise<ReadonlySet<string>> {
  const bodies = db.selectFrom('organizations').select('name')
  const rows = await bodies.where('municipality_id', '=', target.id).execute()
  return areasOf(rows.map(({ name }) => name))
}

interface Batch {
  ids: number[]
  names: ReadonlySet<string>
  areas: ReadonlySet<string>
  dirty: RowIds
}

async function setHeadings(
  scope: LoadScope,
  { ids, names, areas, dirty }: Batch,
): Promise<TitledRow[]> {
  const rows = await namedMotions(scope, ids)
  const changed: ({ id: number } & ReturnType<typeof columnsOf>)[] = []
  const titled = rows.map((row) => {
    const subjects = [
      row.item_title,
      row.matter_title,
      row.bylaw_title,
      row.parent_title,
      row.passed_title,
    ]
    const heading = headingOf({ ...row, subjects, names, areas })
    const columns = columnsOf(heading)
    const isSame = keysOf(columns).every((column) => row[column] === columns[column])
    if (!isSame) changed.push({ id: row.id, ...columns })
    return toTitled(row, heading)
  })
  for (const { id } of changed) dirty.motion.add(id)
  await scope.dialect.updateAll(scope.db, 'motions', changed)
  return titled
}

const keysOf = <T extends object>(object: T) => Object.keys(object) as (keyof T)[]

const columnsOf = ({ is_complete: isComplete, detail: _, ...heading }: Heading) => ({
  ...heading,
  text_complete: isComplete ? (1 as const) : (0 as const),
})

/** Motions with the titles of what they are about. */
function namedMotions({ db, dialect }: LoadScope, ids: number[]) {
  return db
    .selectFrom('motions')
    .leftJoin('agenda_items as items', 'items.id', 'motions.agenda_item_id')
    .leftJoin('agenda_items as parents', 'parents.id', 'items.parent_id')
    .leftJoin('matters', 'matters.id', 'motions.matter_id')
    .leftJoin('bylaws', 'bylaws.id', 'matters.bylaw_id')
    .leftJoin('organizations as bodies', 'bodies.id', 'motions.decided_by_id')
    .select(['motions.id', 'motions.meeting_id', 'motions.date', 'motions.position'])
    .select(['motions.kind', 'motions.identifier', 'motions.text', 'motions.summary'])
    .select(['motions.plain_english_summary', 'motions.result', 'motions.other_result'])
    .select([...countedColumns, 'motions.result_note'])
    .select(['motions.title', 'motions.title_from', 'motions.title_tag', 'motions.clause'])
    .select(['motions.decision', 'motions.question', 'motions.text_complete'])
    .select(['items.title as item_title', 'parents.title as parent_title'])
    .select(['matters.title as matter_title', 'matters.identifier as file'])
    .select(['bylaws.title as bylaw_title', 'bodies.name as body'])
    .select('bodies.classification as body_kind')
    .select(({ selectFrom }) =>
      selectFrom('bylaw_references')
        .innerJoin('bylaws as passed', 'passed.id', 'bylaw_references.bylaw_id')
        .select(({ fn }) => fn.min('passed.title').as('title'))
        .whereRef('bylaw_references.motion_id', '=', 'motions.id')
        .having(({ fn }) => fn.count('passed.id'), '=', 1)
        .as('passed_title'),
    )
    .where(({ ref }) => dialect.inArray(ref('motions.id'), dialect.arrayParam(ids)))
    .orderBy('motions.id')
    .execute()
}

type NamedRow = Awaited<ReturnType<typeof namedMotions>>[number]

/** What tags are made of. */
interface TitledRow {
  id: number
  /** The meeting, or the day of a motion without one. */
  sitting: number | string
  position: number
  title: string
  body: string | null
  isCouncil: boolean
  file: string | null
  identifier: string | null
  /** The title of its agenda item, if the motion has another. */
  item: string | null
  /** What was done, in short words of the source. */
  decision: string | null
  /** Of its source, or the day of one that has no other title. */
  own: string | null
  stored: string | null
}

function toTitled(row: NamedRow, heading: Heading): TitledRow {
  const { title, title_from: from, detail, decision } = heading
  const isNameless = from === 'name' && (title !== null || row.identifier === null)
  return {
    id: row.id,
    sitting: row.meeting_id ?? row.date,
    position: row.position,
    title: title ?? nameOfMotion(row),
    body: row.body,
    isCouncil: row.body_kind === 'council',
    file: row.file,
    identifier: title === null ? null : numberOf(row),
    item: otherItem(row, title),
    decision: decision !== null && adoptsItem.test(decision) ? null : decision,
    own: detail ?? (isNameless ? dayOf(row, title) : null),
    stored: row.title_tag,
  }
}

// A tag is short.
const itemMax = 120
const adoptsItem = /^adopt item$/i
/** "Minutes 77 of the meeting of April 8, 2026" needs no day of the motion besides. */
const saysDay = /\b(?:19|20)\d\d\b/

function otherItem({ item_title: item }: NamedRow, title: string | null): string | null {
  return item === null || item === title || item.length > itemMax ? null : item
}

/** "2026-05-01" alone would be a day. */
const numberOf = ({ identifier }: NamedRow): string | null =>
  identifier !== null && /^(?:19|20)\d\d-\d\d-\d/.test(identifier)
    ? `motion ${identifier}`
    : identifier

const dayOf = ({ date }: NamedRow, title: string | null): string | null =>
  date === '' || saysDay.test(title ?? '') ? null : date

async function setTags(
  titled: readonly TitledRow[],
  { db, dialect }: LoadScope,
  dirty: RowIds,
): Promise<void> {
  const tags = tagsOf(titled)
  const changed = titled
    .map(({ id, stored }) => ({ id, stored, title_tag: tags.get(id) || null }))
    .filter(({ stored, title_tag }) => stored !== title_tag)
    .map(({ id, title_tag }) => ({ id, title_tag }))
  for (const { id } of changed) dirty.motion.add(id)
  for (const some of batches(changed, batchLength)) await dialect.updateAll(db, 'motions', some)
}

/** What tells each motion from others of the same title: the body, what the source says of the part, a number, the order. */
function tagsOf(titled: readonly TitledRow[]): Map<number, string> {
  const tags = new Map(titled.map(({ id }) => [id, '']))
  const tag = ({ id }: TitledRow, more: string | null) => {
    if (more !== null) tags.set(id, [tags.get(id), more].filter(Boolean).join(', '))
  }
  const alike = () => [
    ...Map.groupBy(titled, (row) => `${row.sitting} ${row.title}\n${tags.get(row.id)}`).values(),
  ]
  const isOfSeveral = ofSeveralBodies(titled)
  for (const row of titled) {
    tag(row, tellingBody(row, isOfSeveral))
    tag(row, row.own)
  }
  for (const number of ['file', 'identifier', 'item', 'decision'] as const)
    for (const row of alike().flatMap((rows) => (differ(rows, number) ? rows : [])))
      tag(row, row[number])
  for (const rows of alike())
    for (const [at, row] of inOrder(rows).entries()) tag(row, at === 0 ? null : `(${at + 1})`)
  return tags
}

const tellingBody = ({ isCouncil, title, body }: TitledRow, isOfSeveral: ReadonlySet<string>) =>
  isCouncil || !isOfSeveral.has(title) ? null : body

const differ = (
  rows: readonly TitledRow[],
  column: 'body' | 'file' | 'identifier' | 'item' | 'decision',
): boolean => rows.some((row) => row[column] !== rows[0]?.[column])

/** The titles of motions on which several bodies voted. */
function ofSeveralBodies(titled: readonly TitledRow[]): ReadonlySet<string> {
  const ofTitle = Map.groupBy(titled, ({ title }) => title)
  return new Set([...ofTitle].flatMap(([title, rows]) => (differ(rows, 'body') ? [title] : [])))
}

const inOrder = (rows: readonly TitledRow[]) =>
  [...rows].sort((a, b) => a.position - b.position || a.id - b.id)
