import { createHash } from 'node:crypto'

const keyMax = 250

/** A name as it is compared: scrapers leave spaces around names, and not always the same. */
export function normalizeWhitespace(name: string): string {
  return name.trim().replace(/\s+/g, ' ')
}

/** A key made of what tells a thing apart where it has no id of its own. */
export function naturalKey(...parts: (string | null | undefined)[]): string {
  const key = parts.map((part) => JSON.stringify(normalizeWhitespace(part ?? ''))).join(',')
  if (key.length <= keyMax) return key
  const digest = createHash('sha256').update(key).digest('hex')
  return `${key.slice(0, keyMax - digest.length).replace(/\p{Surrogate}$/u, '')}${digest}`
}
