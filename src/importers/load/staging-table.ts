import type { Kysely } from 'kysely'
import type { Flag, Tables } from '../../store/tables.ts'

/** The table in which a source is laid out before anything is written for good. */
export interface StagingTable {
  position: number
  kind: string
  key: string
  place: string
  /** Characters of the body, by which it is told how many are read back at once. */
  size: number
  body: string
  served_id: number | null
  served_slug: string | null
  is_incomplete: Flag
  /** 1 for a record of an earlier import, staged again because this import brings what it refers to. */
  is_resumed: Flag
}

export type StagingDatabase = Kysely<Tables & { staging: StagingTable }>
