import { createHmac, timingSafeEqual } from 'node:crypto'
import { ApiError } from './errors.ts'
import { sentence } from './query.ts'

/** The sort values of the last row of a page. */
export type Position = readonly (string | number)[]

/** A cursor is valid only for this list, municipality and set of filters. */
export type CursorScope = string

const version = 1
const macLength = 16
const tokenPattern = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{22})$/

const invalidCursor =
  'cursor is not valid for this list and these filters; start again without cursor, and send next_cursor back unchanged'

/** Encodes and decodes opaque cursors, signed with a secret that all processes of a database share. */
export class Cursors {
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  /** The same as long as cursors stay valid; it does not tell the secret. */
  get generation(): string {
    return this.#sign('', 'generation').toString('base64url')
  }

  encode(position: Position, scope: CursorScope): string {
    const payload = Buffer.from(JSON.stringify([version, ...position])).toString('base64url')
    return `${payload}.${this.#sign(payload, scope).toString('base64url')}`
  }

  /** The position in `token`; undefined for the first page. Throws VALIDATION_ERROR, with the reason `invalid`, for another. */
  decode(
    token: string | undefined,
    scope: CursorScope,
    invalid = invalidCursor,
  ): Position | undefined {
    if (token === undefined) return undefined
    const [, payload = '', mac = ''] = tokenPattern.exec(token) ?? []
    const given = Buffer.from(mac, 'base64url')
    const genuine = given.length === macLength && timingSafeEqual(given, this.#sign(payload, scope))
    // Base64 has several spellings of the same bytes; only the canonical one is valid.
    if (!genuine || given.toString('base64url') !== mac)
      throw new ApiError('VALIDATION_ERROR', sentence([invalid]))
    const [tokenVersion, ...position] = JSON.parse(
      Buffer.from(payload, 'base64url').toString(),
    ) as Position
    if (tokenVersion !== version) throw new ApiError('VALIDATION_ERROR', sentence([invalid]))
    return position
  }

  #sign(payload: string, scope: CursorScope): Buffer {
    return createHmac('sha256', this.#secret)
      .update(`${scope}\n${payload}`)
      .digest()
      .subarray(0, macLength)
  }
}

/** Cuts `rows` to a page. If there are more than `perPage`, another page follows the last row shown. */
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
