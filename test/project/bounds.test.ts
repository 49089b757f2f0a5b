import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { describe, expect, it } from 'vitest'
import { BoundedCounter } from '../../src/access/bounded-counter.ts'
import { SlidingWindow } from '../../src/access/limiter.ts'
import { systemClock } from '../../src/core/clock.ts'
import { EventSampler } from '../../src/core/event-sampler.ts'
import { FairQueue } from '../../src/core/fair-queue.ts'
import { memoize } from '../../src/core/memoize.ts'
import { Etags, ResponseCache } from '../../src/http/caching.ts'
import { projectFiles } from '../support/process/checkout.ts'

/** What can grow in a process that serves, as `file: name`, by what bounds it. */
const bounded: Record<string, readonly string[]> = {
  'a fixed number of entries, all or the least used of which make room': [
    'src/access/bounded-counter.ts: #entries',
    'src/core/carried-results.ts: readings',
    'src/core/event-sampler.ts: #samples',
    'src/explore/picture/pictures.ts: #drawn',
    'src/explore/take-part-lookup.ts: #kept',
    'src/mcp/counts.ts: valuesRead',
    'src/store/cached-query.ts: statements',
    'src/store/dialect/postgres.ts: #names',
    'src/store/dialect/sqlite.ts: statements',
    'src/core/memoize.ts: results',
    'src/alerts/feed-reads.ts: #feeds',
  ],
  'a number of bytes': ['src/http/caching.ts: #remembered', 'src/http/caching.ts: #responses'],
  'jobs that run or wait, of which there is a fixed number': [
    'src/core/fair-queue.ts: #quotas',
    'src/core/fair-queue.ts: #running',
    'src/core/fair-queue.ts: #groups',
  ],
  'imports that run side by side, of which there is a fixed number': [
    'src/cli/side-by-side.ts: #busy',
    'src/cli/side-by-side.ts: #running',
  ],
  'the sources that are remembered, and their hosts': [
    'src/cli/host-families.ts: #down',
    'src/cli/host-families.ts: #failed',
    'src/cli/host-families.ts: #sizes',
    'src/cli/source-reader.ts: #reported',
  ],
  'requests in progress': [
    'src/http/request-queue.ts: #ends',
    'src/access/redis/redis-link.ts: #waiting',
  ],
  'open connections': [
    'src/http/transport.ts: open',
    'src/http/transport.ts: latestResponses',
    'src/http/transport.ts: queues',
    'src/http/shutdown.ts: open',
    'src/store/dialect/postgres.ts: #clients',
  ],
  'keys and sessions that were used in the last two minutes': [
    'src/access/limiter.ts: #logs',
    'src/access/redis/shared-counters.ts: #keys',
  ],
  'keys and sessions that were used since usage was last written': [
    'src/access/usage/usage-tracker.ts: #days',
    'src/access/usage/usage-tracker.ts: #sessions',
    'src/access/usage/usage-tracker.ts: keys',
  ],
  'councils, their time zones, or the languages of the site': [
    'src/alerts/feed-reads.ts: #councils',
    'src/core/calendar-date.ts: zones',
    'src/http/caching.ts: #versions',
    'src/site/queries.ts: #cached',
  ],
  'routes, methods and statuses': [
    'src/http/openapi-document.ts: documents',
    'src/site/methods.ts: pages',
  ],
  encodings: ['src/http/caching.ts: #compressed', 'src/http/static-document.ts: #compressed'],
  workers: [
    'src/cli/workers/worker-pool.ts: #crashes',
    'src/cli/workers/worker-pool.ts: #exited',
    'src/cli/workers/worker-pool.ts: #members',
    'src/cli/workers/worker.ts: gathering',
  ],
  'the code or the command line': [
    'src/core/public-address.ts: secrets',
    'src/core/headings/words.ts: verbs',
    // Languages by kinds of by-laws.
    'src/explore/locale.ts: named',
    'src/store/search/synonyms.ts: synonyms',
  ],
  'the rows of a statement, with which it goes': ['src/resources/votes/v1.represent.ts: parts'],
  'nothing is kept: it only batches': [
    'src/access/queries.ts: loader',
    'src/explore/to-visit.ts: loader',
  ],
  'it ends with one call': [
    'src/access/usage/usage-tracker.ts: ids',
    'src/cli/host-families.ts: down',
    'src/cli/municipalities.ts: ways',
    'src/config/site-file/texts.ts: #written',
    'src/config/site-file/yaml-reader.ts: #issues',
    // Of one import.
    'src/core/passages.ts: #lengths',
    'src/core/group-by.ts: groups',
    'src/core/headings/heading.ts: about',
    'src/core/ward-paths.ts: neighbours',
    'src/explore/feeds/news.ts: entries',
    'src/explore/feeds/search-of-all.ts: entries',
    'src/explore/parts/meeting-anchors.ts: anchors',
    'src/explore/motion/queries.ts: wards',
    'src/explore/parts/chamber-of.ts: people',
    'src/explore/parts/recorded.ts: voters',
    'src/explore/votes/votes.page.tsx: rows',
    'src/mcp/counts.ts: values',
    'src/mcp/find.ts: sources',
    'src/resources/_shared/details.ts: details',
    'src/resources/changes/items.ts: details',
    'src/resources/closed-sessions/queries.ts: grounds',
    'src/resources/votes/queries.ts: people',
    'src/site/home/home.pages.tsx: regions',
    'src/site/home/search-form.tsx: regions',
    'src/store/search/postgres.ts: positionsOf',
    'src/store/search/rank.ts: documents',
    'src/store/source-state.ts: found',
    'src/store/search/highlight.ts: termOfStem',
    'src/store/search/suggestions.ts: candidates',
  ],
}

