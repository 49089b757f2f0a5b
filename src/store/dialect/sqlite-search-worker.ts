import { parentPort, workerData } from 'node:worker_threads'
import { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import type { SearchQuery, SearchRow } from './dialect.ts'
import { readingSqlite } from './sqlite-driver.ts'
import { search } from './sqlite-search.ts'

// Worker of `SqliteSearchThread`; `workerData` is the path of the file.

export type SearchReply = { rows: SearchRow[] } | { message: string; code: string | undefined }

const db = new Kysely<Tables>({ dialect: readingSqlite(workerData).dialect })

parentPort?.on('message', async (query: SearchQuery) => parentPort?.postMessage(await reply(query)))

async function reply(query: SearchQuery): Promise<SearchReply> {
  try {
    return { rows: await search(db, query) }
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    return { message, code }
  }
}
