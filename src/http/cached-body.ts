import { crc32 } from 'node:zlib'
import { closeBrotli, closeGzip, compress, type Encoding, open } from './compression.ts'

/**
 * A response body without its request id, which differs in every response. The id comes last, so the part before it is
 * compressed once, and the rest is appended uncompressed.
 */
export class CachedBody {
  readonly #before: Buffer
  /** The part after the id; null if the body has no id. */
  readonly #after: string | null
  readonly #compressed = new Map<Encoding, Buffer>()
  #crc: number | undefined

  constructor(body: string, requestId: string) {
    const at = body.lastIndexOf(requestId)
    this.#before = Buffer.from(at === -1 ? body : body.slice(0, at))
    this.#after = at === -1 ? null : body.slice(at + requestId.length)
  }

  /** In bytes, including the compressed copies. */
  get size(): number {
    let size = this.#before.length
    for (const { length } of this.#compressed.values()) size += length
    return size
  }

  /** Uncompressed length in bytes. */
  lengthFor(requestId: string): number {
    return this.#before.length + Buffer.byteLength(this.#tail(requestId))
  }

  /** The bytes of one response in two parts; the first is the same for all requests. */
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
    const compressed = (this.#after === null ? compress : open)[encoding](this.#before)
    this.#compressed.set(encoding, compressed)
    return compressed
  }
}
