import { afterAll, beforeAll } from 'vitest'
import { type Crawled, crawl } from './crawl.ts'
import type { ApiResponse, Json, Service } from './service.ts'

/** What the tests of a record have, set before they run. */
interface Stage {
  service: Service
  crawled: Crawled
}

/**
 * Serves a record and reads all responses before the tests. `details` are the details of a v1 list, `entities` those of
 * an Open Civic Data list.
 */
export function crawledRecord(start: () => Promise<Service>) {
  const stage = {} as Stage
  beforeAll(async () => {
    stage.service = await start()
    stage.crawled = await crawl(stage.service)
  })
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
