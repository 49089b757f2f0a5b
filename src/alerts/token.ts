import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a link in an e-mail is for: it does nothing else. */
type LinkPurpose = 'confirm' | 'leave' | 'own'

/** The subscriber or the alert that a link is about; a higher version of the subscriber revokes it. */
export interface Linked {
  id: number
  version: number
}

/** The end of the URL of a link: id, version and signature. */
export function linkToken(key: string, purpose: LinkPurpose, { id, version }: Linked): string {
  const signature = createHmac('sha256', key).update(`${purpose}\n${id}\n${version}`)
  return `${id}.${version}.${signature.digest('base64url')}`
}

/** Undefined if it was not signed for this purpose. */
export function readToken(key: string, purpose: LinkPurpose, token: string): Linked | undefined {
  const [, id, version] = /^([1-9][0-9]{0,8})[.]([1-9][0-9]{0,8})[.][\w-]{43}$/.exec(token) ?? []
  const linked = { id: Number(id), version: Number(version) }
  const expected = Buffer.from(linkToken(key, purpose, linked))
  const given = Buffer.from(token)
  return given.length === expected.length && timingSafeEqual(given, expected) ? linked : undefined
}
