import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { crawl } from '../service/crawl.ts'
import type { Service } from '../service/service.ts'
import { textOf } from '../site/page-content.ts'
import { walk } from '../site/walk.ts'
import { town } from '../towns/town.ts'
import { locationOf, marker, passages } from './planted.ts'

/** The bodies that a service sends of a municipality, by API and path. */
export type Responses = ReadonlyMap<string, string>

/** All that a reader can ask for: both APIs, the list of changes, histories, pages of both languages, and what these link to. */
export async function allResponses(service: Service): Promise<Responses> {
  const { v1, ocd } = await crawl(service)
  const slugs = [...v1.keys()].filter((path) => /^(?:meetings|motions|matters)\//.test(path))
  for (const path of [
    'changes?per_page=100',
    'attendance',
    ...slugs.map((one) => `${one}/history`),
  ])
    v1.set(path, await service.v1(path))
  const start = [`/${town.slug}`, `/fr/${town.slug}`, `/sitemap.xml`, `/bulk/${town.slug}/`]
  const pages = await walk(service, start, (body) => linksIn(body, service.url))
  return new Map([
    ...[...v1].map(([path, { body }]) => [`v1 ${path}`, body] as const),
    ...[...ocd].map(([path, { body }]) => [`ocd ${path}`, body] as const),
    ...[...pages].map(([path, { body }]) => [`page ${path}`, body] as const),
  ])
}

/** Every URL of the municipality in a page, feed or sitemap, except of the API, and of lists in another order. */
function linksIn(body: string, site: string): string[] {
  const own = new RegExp(`(?:^|["'>\\s(])(?:${site})?(/[^"'<>\\s()#\\\\]*)`, 'g')
  return [...body.matchAll(own)].flatMap(([, found = '']) => {
    const path = textOf(found)
    const isOfTown = path.split(/[/?]/).includes(town.slug)
    return isOfTown && !/^\/api\/|\/login|[?&].*[?&]|\/compare\//.test(path) ? [path] : []
  })
}

/** Which passages a text has at least one word of, in any case and encoding, each as the location where it was planted. */
export function passagesIn(bytes: Buffer | string): Set<number> {
  const text = (typeof bytes === 'string' ? bytes : bytes.toString('latin1')).toLowerCase()
  const found = new Set<number>()
  for (let at = text.indexOf(marker); at >= 0; at = text.indexOf(marker, at + 1))
    found.add(numberAt(text.slice(at, at + 60)))
  return found
}

/** The number of the passage of which a word begins a text; -1 if that is unknown. */
function numberAt(text: string): number {
  const found = passages.find(({ name }) => spellings(name).some((word) => text.startsWith(word)))
  return found?.n ?? -1
}

function spellings(name: string): string[] {
  return ['NFC', 'NFD'].flatMap((form) =>
    name
      .normalize(form)
      .toLowerCase()
      .split(' ')
      .flatMap((word) => [
        word,
        Buffer.from(word).toString('latin1').toLowerCase(),
        encodeURIComponent(word).toLowerCase(),
        word.replaceAll(
          /\P{ASCII}/gu,
          (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
        ),
        word.normalize('NFD').replaceAll(/\p{M}/gu, ''),
      ]),
  )
}

/** Where passages are, each as `location: where`. */
export function found(all: Iterable<readonly [where: string, bytes: Buffer | string]>): string[] {
  return [...all].flatMap(([where, bytes]) =>
    [...passagesIn(bytes)].map((n) => `${locationOf({ n })} (${n}): ${where}`),
  )
}

/** The files below folders, also as they are when unpacked. */
export function* filesIn(...folders: string[]): Generator<[path: string, bytes: Buffer]> {
  for (const folder of folders)
    for (const name of readdirSync(folder, { recursive: true }) as string[]) {
      const path = join(folder, name)
      if (!statSync(path).isFile()) continue
      const bytes = readFileSync(path)
      yield [path, bytes]
      if (path.endsWith('.gz')) yield [`${path} unpacked`, gunzipSync(bytes)]
    }
}
