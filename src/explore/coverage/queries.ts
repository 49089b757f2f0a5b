import { type ExpressionBuilder, expressionBuilder } from 'kysely'
import { calledOffStatuses } from '../../core/called-off.ts'
import { listFailingImports } from '../../store/import-runs.ts'
import { ownIteration } from '../../store/iterations.ts'
import { jsonRows, parseRows } from '../../store/json-rows.ts'
import { findCompared } from '../../store/listings.ts'
import { type Note, type NoteKind, noteKinds, selectNotes } from '../../store/notes.ts'
import type { ReadDatabase, ReadStore } from '../../store/open.ts'
import type { SearchClient } from '../../store/search/queue.ts'
import type { Tables } from '../../store/tables.ts'
import { listMotionLinesByIds } from '../parts/queries.ts'
import { moverCount } from '../queries.ts'

/** The coverage of a municipality, in five statements over one snapshot. */
export async function findCoverage(
  store: ReadStore,
  municipalityId: number,
  lastSettledDate: string,
) {
  return store.read(async (db) => ({
    ...(await countRecords(db, municipalityId)),
    failure: (await listFailingImports(db, municipalityId)).map(toFailure).at(-1),
    meetings: await countMeetings(db, municipalityId, lastSettledDate),
    ...(await findCompared(db, municipalityId)),
  }))
}

export type Coverage = Awaited<ReturnType<typeof findCoverage>>

/** Without the error message, which can name hosts and files. */
function toFailure({ finishedAt, result }: Awaited<ReturnType<typeof listFailingImports>>[number]) {
  return { finishedAt, isInterrupted: result === 'interrupted' }
}

async function countRecords(db: ReadDatabase, municipalityId: number) {
  const { bodies, ...counts } = await db
    .selectFrom('municipalities')
    .select((eb) => [
      'person_count as people',
      'matter_count as matters',
      'bylaw_count as bylaws',
      'motion_count as motions',
      'vote_count as votes',
      'recorded_vote_count as recorded',
      'partial_vote_count as partial',
      countIncomplete(eb).as('incomplete'),
      moverCount('true').as('moved'),
      moverCount('false').as('unmoved'),
      motionsOf(eb).where('motions.meeting_id', 'is', null).as('unmet'),
      motionsOf(eb).where('motions.date', '=', '').as('undated'),
      sumNotes().as('notes'),
      jsonRows(db, selectBodies(db, municipalityId)).as('bodies'),
    ])
    .where('id', '=', municipalityId)
    .executeTakeFirstOrThrow()
  return {
    ...asNumbers(counts),
    bodies: parseRows(bodies).map((body) => ({ ...body, meetings: Number(body.meetings) })),
  }
}

/** Motions without their text or the end of it; null before the first import that counts them. */
function countIncomplete(eb: ExpressionBuilder<Tables, 'municipalities'>) {
  return eb
    .selectFrom('facets')
    .select('count')
    .whereRef('municipality_id', '=', 'municipalities.id')
    .where('list', '=', 'motions')
    .where('name', '=', 'text_complete')
    .where('value', '=', 'false')
}

