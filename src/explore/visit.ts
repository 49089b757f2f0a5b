import type { VNode } from 'preact'
import type { TSchema } from 'typebox'
import type { Cursors } from '../http/cursor.ts'
import type { SiteConfig } from '../site/tools.ts'
import type { ImportState } from '../store/import-runs.ts'
import type { ReadStore } from '../store/open.ts'
import type { SearchClient } from '../store/search/queue.ts'
import type { TakePart } from '../store/take-part.ts'
import type { Council } from './council-context.ts'
import type { Locale } from './locale.ts'

export type LastImport = NonNullable<ImportState['last']>

/** What a page is made from. */
export interface Visit {
  municipality: Council
  /** Whether the site has no other council. */
  isOnly: boolean
  /** Undefined before the first import. */
  lastImport: LastImport | undefined
  /** In milliseconds since 1970. */
  now: number
  /** The current date of the municipality. */
  today: string
  /** Path of the page in its language, without a query. */
  path: string
  params: Readonly<Record<string, string>>
  query: Readonly<Record<string, unknown>>
  store: ReadStore
  /** Of accounts, keys and what was taken down. */
  accounts: ReadStore
  /** How to take part in its meetings. */
  takePart: readonly TakePart[]
  cursors: Cursors
  client: SearchClient
  config: SiteConfig
  locale: Locale
}

/** A page about a council. */
export interface ExplorePage {
  /** Below the path of the council. */
  path: string
  querystring?: TSchema
  /** Whether it is not made from the record alone, and so is never cached. */
  fresh?: boolean
  /** At most three statements, in one snapshot. Throws `Missing` if the record does not exist. */
  render(visit: Visit): Promise<VNode>
  /** Shown with the error for an invalid query. */
  help?(visit: Visit): VNode
}

type Kind =
  | 'motion'
  | 'meeting'
  | 'agendaItems'
  | 'person'
  | 'matter'
  | 'bylaw'
  | 'body'
  | 'document'
  | 'comparison'

/** A record that does not exist. */
export class Missing extends Error {
  override name = 'Missing'
  readonly kind: Kind

  constructor(kind: Kind) {
    super(`no such ${kind}`)
    this.kind = kind
  }
}

/** The page is at another path. */
export class Elsewhere extends Error {
  override name = 'Elsewhere'
  readonly path: string

  constructor(path: string) {
    super(`see ${path}`)
    this.path = path
  }
}
