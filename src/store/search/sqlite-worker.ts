import { parentPort, workerData } from 'node:worker_threads'
import { Kysely } from 'kysely'
import { sqliteDialect } from '../dialect/sqlite.ts'
import { readingSqlite } from '../dialect/sqlite-driver.ts'
import { resultCodeOf } from '../dialect/sqlite-failure.ts'
import type { Tables } from '../tables.ts'
import { searchesOn } from './search.ts'
import type { Searches } from './search-query.ts'
import { sqliteSearch } from './sqlite.ts'

// Worker of `SqliteSearchThread`; `workerData` is the path of the file.

/** A method of `Searches`, and its argument. */
export type SearchCall = {
  [M in keyof Searches]: { method: M; query: Parameters<Searches[M]>[0] }
}[keyof Searches]

export type SearchReply = { response: unknown } | { message: string; code: string | undefined }

const db = new Kysely<Tables>({ dialect: readingSqlite(workerData).dialect })
const searches = searchesOn({ db, dialect: sqliteDialect, engine: sqliteSearch })

parentPort?.on('message', async (call: SearchCall) => parentPort?.postMessage(await reply(call)))

async function reply(call: SearchCall): Promise<SearchReply> {
  try {
    return { response: await run(call) }
  } catch (error) {
    return { message: (error as Error).message, code: resultCodeOf(error) }
  }
}

const run = (call: SearchCall) =>
  call.method === 'search' ? searches.search(call.query) : searches.searchMunicipalities(call.query)
