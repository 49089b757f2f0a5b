import { findListings, listUncompared, missingIn, stateOf, totalOf } from '../../store/listings.ts'
import type { ReadDatabase } from '../../store/open.ts'

/** What the portals of a municipality list, and the sources that are not compared; two statements. */
export const findListed = async (db: ReadDatabase, municipalityId: number) => ({
  listings: (await findListings(db, municipalityId)).map((listing) => ({
    source: listing.source,
    state: stateOf(listing),
    missing: missingIn(listing),
    total: totalOf(listing),
    notServed: listing.notServed,
  })),
  uncompared: await listUncompared(db, municipalityId),
})