function motionsOf(eb: ExpressionBuilder<Tables, 'municipalities'>) {
  return eb
    .selectFrom('motions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .whereRef('motions.municipality_id', '=', 'municipalities.id')
}

function facetsOfNotes() {
  return expressionBuilder<Tables, 'municipalities'>()
    .selectFrom('facets')
    .whereRef('facets.municipality_id', '=', 'municipalities.id')
    .where('list', '=', 'notes')
    .where('name', '=', 'kind')
}

const sumNotes = () => facetsOfNotes().select(({ fn }) => fn.sum<number>('count').as('count'))

/** Whether a meeting was called off, may still get documents (open), or should have all of them (settled). */
type Phase = 'cancelled' | 'open' | 'settled'

/** Meetings by year and phase. */
async function countMeetings(db: ReadDatabase, municipalityId: number, lastSettledDate: string) {
  const rows = await db
    .selectFrom('meetings')
    .select((eb) => [
      eb.fn<string>('substr', ['meetings.date', eb.lit(1), eb.lit(4)]).as('year'),
      eb
        .case()
        .when('meetings.status', 'in', calledOffStatuses)
        .then('cancelled')
        .when(eb('meetings.date', '>', lastSettledDate))
        .then('open')
        .else('settled')
        .end()
        .$castTo<Phase>()
        .as('phase'),
      eb.fn.countAll<number>().as('meetings'),
      eb.fn.sum<number>('meetings.has_agenda').as('agenda'),
      eb.fn.sum<number>('meetings.has_minutes').as('minutes'),
      eb.fn.count<number>('meetings.video_url').as('video'),
      eb.fn.sum<number>(hasRollCall(eb)).as('rollCalls'),
      eb.fn.sum<number>('meetings.has_transcript').as('transcript'),
    ])
    .where('meetings.municipality_id', '=', municipalityId)
    .groupBy(['year', 'phase'])
    .orderBy('year')
    .execute()
  return rows.map(({ year, phase, ...counts }) => ({ year, phase, ...asNumbers(counts) }))
}

/** 1 if a motion of the meeting has a tally and individual votes; dissents alone are not a roll call. */
function hasRollCall(eb: ExpressionBuilder<Tables, 'meetings'>) {
  const rollCalls = eb
    .selectFrom('motions')
    .select('motions.id')
    .whereRef('motions.meeting_id', '=', 'meetings.id')
    .where('motions.tally_for', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('votes').select('votes.id').whereRef('votes.motion_id', '=', 'motions.id')),
    )
  return eb.case().when(eb.exists(rollCalls)).then(eb.lit(1)).else(eb.lit(0)).end()
}

function asNumbers<T extends Record<string, unknown>>(counts: T): Record<keyof T, number> {
  const pairs = Object.entries(counts).map(([name, count]) => [name, Number(count)])
  return Object.fromEntries(pairs) as Record<keyof T, number>
}

/** Bodies by number of meetings. */
function selectBodies(db: ReadDatabase, municipalityId: number) {
  return db
    .selectFrom('organizations')
    .leftJoin('meetings', 'meetings.organization_id', 'organizations.id')
    .select(({ fn }) => [
      'organizations.id',
      'organizations.slug',
      'organizations.name',
      fn.count<number>('meetings.id').as('meetings'),
    ])
    .where('organizations.municipality_id', '=', municipalityId)
    .groupBy('organizations.id')
    .orderBy('meetings', 'desc')
    .orderBy('organizations.name_folded')
}

/** The most notes of a kind that the page has; its table has all. */
const notesMax = 100
/** Sources whose last messages are shown. */
const sourcesMax = 10

/** What is noted of the record of a municipality, and what its imports reported; two statements, and one for each kind. */
export async function findNotes(store: ReadStore, client: SearchClient, municipalityId: number) {
  return store.readLong(client, async (db) => {
    const { counts, runs } = await findCounts(db, municipalityId)
    const kinds = noteKinds.filter((kind) => (counts[kind] ?? 0) > 0)
    const notes = await listFirst(db, { municipalityId, kinds })
    const ids = notes.flatMap(({ rows }) => rows.flatMap((row) => row.motion_id ?? []))
    const lines = ids.length === 0 ? [] : await listMotionLinesByIds(db, ids)
    return {
      notes: notes.map((of) => ({ ...of, count: counts[of.kind] ?? 0 })),
      lines: new Map(lines.map((line) => [line.id, line])),
      runs,
    }
  })
}

export type FoundNotes = Awaited<ReturnType<typeof findNotes>>

