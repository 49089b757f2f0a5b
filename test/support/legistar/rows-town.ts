import { goldenInput } from '../imports/golden-input.ts'
import type { Row } from './odata.ts'
import type { LegistarResponses } from './server.ts'

/** A council of three people on one day, as rows of the Web API. */
export const rowsTown = () => responsesIn('legistar/council')

/** The responses of a golden case: a file for each list, and for each nested path. */
export function responsesIn(name: string): LegistarResponses {
  const rows: Record<string, unknown> = goldenInput(name)
  return {
    list: (list) => (list.includes('/') ? undefined : (rows[`${list}.json`] as readonly Row[])),
    part: (path) => rows[`${path}.json`],
  }
}
