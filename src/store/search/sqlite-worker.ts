import { parentPort, workerData } from 'node:worker_threads'
import { Kysely } from 'kysely'
import { readingSqlite } from '../dialect/sqlite.ts'
import { resultCodeOf } from '../dialect/sqlite-failure.ts'
import type { Tables } from '../tables.ts'
import { type SearchQuery, type SearchResponse, searchOn } from './search.ts'
import { sqliteSearch } from './sqlite.ts'

// Worker of `SqliteSearchThread`; `workerData` is the path of the file.

export type SearchReply =
  | { response: SearchResponse }
  | { message: string; code: string | undefined }
  | { isReady: true }

const search = searchOn(
  new Kysely<Tables>({ dialect: readingSqlite(workerData).dialect }),
  sqliteSearch,
)

parentPort?.postMessage({ isReady: true } satisfies SearchReply)
parentPort?.on('message', async (query: SearchQuery) => parentPort?.postMessage(await reply(query)))

async function reply(query: SearchQuery): Promise<SearchReply> {
  try {
    return { response: await search(query) }
  } catch (error) {
    return { message: (error as Error).message, code: resultCodeOf(error) }
  }
}