async function findCounts(db: ReadDatabase, municipalityId: number) {
  const row = await db
    .selectFrom('municipalities')
    .select([
      jsonRows(db, facetsOfNotes().select(['value', 'count'])).as('counts'),
      jsonRows(db, selectMessages(db, municipalityId)).as('runs'),
    ])
    .where('id', '=', municipalityId)
    .executeTakeFirstOrThrow()
  const counts = parseRows(row.counts).map(({ value, count }) => [value, Number(count)])
  const runs = parseRows(row.runs).map((run) => ({
    ...run,
    messages: JSON.parse(run.warnings) as string[],
  }))
  return { counts: Object.fromEntries(counts) as Partial<Record<NoteKind, number>>, runs }
}

/** What the last successful import of each source reported. */
function selectMessages(db: ReadDatabase, municipalityId: number) {
  const lasts = db
    .selectFrom('imports as run')
    .select(({ fn }) => fn.max('run.id').as('id'))
    .where('run.municipality_id', '=', municipalityId)
    .where('run.result', '=', 'done')
    .groupBy(['run.importer', 'run.source'])
  return db
    .selectFrom('imports')
    .select(['imports.id', 'imports.source', 'imports.finished_at', 'imports.warnings'])
    .where('imports.id', 'in', lasts)
    .where('imports.warnings', '!=', '[]')
    .orderBy('imports.id', 'desc')
    .limit(({ lit }) => lit(sourcesMax))
}

interface OfKinds {
  municipalityId: number
  kinds: readonly NoteKind[]
}

async function listFirst(
  db: ReadDatabase,
  { municipalityId, kinds }: OfKinds,
): Promise<{ kind: NoteKind; rows: Note[] }[]> {
  const found: { kind: NoteKind; rows: Note[] }[] = []
  for (const kind of kinds) {
    // SQLite's statements would leave no time to other requests.
    await ownIteration()
    const rows = await selectNotes(db, { kind, municipalityId }, { limit: notesMax }).execute()
    found.push({ kind, rows })
  }
  return found
}

/** A line of the table of notes: a note, or a message of an import. */
export type TableNote = Note & { kind: NoteKind | 'import_message'; text?: string }

/** All notes, kind by kind, and then what the last imports reported. */
export async function listAllNotes(
  db: ReadDatabase,
  municipalityId: number,
  { after, limit }: { after: readonly (string | number)[] | undefined; limit: number },
): Promise<TableNote[]> {
  const [lastKind, date, id] = after ?? []
  const last = { date: String(date), id: Number(id) }
  const rows: TableNote[] = []
  const begun = noteKinds.indexOf(lastKind as NoteKind)
  const kinds = lastKind === 'import_message' ? [] : noteKinds.slice(Math.max(0, begun))
  const { counts, runs } = await findCounts(db, municipalityId)
  // Finding out that a kind has none reads all votes.
  for (const kind of kinds.filter((one) => (counts[one] ?? 0) > 0)) {
    if (rows.length === limit) return rows
    await ownIteration()
    const range = { after: kind === lastKind ? last : undefined, limit: limit - rows.length }
    const found = await selectNotes(db, { kind, municipalityId }, range).execute()
    rows.push(...found.map((note) => ({ ...note, kind })))
  }
  const messages = messagesOf(runs)
  const shown =
    lastKind === 'import_message' ? messages.filter((one) => one.id > last.id) : messages
  return [...rows, ...shown].slice(0, limit)
}

function messagesOf(runs: Awaited<ReturnType<typeof findCounts>>['runs']): TableNote[] {
  const messages = runs.flatMap(({ finished_at, messages: texts }) =>
    texts.map((text) => ({ date: finished_at.slice(0, 10), text })),
  )
  return messages.map((message, id) => ({ ...message, id, kind: 'import_message' as const }))
}

export async function countAllNotes(db: ReadDatabase, municipalityId: number): Promise<number> {
  const { counts, runs } = await findCounts(db, municipalityId)
  const noted = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return noted + runs.reduce((sum, { messages }) => sum + messages.length, 0)
}
