import { parentPort, workerData } from 'node:worker_threads'
import { Kysely } from 'kysely'
import { sqliteDialect } from '../dialect/sqlite.ts'
import { readingSqlite } from '../dialect/sqlite-driver.ts'
import type { Tables } from '../tables.ts'
import { search } from './search.ts'
import type { SearchQuery, SearchResponse } from './search-query.ts'

// Worker of `SqliteSearchThread`; `workerData` is the path of the file.

export type SearchReply =
  | { response: SearchResponse }
  | { message: string; code: string | undefined }

const db = new Kysely<Tables>({ dialect: readingSqlite(workerData).dialect })

parentPort?.on('message', async (query: SearchQuery) => parentPort?.postMessage(await reply(query)))

async function reply(query: SearchQuery): Promise<SearchReply> {
  try {
    return { response: await search(db, sqliteDialect, query) }
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return { message, code }
  }
}
