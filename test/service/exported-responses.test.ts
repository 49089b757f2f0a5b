import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { exportBundle } from '../../src/exporters/bundle/export.ts'
import { bundle } from '../../src/importers/bundle/index.ts'
import type { OpenedSource } from '../../src/importers/source.ts'
import { openReadStore } from '../../src/store/open.ts'
import { writeFolder } from '../support/imports/collect-items.ts'
import { cases } from '../support/project/cases.ts'
import { lowmere, openLowmere } from '../support/sample/service.ts'
import { crawl } from '../support/service/crawl.ts'
import { type Service, startService } from '../support/service/service.ts'
import { sourceOf, town, townRecords } from '../support/towns/town.ts'

const timeoutMs = 240_000
const noon = Date.UTC(2026, 5, 1, 16)
const clock = { now: () => noon, monotonic: () => 0 }

async function serving(
  municipality: typeof town,
  source: () => Promise<OpenedSource>,
): Promise<Service> {
  // One URL, since records have the URL of their page.
  const settings = { siteUrl: 'https://reeve.example' }
  const service = await startService({ municipality, source, clock, settings })
  onTestFinished(() => service.stop())
  return service
}

/** Every response of both APIs, and matches of searches; without cursors, whose signature differs between databases. */
async function responsesOf(
  service: Service,
  words: readonly string[],
): Promise<Map<string, string>> {
  const { v1, ocd } = await crawl(service)
  const responses = new Map<string, string>()
  const page = new Map<string, number>()
  const note = (path: string, { status, body }: { status: number; body: string }) => {
    const plain = path.replace(/&cursor=.*/, '')
    const round = (page.get(plain) ?? 0) + 1
    page.set(plain, round)
    const text = body.replace(/"(request_id|next_cursor)":"[^"]*"/g, '"$1":""')
    responses.set(`${plain} ${round}`, `${status} ${text}`)
  }
  for (const [path, response] of v1) note(`v1 ${path}`, response)
  for (const [path, response] of ocd) note(`ocd ${path}`, response)
  for (const word of words)
    note(`search ${word}`, await service.v1(`search?q=${word}&per_page=100`))
  return responses
}

const ofTown = {
  name: 'the fixture town',
  municipality: town,
  source: async () => sourceOf(townRecords()),
  words: ['ditch', 'drainage', 'council'],
  responses: 200,
}
const ofSample = {
  name: 'the sample data',
  municipality: lowmere,
  source: async () => openLowmere(clock),
  words: ['budget', 'transit', 'bridge'],
  responses: 1000,
}

const exported = cases([ofTown], [ofTown, ofSample])

describe.each(exported)('an export of $name', ({ municipality, source, words, responses }) => {
  it(
    'gives the same responses with the same ids and slugs in an empty database',
    async () => {
      const first = await serving(municipality, source)
      const folder = join(await writeFolder({}), 'out')
      const store = openReadStore(first.databaseUrl)
      onTestFinished(() => store.close())
      await exportBundle(store, { municipality: municipality.slug, source: undefined, folder })

      const second = await serving(municipality, () => bundle.open(folder))
      const expected = await responsesOf(first, words)
      const actual = await responsesOf(second, words)
      expect(expected.size).toBeGreaterThan(responses)
      expect([...actual.keys()]).toEqual([...expected.keys()])
      expect([...actual.keys()].filter((path) => actual.get(path) !== expected.get(path))).toEqual(
        [],
      )
    },
    timeoutMs,
  )
})
