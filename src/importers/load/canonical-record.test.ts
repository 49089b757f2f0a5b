import { expect, it } from 'vitest'
import { motion } from '../../../test/support/imports/sidewalks.ts'
import type { ImportRecord } from '../records.ts'
import { canonicalJson, contentHash } from './canonical-record.ts'

const votesMax = 2000

const bodyWith = (vote: (i: number) => object) => {
  const votes = Array.from({ length: votesMax }, (_, i) => ({ name: `Vera Ng ${i}`, ...vote(i) }))
  return canonicalJson({ ...motion, votes } as unknown as ImportRecord)
}

it('hashes a record without its unresolved references, and reads each of them once', () => {
  let reads = 0
  const unresolved = Array.from({ length: votesMax }, (_, i) => ({
    key: `p-${i}`,
    get field() {
      reads += 1
      return 'person_key'
    },
  }))
  const waiting = bodyWith((i) => ({ value: 'For', person_key: `p-${i}` }))
  expect(contentHash(waiting, unresolved)).toBe(contentHash(bodyWith(() => ({ value: 'For' }))))
  expect(reads).toBe(votesMax)
})
