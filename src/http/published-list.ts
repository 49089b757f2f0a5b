import type { TSchema } from 'typebox'
import type { ReadDatabase } from '../store/open.ts'

interface PublishedScope {
  municipalityId: number
  today: string
  /** The URL below which the municipality has its pages. */
  pages: string
}

/** A list of the API as it is published: its rows without filters. */
export interface PublishedList {
  name: string
  item: TSchema
  /** The items of the API, in the order of the list. */
  batches(db: ReadDatabase, scope: PublishedScope): AsyncIterable<object[]>
}
