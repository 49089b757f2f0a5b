import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Subscriber } from '../store/alerts.ts'

type Addressee = Pick<Subscriber, 'id' | 'version'>

/** 128 bits, as hexadecimal digits: relays may change the case, and a local part has 64 octets at most (RFC 5321). */
const signatureLength = 32

/** The local part of the envelope sender, which says whose e-mail came back and cannot be forged. */
export function bounceName(key: string, { id, version }: Addressee): string {
  return `bounce+${id}-${signature(key, { id, version })}`
}

function signature(key: string, { id, version }: Addressee): string {
  const digest = createHmac('sha256', key).update(`bounce\n${id}\n${version}`).digest('hex')
  return digest.slice(0, signatureLength)
}

/** What an envelope sender says, before it is verified. */
export interface BounceId {
  id: number
  signature: string
}

const pattern = /bounce\+([1-9][0-9]{0,8})-([0-9a-f]{32})@/gi

/** Those in a text, such as a header. */
export function bounceIdsIn(text: string): BounceId[] {
  return [...text.matchAll(pattern)].map(([, id, given = '']) => ({
    id: Number(id),
    signature: given.toLowerCase(),
  }))
}

/** Whether an id was signed for a subscriber; a higher version of the subscriber revokes it. */
export function isBounceIdOf(key: string, given: BounceId, subscriber: Addressee): boolean {
  const expected = Buffer.from(signature(key, subscriber))
  return given.id === subscriber.id && timingSafeEqual(Buffer.from(given.signature), expected)
}
