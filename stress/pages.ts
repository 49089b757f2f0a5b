import { resolve } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { legistarArchive } from '../src/importers/legistar/archive/archive.ts'
import { lowmere, openLowmere } from '../test/support/sample/service.ts'
import { type Json, type Service, startService } from '../test/support/service/service.ts'
import { hrefsOf } from '../test/support/site/page-content.ts'
import { type ListAll, measuredFolders, wrongMetrics } from './kit/page-metrics.ts'
import { Random } from './kit/random.ts'
import { Results } from './kit/results.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'

const packedBytesMax = 20 * 1024
const statementsMax = 5
/** Pages that are crawled for each page whose metrics are compared. */
const crawledPerPage = 100

const archived = {
  slug: 'archived',
  name: 'Archived',
  divisionId: 'ocd-division/country:us/place:archived',
  timeZone: 'America/New_York',
  url: null,
}

interface Scene {
  service: Service
  council: string
  results: Results
}

async function run({ size, seed, archive, log }: Order): Promise<Outcome> {
  const results = new Results()
  const municipality = archive === undefined ? lowmere : archived
  const source =
    archive === undefined
      ? async () => openLowmere()
      : () => legistarArchive.open(resolve(archive), {})
  const service = await startService({ municipality, source })
  try {
    const scene = { service, council: municipality.slug, results }
    const crawled = await crawl(scene, size * crawledPerPage)
    log(`  ${crawled.paths.length} pages`)
    const compared = await compare(scene, new Random(seed).shuffled(crawled.paths), size)
    return results.outcome({ ...crawled.metrics, compared })
  } finally {
    await service.stop()
  }
}

/** Follows the links from the home page, breadth first, and returns the paths of the pages. */
async function crawl(scene: Scene, pagesMax: number) {
  const { council } = scene
  const paths = new Set(['/', ...queries.map((q) => `/${council}/search?q=${q}`)])
  const others = new Set<string>()
  const anchors: Anchor[] = []
  const ids = new Map<string, ReadonlySet<string>>()
  const most = { bytes: 0, statements: 0 }
  for (const path of paths) {
    const { bytes, statements, body } = await open(scene, path)
    most.statements = Math.max(most.statements, statements)
    most.bytes = Math.max(most.bytes, bytes)
    ids.set(path, new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)))
    for (const { to, anchor } of linksOf(body, path)) {
      anchors.push([to, anchor])
      if (!isCrawled(to, council)) others.add(to)
      else if (paths.size < pagesMax) paths.add(to)
    }
  }
  expectAnchors(scene, anchors, ids)
  await expectOthers(scene, others)
  const metrics = { pages: paths.size, largestBytes: most.bytes, statements: most.statements }
  return { paths: [...paths], metrics }
}

/** No link leads to a search. */
const queries = ['bike+share', 'zzzyx', 'zzzyx+qqq']

/** The links of a page to this service. */
function linksOf(body: string, path: string) {
  const links = hrefsOf(body).filter((link) => /^[/#](?!\/)/.test(link))
  return [...new Set(links)].map((link) => {
    const [target = '', anchor] = link.split('#', 2)
    return { to: target || path, anchor }
  })
}

type Anchor = [path: string, anchor: string | undefined]

function expectAnchors(
  { results }: Scene,
  anchors: readonly Anchor[],
  ids: ReadonlyMap<string, ReadonlySet<string>>,
): void {
  for (const [path, anchor] of anchors)
    if (anchor !== undefined)
      results.demand(ids.get(path)?.has(anchor) !== false, `${path} has no #${anchor}`)
}

/** Links to pages that are not about the council. */
async function expectOthers({ service, results }: Scene, paths: ReadonlySet<string>) {
  for (const path of paths) {
    const { status } = await service.call(path, browser)
    results.note(status)
    results.demand(status < 400, `${path}: ${status}`)
  }
}

const browser = { headers: { accept: 'text/html' } }

const homes = ['/', '/fr']
const isHome = (path: string) => homes.includes(path.split('?', 1)[0] ?? '')

function isCrawled(path: string, council: string): boolean {
  const [, first, second] = path.split(/[/?]/)
  return isHome(path) || (first === 'fr' ? second : first) === council
}

/** Reads a page, and checks its status, its size and its statements. */
async function open({ service, results }: Scene, path: string) {
  service.statements.length = 0
  const { status, body } = await service.call(path, browser)
  // The home page counts every council.
  const statements = isHome(path) ? 0 : service.statements.length
  results.note(status)
  results.demand(status === 200, `${path}: ${status}`)
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
  const bytes = brotliCompressSync(body, quality).length
  results.demand(bytes <= packedBytesMax, `${path}: ${bytes} bytes`)
  results.demand(statements <= statementsMax, `${path}: ${statements} statements`)
  return { body, bytes, statements }
}

/** Compares the metrics of the first pages that have any; returns their number. */
async function compare(
  { service, council, results }: Scene,
  paths: readonly string[],
  size: number,
): Promise<number> {
  const list = listing(service)
  let compared = 0
  for (const path of paths) {
    if (compared === size) break
    const [, first, folder = '', slug, more] = path.split('/')
    const isRecord = first === council && slug !== undefined && more === undefined
    if (!isRecord || !measuredFolders.includes(folder) || path.includes('?')) continue
    compared += 1
    const { body: html } = await service.call(path, browser)
    const endpoint = folder === 'bodies' ? 'organizations' : folder
    const { data } = (await service.v1(`${endpoint}/${slug}`)).json
    for (const wrong of await wrongMetrics(folder, { html, data, council, list }))
      results.fail(`${path}: ${wrong}`)
  }
  return compared
}

function listing(service: Service): ListAll {
  return async (path) => {
    const items: Json[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const response: Json = (await service.v1(`${path}&per_page=100${cursor}`)).json
      items.push(...response.data)
      const next: string | null = response.pagination.next_cursor
      cursor = next === null ? null : `&cursor=${next}`
    }
    return items
  }
}

export const pages: StressTest = {
  name: 'pages',
  about:
    'the metrics of pages are those of the API; no link is dead, no page large or slow to read',
  counts:
    'pages of the sample data that are compared, or of --archive <folder>; 100 times as many are crawled',
  sizes: { small: 5, large: 300 },
  run,
}
