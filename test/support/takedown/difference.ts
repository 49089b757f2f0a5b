import { parse } from 'csv-parse/sync'
import type { Json } from '../service/service.ts'
import { passagesIn, type Responses } from './surfaces.ts'

/** What differs between two readings of a service, without what is masked and what follows from it. */
export function otherDifferences(before: Responses, after: Responses): string[] {
  const isMasked = maskedIn(before, after)
  const [was, is] = [before, after].map((responses) => comparable(responses, isMasked))
  const names = new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])
  return [...names].flatMap((name) => {
    const [old, now] = [was?.get(name) ?? [], is?.get(name) ?? []]
    const lines = [
      ...without(old, now).map((one) => `- ${one}`),
      ...without(now, old).map((one) => `+ ${one}`),
    ]
    return lines.length === 0 ? [] : [[name, ...lines].join('\n  ')]
  })
}

function without(some: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const one of others) counts.set(one, (counts.get(one) ?? 0) + 1)
  return some.filter((one) => {
    const count = counts.get(one) ?? 0
    counts.set(one, count - 1)
    return count <= 0
  })
}

type Test = (text: string) => boolean

const hasWords: Test = (text) => /withheld|\[retiré\]/i.test(text) || passagesIn(text).size > 0

/** Finds texts with a passage, with its mark, or with the new slug of a record whose slug had a passage. */
function maskedIn(before: Responses, after: Responses): Test {
  const slugs = [before, after].map(slugsIn)
  const moved = [...(slugs[1] ?? [])].flatMap(([id, slug]) =>
    hasWords(slugs[0]?.get(id) ?? '') && !hasWords(slug) ? [slug] : [],
  )
  return (text) => hasWords(text) || moved.some((slug) => text.includes(slug))
}

/** The slug of each record of v1. */
function slugsIn(responses: Responses): Map<string, string> {
  const lists = [...responses].filter(([path]) => /^v1 [\w-]+\?/.test(path))
  return new Map(
    lists.flatMap(([path, body]) =>
      (JSON.parse(body).data as Json[]).map(({ id, slug }) => [`${path} ${id}`, slug ?? '']),
    ),
  )
}

/** The values of each response whose address has no masked words, in no order: what is sorted by a name moves with it. */
function comparable(responses: Responses, isMasked: Test): Map<string, string[]> {
  return new Map(
    [...responses].flatMap(([path, body]) =>
      isMasked(path) || uncompared.test(path)
        ? []
        : [[path, valuesIn(path, body, isMasked).filter((value) => !isMasked(value))]],
    ),
  )
}

// Pictures are not text; changes and published files have what the lists have, with their own times and digests; the
// numbers of lines of attendance are those of one import; nothing leads to the list of takedowns before.
const uncompared =
  /picture\.png|^v1 (?:changes|attendance)|^page (?:\/fr)?\/bulk\/|cursor=|\/takedowns$/

function valuesIn(path: string, body: string, isMasked: Test): string[] {
  if (body.startsWith('{')) return leavesOf(JSON.parse(body), '', isMasked)
  return /\.csv/.test(path) ? cellsOf(body) : piecesOf(body, isMasked)
}

const cellsOf = (body: string): string[] =>
  (parse(body, { bom: true }) as string[][]).flat().map(withoutTimes)

const withoutTimes = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '')

/** What moves with every change of a record. */
const moving = new Set(['withheld', 'updated_at', 'request_id', 'next_cursor'])

/** What a masked value beside it makes or unmakes. */
const following = new Set(['title_tag', 'given_name', 'family_name', 'media_type'])

function leavesOf(value: Json, path: string, isMasked: Test): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => leavesOf(one, `${path}[]`, isMasked))
  if (typeof value !== 'object' || value === null) return value === null ? [] : [`${path} ${value}`]
  const isOfMasked = Object.values(value).some((one) => typeof one === 'string' && isMasked(one))
  if (isOfMasked && path.endsWith('contact_details[]')) return []
  return Object.entries(value).flatMap(([name, one]) =>
    moving.has(name) || (isOfMasked && following.has(name))
      ? []
      : leavesOf(one, `${path}.${name}`, isMasked),
  )
}

/** The texts and links of a page or feed, without the times of changes, and the notice that something was removed. */
function piecesOf(body: string, isMasked: Test): string[] {
  const plain = withoutTimes(body)
    .replaceAll(/<p class="notice">[^<]*<a href="[^"]*\/takedowns">.*?<\/p>/g, '')
    .replaceAll(/<svg.*?<\/svg>/gs, (drawing) => (isMasked(drawing) ? '' : drawing))
    .replaceAll(/<\/?span[^>]*>/g, '')
  const links = [...plain.matchAll(/ (?:href|src|content|title|aria-label)="([^"]*)"/g)]
  const texts = plain.replaceAll(/<[^>]*>/g, '\n').split('\n')
  return [...links.map(([, link = '']) => link), ...texts].filter((piece) => piece.trim() !== '')
}
