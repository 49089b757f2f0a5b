import { createHash } from 'node:crypto'

const keyMax = 250

/** Scrapers leave varying spaces in names. */
export function normalizeWhitespace(name: string): string {
  return name.trim().replace(/\s+/g, ' ')
}

/** A key from identifying fields, for an entity without an id. */
export function naturalKey(...parts: (string | null | undefined)[]): string {
  const key = parts.map((part) => JSON.stringify(normalizeWhitespace(part ?? ''))).join(',')
  if (key.length <= keyMax) return key
  const digest = createHash('sha256').update(key).digest('hex')
  return `${key.slice(0, keyMax - digest.length).replace(/\p{Surrogate}$/u, '')}${digest}`
}
