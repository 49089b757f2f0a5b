import { existsSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { openCivicData } from '../../src/importers/open-civic-data/index.ts'
import type { ImportSource } from '../../src/importers/source.ts'
import { startJsonServer } from '../support/http/json-server.ts'
import { liveApi } from '../support/ocd/api-responses.ts'

interface Publisher {
  source: ImportSource
  /** The location from which the source reads an `input` folder. */
  locationOf(input: string): Promise<string>
}

const folder = async (input: string) => input

/** Serves each file at its path without `.json`, whatever the query. */
async function portal(input: string): Promise<string> {
  const { url } = await startJsonServer((path) => {
    const file = join(input, `${path.replace(/\?.*/, '').replace(/\/$/, '')}.json`)
    if (!existsSync(file)) return undefined
    return (response: ServerResponse) => response.end(readFileSync(file))
  })
  return url
}

/** How the cases of each folder are read. */
export const publishers: Readonly<Record<string, Publisher>> = {
  'open-civic-data': { source: openCivicData, locationOf: folder },
  'open-civic-data-api': { source: liveApi, locationOf: portal },
}
