import { afterAll, beforeAll } from 'vitest'
import { type Crawled, crawl } from '../service/crawl.ts'
import type { ApiResponse, Json, Service } from '../service/service.ts'
import { startOttawa } from './service.ts'

/** What the tests of a file have, set before they run. */
interface Stage {
  service: Service
  crawled: Crawled
}

/**
 * Serves the shipped record and reads all responses before the tests of a file. `details` are the details of a v1 list,
 * `entities` those of an Open Civic Data list.
 */
export function crawledOttawa() {
  const stage = {} as Stage
  beforeAll(async () => {
    stage.service = await startOttawa()
    stage.crawled = await crawl(stage.service)
  }, 120_000)
  afterAll(() => stage.service?.stop())
  return {
    stage,
    details: (list: string) => detailsIn(stage.crawled.v1, list),
    entities: (list: string) => detailsIn(stage.crawled.ocd, list),
  }
}

const detailsIn = (responses: Map<string, ApiResponse>, list: string): Json[] =>
  [...responses].flatMap(([path, { json }]) =>
    path.startsWith(`${list}/`) ? [json.data ?? json] : [],
  )
