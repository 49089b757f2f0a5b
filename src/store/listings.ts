import type { Selectable } from 'kysely'
import type { ListingState, NotServed } from '../record/listing.ts'
import type { ReadDatabase, WriteStore } from './open.ts'
import type { Tables } from './tables.ts'

/** Months of a calendar that are counted apart; no council has held meetings for longer. */
export const monthsMax = 3000
/** Characters of a title that are kept. */
export const listedTextMax = 300
/** Longer addresses are not kept. */
export const listedAddressMax = 2000

/** Counts of a month of a calendar. */
export interface MonthCounts {
  meetings: number
  meetingsServed: number
  documents: number
  documentsServed: number
  /** Meetings that are served, and that the portal no longer lists. */
  unlisted: number
}

export const noCounts: MonthCounts = {
  meetings: 0,
  meetingsServed: 0,
  documents: 0,
  documentsServed: 0,
  unlisted: 0,
}

/** What the portal of a source lists. */
export interface StoredListing {
  source: string
  listedAt: string
  listedFrom: string | null
  lastListed: number
  /** By month (YYYY-MM); without a date: empty. */
  months: Readonly<Record<string, MonthCounts>>
  notServed: readonly NotServed[]
}

/** The listings of the sources of a municipality, by name. */
export async function findListings(
  db: ReadDatabase,
  municipalityId: number,
): Promise<StoredListing[]> {
  const rows = await db
    .selectFrom('listings')
    .selectAll()
    .where('municipality_id', '=', municipalityId)
    .orderBy('source')
    .execute()
  return rows.map(toListing)
}

/** The same, and the sources whose lists, if they have any, were not compared; one statement. */
export async function findCompared(
  db: ReadDatabase,
  municipalityId: number,
): Promise<{ listings: StoredListing[]; uncompared: string[] }> {
  const sources = db
    .selectFrom('imports')
    .select('source')
    .where('municipality_id', '=', municipalityId)
    .where('result', '=', 'done')
    .union(db.selectFrom('listings').select('source').where('municipality_id', '=', municipalityId))
  const rows = await db
    .selectFrom(sources.as('compared'))
    .leftJoin('listings', (join) =>
      join
        .onRef('listings.source', '=', 'compared.source')
        .on('listings.municipality_id', '=', municipalityId),
    )
    .select('compared.source')
    .select(['listed_at', 'listed_from', 'last_listed', 'months', 'not_served'])
    .orderBy('compared.source')
    .execute()
  const isCompared = (row: (typeof rows)[number]): row is ListingRow => row.listed_at !== null
  return {
    listings: rows.filter(isCompared).map(toListing),
    uncompared: rows.filter((row) => !isCompared(row)).map(({ source }) => source),
  }
}

type ListingRow = Omit<Selectable<Tables['listings']>, 'municipality_id'>

const toListing = (row: ListingRow): StoredListing => ({
  source: row.source,
  listedAt: row.listed_at,
  listedFrom: row.listed_from,
  lastListed: row.last_listed,
  months: JSON.parse(row.months),
  notServed: JSON.parse(row.not_served),
})

export async function writeListing(
  db: WriteStore['db'],
  municipalityId: number,
  listing: StoredListing,
): Promise<void> {
  const { source, months, notServed } = listing
  const values = {
    listed_at: listing.listedAt,
    listed_from: listing.listedFrom,
    last_listed: listing.lastListed,
    months: JSON.stringify(months),
    not_served: JSON.stringify(notServed),
  }
  await db
    .insertInto('listings')
    .values({ municipality_id: municipalityId, source, ...values })
    .onConflict((oc) => oc.columns(['municipality_id', 'source']).doUpdateSet(values))
    .execute()
}

/** A list without anything in it leaves nothing to compare. */
export function stateOf(listing: StoredListing): ListingState {
  if (listing.lastListed === 0) return 'empty'
  if (missingIn(listing) > 0) return 'missing'
  return listing.listedFrom === null ? 'complete' : 'partial'
}

/** How many things are not served, also of those that are not kept. */
export function missingIn(listing: Pick<StoredListing, 'months'>): number {
  const { meetings, meetingsServed, documents, documentsServed } = totalOf(listing)
  return meetings - meetingsServed + documents - documentsServed
}

export function totalOf({ months }: Pick<StoredListing, 'months'>): MonthCounts {
  const total = { ...noCounts }
  for (const counts of Object.values(months))
    for (const name of Object.keys(total) as (keyof MonthCounts)[]) total[name] += counts[name]
  return total
}
