import type { Cursors } from '../../http/cursor.ts'
import { ApiError } from '../../http/errors.ts'
import { type ServedKind, servedKinds } from '../../record/served-kinds.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { type ChangePosition, type ChangeRow, findDataVersion } from './queries.ts'

/** The list of changes that a client requests. */
export interface ChangesQuery {
  municipalityId: number
  kinds: readonly ServedKind[]
  since: string | undefined
  cursor: string | undefined
}

/** Where a page of changes begins. */
export interface Start {
  after: ChangePosition
  removedAfter: number
  /** Of the data as the page reads it. */
  version: number
  state: string
}

/**
 * Where the page of a cursor begins, or the first page since a token. Throws VALIDATION_ERROR for a token or cursor of
 * another list, and RESYNC_REQUIRED if the database does not have the data that it was written for.
 */
export async function startOf(
  db: ReadDatabase,
  cursors: Cursors,
  query: ChangesQuery,
): Promise<Start> {
  const { municipalityId, since, cursor } = query
  const at = cursors.decode(cursor, cursorScope(query)) as CursorPosition | undefined
  const from = at === undefined ? sinceOf(cursors, query) : undefined
  const [seen, state] = at?.slice(-2) ?? from ?? [0, '']
  const now = await findDataVersion(db, { municipalityId, version: Number(seen) })
  const read = { version: now.version, state: now.state ?? '' }
  if (at !== undefined || from !== undefined) {
    if (Number(seen) > now.version || (now.state_then ?? '') !== state) throw resync(since)
  }
  if (at !== undefined) {
    const [version, kind, id, removedAfter] = at
    return { after: { version, kind, id }, removedAfter, ...read }
  }
  if (from === undefined) return { after: begin, removedAfter: now.version, ...read }
  const after = { version: from[0], kind: servedKinds.length, id: 0 }
  return { after, removedAfter: 0, ...read }
}

/** Of the page after a row. */
export function cursorAfter(
  cursors: Cursors,
  query: ChangesQuery,
  { version, kind_order, id }: Pick<ChangeRow, 'version' | 'kind_order' | 'id'>,
  start: Start,
): string {
  const position: CursorPosition = [
    ...([version, kind_order, id, start.removedAfter] as const),
    ...([start.version, start.state] as const),
  ]
  return cursors.encode(position, cursorScope(query))
}

/** Of everything that the last page, or one before it, has. */
export function tokenOf(cursors: Cursors, query: ChangesQuery, { version, state }: Start): string {
  return cursors.encode([version, state, cursors.generation], tokenScope(query))
}

const begin: ChangePosition = { version: 0, kind: 0, id: 0 }

/** The last row, what removals are omitted, and the data that the page was read from. */
type CursorPosition = readonly [number, number, number, number, number, string]

type Token = readonly [version: number, state: string]

function sinceOf(cursors: Cursors, query: ChangesQuery): Token | undefined {
  if (query.since === undefined) return undefined
  if (isOfOtherDatabase(query.since, cursors.generation))
    throw new ApiError('RESYNC_REQUIRED', `since is of another database; ${readAgain}`)
  const invalid =
    'since is not a sync.token of this municipality with this kind; send it back unchanged, or omit it to list all records'
  const [version, state] = cursors.decode(query.since, tokenScope(query), invalid) ?? []
  return [Number(version), String(state)]
}

/** By the secret that its cursors are signed with; a token that is not one is of none. */
function isOfOtherDatabase(token: string, generation: string): boolean {
  try {
    const payload = Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()
    const [, , state, own] = JSON.parse(payload) as unknown[]
    return typeof state === 'string' && typeof own === 'string' && own !== generation
  } catch {
    return false
  }
}

const cursorScope = ({ municipalityId, kinds, since = '' }: ChangesQuery) =>
  JSON.stringify(['changes', municipalityId, kinds, since])
const tokenScope = ({ municipalityId, kinds }: ChangesQuery) =>
  JSON.stringify(['sync', municipalityId, kinds])

const readAgain = 'list all records again, without since and cursor.'

const resync = (since: string | undefined) =>
  new ApiError(
    'RESYNC_REQUIRED',
    `The database was restored to an earlier state than ${since === undefined ? 'cursor' : 'since'} was written for; ${readAgain}`,
  )
