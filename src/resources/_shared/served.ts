import type { TSchema } from 'typebox'
import type { ReadDatabase } from '../../store/open.ts'

/** A record as the API serves it. */
export interface ServedRecord {
  id: number
  slug: string
  updated_at: string
}

/** What a record is served with: the current date of its municipality, and the URL below which that has its pages. */
export interface ServedScope {
  municipalityId: number
  today: string
  pages: string
}

/** Reads records of a kind by id, in any order. */
export type ReadServed = (
  db: ReadDatabase,
  scope: ServedScope,
  ids: readonly number[],
) => Promise<ServedRecord[]>

/** The records of one kind as details. */
export interface ServedResource {
  schema: TSchema
  read: ReadServed
  /** JSON as in the response of the detail. */
  serialize: (record: object) => string
}
