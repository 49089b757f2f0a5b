import { crc32 } from 'node:zlib'
import type { Encoding } from './compression.ts'
import { closeBrotli, closeGzip, compress, open } from './split-compression.ts'

/**
 * A response body without the id of the request that it answers. The id comes last in every body that has one, so what
 * stands before it is compressed once, and the rest follows uncompressed.
 */
export class CachedBody {
  readonly #before: Buffer
  /** What follows the id; null where the body has none. */
  readonly #after: string | null
  readonly #compressed = new Map<Encoding, Buffer>()
  #crc: number | undefined

  constructor(body: string, requestId: string) {
    const at = body.lastIndexOf(requestId)
    this.#before = Buffer.from(at === -1 ? body : body.slice(0, at))
    this.#after = at === -1 ? null : body.slice(at + requestId.length)
  }

  /** In bytes, compressed forms included. */
  get size(): number {
    let size = this.#before.length
    for (const { length } of this.#compressed.values()) size += length
    return size
  }

  /** Length of the body, uncompressed, in bytes. */
  lengthFor(requestId: string): number {
    return this.#before.length + Buffer.byteLength(this.#tail(requestId))
  }

  /** The bytes for one request, in two parts: the first is the same for all requests. */
  parts(encoding: Encoding, requestId: string): [Buffer, Buffer] {
    const tail = Buffer.from(this.#tail(requestId))
    const head = this.#headAs(encoding)
    if (encoding === 'identity' || tail.length === 0) return [head, tail]
    if (encoding === 'br') return [head, closeBrotli(tail)]
    this.#crc ??= crc32(this.#before)
    return [head, closeGzip(tail, { crc: this.#crc, length: this.#before.length })]
  }

  #tail(requestId: string): string {
    return this.#after === null ? '' : requestId + this.#after
  }

  #headAs(encoding: Encoding): Buffer {
    if (encoding === 'identity') return this.#before
    const existing = this.#compressed.get(encoding)
    if (existing !== undefined) return existing
    const made = (this.#after === null ? compress : open)[encoding](this.#before)
    this.#compressed.set(encoding, made)
    return made
  }
}
