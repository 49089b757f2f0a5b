import { randomUUID } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { CachedBody } from './cached-body.ts'

const read = {
  identity: (bytes: Buffer) => bytes,
  br: brotliDecompressSync,
  gzip: gunzipSync,
}
const encodings = Object.keys(read) as (keyof typeof read)[]
const noise = Array.from({ length: 4000 }, randomUUID).join()
const bodies: [string, (id: string) => string][] = [
  [
    'a list',
    (id) =>
      `{"data":[${'{"title":"Règlement 市 😀"},'.repeat(300)}{}],"meta":{"request_id":"${id}"}}`,
  ],
  ['a short response', (id) => `{"meta":{"request_id":"${id}"}}`],
  ['nothing but the id', (id) => id],
  ['much that does not compress', (id) => `${noise}${id}}`],
  ['a response without one', () => `{"results":[${'"x",'.repeat(5000)}0]}`],
]

describe('a cached body', () => {
  for (const [what, bodyFor] of bodies) {
    it.each(encodings)(
      `is, for another request, what that would have been sent: ${what}, as %s`,
      (encoding) => {
        const body = new CachedBody(bodyFor('made-for-this-one'), 'made-for-this-one')
        for (let i = 0; i < 3; i += 1) {
          const id = randomUUID()
          const sent = Buffer.concat(body.parts(encoding, id))
          expect(read[encoding](sent).toString()).toBe(bodyFor(id))
          expect(body.lengthFor(id)).toBe(Buffer.byteLength(bodyFor(id)))
        }
      },
    )
  }

  it('grows by what it is compressed to, and is smaller compressed', () => {
    const body = new CachedBody(`${'a culvert '.repeat(1000)}id`, 'id')
    const plain = body.size
    for (const encoding of ['br', 'gzip'] as const) {
      const [head, tail] = body.parts(encoding, 'id')
      expect(head.length + tail.length).toBeLessThan(plain / 10)
    }
    expect(body.size).toBeGreaterThan(plain)
  })
})
