import {
  brotliCompressSync,
  constants,
  crc32,
  deflateRawSync,
  gzipSync,
  type ZlibOptions,
} from 'node:zlib'

/** What an answer can be sent as. */
export type Encoding = 'identity' | 'br' | 'gzip'

// As good as it gets without taking longer than the query did.
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const unfinishedBrotli = { ...brotli, finishFlush: constants.BROTLI_OPERATION_FLUSH }
const unfinishedDeflate: ZlibOptions = { finishFlush: constants.Z_SYNC_FLUSH }

// RFC 1952 2.3: no name, no time, unknown system.
const gzipHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])

/**
 * A finished answer without the id of the request that it answers. Compressed, it is kept compressed: the id comes last in
 * every answer that has one, so what stands before it is compressed once, and the rest goes behind it as it is.
 */
export class Page {
  readonly #before: Buffer
  /** What follows the id; null where the answer holds none. */
  readonly #after: string | null
  readonly #compressed = new Map<Encoding, Buffer>()
  #crc: number | undefined

  private constructor(before: Buffer, after: string | null) {
    this.#before = before
    this.#after = after
  }

  /** The page of an answer that was given under `requestId`. */
  static of(body: string, requestId: string): Page {
    const at = body.lastIndexOf(requestId)
    if (at === -1) return new Page(Buffer.from(body), null)
    return new Page(Buffer.from(body.slice(0, at)), body.slice(at + requestId.length))
  }

  /** How much memory it takes, in bytes. */
  get size(): number {
    let size = this.#before.length
    for (const { length } of this.#compressed.values()) size += length
    return size
  }

  /** The whole answer, for one request. */
  text(requestId: string): string {
    return this.#before.toString() + this.#tail(requestId)
  }

  /** The bytes of the answer for one request, in two parts: most of them are the same for all. */
  parts(encoding: Encoding, requestId: string): [Buffer, Buffer] {
    const tail = Buffer.from(this.#tail(requestId), 'utf8')
    const head = this.#headAs(encoding)
    if (encoding === 'identity' || tail.length === 0) return [head, tail]
    return [head, encoding === 'br' ? brotliTail(tail) : this.#gzipTail(tail)]
  }

  #tail(requestId: string): string {
    return this.#after === null ? '' : requestId + this.#after
  }

  #headAs(encoding: Encoding): Buffer {
    if (encoding === 'identity') return this.#before
    const known = this.#compressed.get(encoding)
    if (known !== undefined) return known
    const made = encoding === 'br' ? this.#brotliHead() : this.#gzipHead()
    this.#compressed.set(encoding, made)
    return made
  }

  #brotliHead(): Buffer {
    return brotliCompressSync(this.#before, this.#after === null ? brotli : unfinishedBrotli)
  }

  #gzipHead(): Buffer {
    if (this.#after === null) return gzipSync(this.#before)
    return Buffer.concat([gzipHead, deflateRawSync(this.#before, unfinishedDeflate)])
  }

  #gzipTail(tail: Buffer): Buffer {
    this.#crc ??= crc32(this.#before)
    const end = Buffer.alloc(5 + tail.length + 8)
    // RFC 1951 3.2.4: the last block, stored as it is.
    end[0] = 1
    end.writeUInt16LE(tail.length, 1)
    end.writeUInt16LE(~tail.length & 0xffff, 3)
    tail.copy(end, 5)
    end.writeUInt32LE(crc32(tail, this.#crc), 5 + tail.length)
    end.writeUInt32LE(this.#before.length + tail.length, 9 + tail.length)
    return end
  }
}

/** RFC 7932 9.2: a meta-block that is stored as it is, and the last, empty one. `tail` is shorter than 64 KiB. */
function brotliTail(tail: Buffer): Buffer {
  const end = Buffer.alloc(3 + tail.length + 1)
  // From the lowest bit: not the last (1), four digits of length (2), its length less one (16), stored (1).
  end.writeUIntLE(((tail.length - 1) << 3) | (1 << 19), 0, 3)
  tail.copy(end, 3)
  end[3 + tail.length] = 3
  return end
}
