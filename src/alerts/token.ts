import { createHmac, timingSafeEqual } from 'node:crypto'

/** What a link in an e-mail is for, and where: it does nothing else. */
const pages = { confirm: 'c', leave: 'u', 'leave-all': 'u', own: 'm' } as const
type LinkPurpose = keyof typeof pages

/** The subscriber or the alert that a link is about; a higher version of the subscriber revokes all that do not stop e-mails. */
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

export interface LinkOptions {
  /** The secret `alert`. */
  key: string
  siteUrl: string
}

/** The URL of a link in the language of an e-mail. */
export const linkUrl = (
  { key, siteUrl }: LinkOptions,
  language: string,
  purpose: LinkPurpose,
  linked: Linked,
): string =>
  `${siteUrl}${language.startsWith('fr') ? '/fr' : ''}/alerts/${pages[purpose]}/${linkToken(key, purpose, linked)}`
