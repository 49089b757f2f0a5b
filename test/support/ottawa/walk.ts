import { afterAll, beforeAll } from 'vitest'
import type { ApiResponse, Json, Service } from '../service/service.ts'
import { type Walk, walkResponses } from '../service/walk-responses.ts'
import { startOttawa } from './service.ts'

/** What a file of tests over the shipped record has once they run. */
interface Stage {
  service: Service
  walk: Walk
}

/**
 * Serves the shipped record to the tests of a file, and asks for all its responses before they run. `details` is what the
 * details of a list hold, `entities` the same of Open Civic Data.
 */
export function walkedOttawa() {
  const stage = {} as Stage
  beforeAll(async () => {
    stage.service = await startOttawa()
    stage.walk = await walkResponses(stage.service)
  }, 120_000)
  afterAll(() => stage.service?.stop())
  return {
    stage,
    details: (list: string) => detailsIn(stage.walk.v1, list),
    entities: (list: string) => detailsIn(stage.walk.ocd, list),
  }
}

const detailsIn = (responses: Map<string, ApiResponse>, list: string): Json[] =>
  [...responses].flatMap(([path, { json }]) =>
    path.startsWith(`${list}/`) ? [json.data ?? json] : [],
  )
