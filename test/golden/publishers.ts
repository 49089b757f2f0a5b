import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join, relative } from 'node:path'
import { escribe } from '../../src/importers/escribe/index.ts'
import { legistarArchive } from '../../src/importers/legistar/archive/archive.ts'
import { openCivicData } from '../../src/importers/open-civic-data/index.ts'
import type { ImportSource } from '../../src/importers/source.ts'
import { votesCsv } from '../../src/importers/votes-csv/index.ts'
import { live as civicweb } from '../support/civicweb/portal.ts'
import { live as escribeLive } from '../support/escribe/server.ts'
import { startJsonServer } from '../support/http/json-server.ts'
import { live as legistar, serveLegistar } from '../support/legistar/live.ts'
import { responsesIn } from '../support/legistar/rows-town.ts'
import { liveApi } from '../support/ocd/api-responses.ts'

interface Publisher {
  source: ImportSource
  /** The location from which the source reads an `input` folder. */
  locationOf(input: string): Promise<string>
}

const folder = async (input: string) => input

const table = async (input: string) =>
  readdirSync(input).length === 1 ? join(input, 'votes.csv') : input

/** Serves each file at its path, with or without `.json`; a page for each `Id` of the query lies below its path. */
async function portal(input: string): Promise<string> {
  const { url } = await startJsonServer((path) => {
    const { pathname, searchParams } = new URL(path, 'http://portal.example')
    const name = join(input, pathname.replace(/\/$/, ''))
    const file = [name, `${name}.json`, `${name}/${searchParams.get('Id')}.html`].find(
      (one) => existsSync(one) && statSync(one).isFile(),
    )
    if (file === undefined) return undefined
    return (response: ServerResponse) => response.end(readFileSync(file))
  })
  return url
}

/** How the cases of each folder are read. */
export const publishers: Readonly<Record<string, Publisher>> = {
  civicweb: { source: civicweb, locationOf: portal },
  escribe: { source: escribe, locationOf: folder },
  'escribe-live': { source: escribeLive, locationOf: portal },
  legistar: {
    source: legistar,
    locationOf: async (input) => {
      const name = relative(import.meta.dirname, join(input, '..'))
      return (await serveLegistar(responsesIn(name))).base
    },
  },
  'legistar-archive': { source: legistarArchive, locationOf: folder },
  'open-civic-data': { source: openCivicData, locationOf: folder },
  'open-civic-data-api': { source: liveApi, locationOf: portal },
  'votes-csv': { source: votesCsv, locationOf: table },
}
