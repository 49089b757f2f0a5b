import type { NotServed } from '../../record/listing.ts'
import type { findListed } from './queries.ts'
import type { CoverageItem } from './schema.ts'

/** Without the key, which is the source's own. */
export const toNotServed = ({ kind, title, date, address, reason }: NotServed) => ({
  ...{ kind, title, date, address, reason },
})

/** The listings of the sources that were compared, and the names of the others. */
export function toCoverage({
  listings,
  uncompared,
}: Awaited<ReturnType<typeof findListed>>): CoverageItem {
  const sum = (name: keyof (typeof listings)[number]['total']) =>
    listings.reduce((all, { total }) => all + total[name], 0)
  const isCompared = listings.length > 0
  return {
    listed: isCompared ? { meetings: sum('meetings'), documents: sum('documents') } : null,
    served: isCompared
      ? { meetings: sum('meetingsServed'), documents: sum('documentsServed') }
      : null,
    not_served: listings.flatMap(({ notServed }) => notServed.map(toNotServed)),
    sources: [
      ...listings.map(({ source, state, missing, total }) => ({
        ...{ source, state, not_served: missing, no_longer_listed: total.unlisted },
      })),
      ...uncompared.map((source) => ({
        ...{ source, state: 'not_compared', not_served: null, no_longer_listed: null },
      })),
    ],
  }
}
