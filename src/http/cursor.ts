import { createHmac, timingSafeEqual } from 'node:crypto'
import { ApiError } from './errors.ts'
import { sentence } from './query.ts'

/** The values of the last row that a page showed, in the order of the list. */
export type Position = readonly (string | number)[]

/** What a cursor is good for: this list of this municipality with these filters, and nothing else. */
export type CursorScope = string

const version = 1
const macLength = 16
const tokenPattern = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{22})$/

const refusal =
  'cursor is not one that this list gave out for these filters; start again without cursor, and send next_cursor back unchanged'

/** Makes and reads opaque cursors, signed with a secret that every process of a database shares. */
export class Cursors {
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  encode(position: Position, scope: CursorScope): string {
    const payload = Buffer.from(JSON.stringify([version, ...position])).toString('base64url')
    return `${payload}.${this.#sign(payload, scope).toString('base64url')}`
  }

  /** The position in `token`; undefined for a first page. Throws VALIDATION_ERROR for anything it did not make. */
  decode(token: string | undefined, scope: CursorScope): Position | undefined {
    if (token === undefined) return undefined
    const [, payload = '', mac = ''] = tokenPattern.exec(token) ?? []
    const given = Buffer.from(mac, 'base64url')
    const genuine = given.length === macLength && timingSafeEqual(given, this.#sign(payload, scope))
    // A second spelling of the same bytes is not what we gave out either.
    if (!genuine || given.toString('base64url') !== mac)
      throw new ApiError('VALIDATION_ERROR', sentence([refusal]))
    const [madeBy, ...position] = JSON.parse(
      Buffer.from(payload, 'base64url').toString(),
    ) as Position
    if (madeBy !== version) throw new ApiError('VALIDATION_ERROR', sentence([refusal]))
    return position
  }

  #sign(payload: string, scope: CursorScope): Buffer {
    return createHmac('sha256', this.#secret)
      .update(`${scope}\n${payload}`)
      .digest()
      .subarray(0, macLength)
  }
}

/**
 * Cuts the rows too many that a list reads: with one, another page follows, and its cursor is the position of the
 * last row shown.
 */
export function cutPage<R>(
  rows: readonly R[],
  perPage: number,
  encode: (last: R) => string,
): { rows: R[]; nextCursor: string | null } {
  const shown = rows.slice(0, perPage)
  const last = shown.at(-1)
  return {
    rows: shown,
    nextCursor: rows.length > perPage && last !== undefined ? encode(last) : null,
  }
}