// Commands end, and what they collect with them.
const ofCommands = /^src\/(importers|exporters|store\/(copy|migrations))\//
const name = /(?<name>#?\w+)(?:: .+)?/.source
const collection = /new (?:(?:Map|Set|WeakMap|WeakSet)(?:<.*>)?\(\)|LRUCache|DataLoader)/.source
const empty = /(?:\[\]|\{\}|Object\.create\(null\))$/.source
/** Collections that are created empty, and empty arrays and objects of a module or an instance. */
const declarations = [
  `^ *(?:export )?(?:const |let |static |readonly |this\\.)*${name} =\\s+${collection}`,
  `^(?:(?:export )?(?:const|let) | {2}(?:static |readonly )*(?=#))${name} =\\s+${empty}`,
].map((source) => new RegExp(source, 'gm'))

function collectionsIn(file: string): string[] {
  const text = readFileSync(resolve(import.meta.dirname, '../..', file), 'utf8')
  const found = declarations.flatMap((pattern) => [...text.matchAll(pattern)])
  return found.map(({ groups }) => `${file}: ${groups?.name}`)
}

describe('whatever can grow in a process that serves', () => {
  it('is listed in this file with what bounds it', () => {
    const files = projectFiles().filter(
      (file) => /^src\/.*(?<!\.test)\.tsx?$/.test(file) && !ofCommands.test(file),
    )
    const found = files.flatMap(collectionsIn).sort()
    expect(found).toEqual(Object.values(bounded).flat().sort())
  })

  it.each<[what: string, max: number, sizeAfterFlood: () => number | Promise<number>]>([
    [
      'counted names',
      100,
      async () => {
        const counter = new BoundedCounter(60, 100)
        for (let i = 0; i < 1000; i += 1) await counter.add(`name ${i}`, 1)
        return counter.size
      },
    ],
    [
      'sampled names',
      10_000,
      () => {
        const sampler = new EventSampler(() => 0)
        const flood = Array.from({ length: 15_000 }, (_, i) => `name ${i}`)
        for (const one of flood) sampler.count(one)
        // Newest first: one that is unknown again makes the oldest unknown.
        return flood.reverse().filter((one) => sampler.count(one) === 0).length
      },
    ],
    [
      'keys of the rate limit',
      1,
      () => {
        const window = new SlidingWindow(100, 60_000)
        for (let i = 0; i < 1000; i += 1) window.take(`key ${i}`, 0)
        window.take('later', 60_000)
        return window.size
      },
    ],
    [
      'waiting jobs',
      11,
      async () => {
        const queue = new FairQueue(1, 1, { waitingMax: 10 })
        let rejected = 0
        for (let i = 0; i < 1000; i += 1) {
          const client = { group: `${i}`, quotas: [] }
          const job = queue.run(client, () => new Promise(() => undefined))
          job.catch(() => {
            rejected += 1
          })
        }
        await new Promise(setImmediate)
        return 1000 - rejected
      },
    ],
    [
      'bytes of responses',
      10_000,
      () => {
        const cache = new ResponseCache(10_000)
        const response = { body: 'x'.repeat(100), link: undefined, slug: 'weir', requestId: 'y' }
        for (let i = 0; i < 1000; i += 1) cache.set(`etag ${i}`, response)
        return cache.bytes
      },
    ],
    [
      'bytes of ETags',
      4 * 2 ** 20,
      () => {
        const etags = new Etags({ build: '', clock: systemClock, variant: () => '' })
        const municipality = { timeZone: 'UTC' }
        for (let i = 0; i < 2000; i += 1) {
          const url = `/weir/votes?q=${i}${'x'.repeat(8000)}`
          etags.of({ url, municipality, routeOptions: {}, query: {}, params: {} } as FastifyRequest)
        }
        return etags.bytes
      },
    ],
    [
      'analysed words',
      16_384,
      () => {
        let computed = 0
        const analyse = memoize((word) => {
          computed += 1
          return word
        })
        const flood = Array.from({ length: 30_000 }, (_, i) => `word ${i}`)
        for (const word of flood) analyse(word)
        for (const word of flood.reverse()) analyse(word)
        return 2 * flood.length - computed
      },
    ],
  ])('%s: at most %d', async (_, max, sizeAfterFlood) => {
    const size = await sizeAfterFlood()
    expect(size).toBeLessThanOrEqual(max)
    expect(size).toBeGreaterThan(0)
  })
})
