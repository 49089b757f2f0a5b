import { findCompared, missingIn, stateOf, totalOf } from '../../store/listings.ts'
import type { ReadDatabase } from '../../store/open.ts'

/** What the portals of a municipality list, and the sources that are not compared; one statement. */
export async function findListed(db: ReadDatabase, municipalityId: number) {
  const { listings, uncompared } = await findCompared(db, municipalityId)
  return {
    listings: listings.map((listing) => ({
      source: listing.source,
      state: stateOf(listing),
      missing: missingIn(listing),
      total: totalOf(listing),
      notServed: listing.notServed,
    })),
    uncompared,
  }
}
