import { expect } from 'vitest'
import { systemClock } from '../../../src/core/clock.ts'
import { findSeats, replaceWards } from '../../../src/importers/load/wards.ts'
import type { Service } from '../service/service.ts'
import { lowmere, openLowmere } from './service.ts'

/** Pages about records of the sample, one of each kind. */
export const recordPages: readonly string[] = [
  '/lowmere',
  '/lowmere/meetings',
  '/lowmere/meetings/2026-05-26-town-council',
  '/lowmere/meetings/2026-06-16-town-council',
  '/lowmere/meetings/2025-12-01-heritage-committee',
  '/lowmere/motions/motion-c-1525',
  '/lowmere/motions/motion-c-1538',
  '/lowmere/motions',
  '/lowmere/votes',
  '/lowmere/votes?view=grid&organization=town-council',
  ...['defeated', 'close', 'unanimous', 'contested'].map((tab) => `/lowmere/votes?show=${tab}`),
  '/lowmere/documents/by-law-4101-cc914eba',
  '/lowmere/follow',
  '/lowmere/attendance',
  '/lowmere/search',
  '/lowmere/search?q=boisclair',
  '/lowmere/search?q=tennants+housing',
  '/lowmere/people',
  '/lowmere/people?sort=losing',
  '/lowmere/people?postal_code=K1B',
  '/lowmere/people?all=true',
  '/lowmere/people/helene-boisclair',
  '/lowmere/people/priya-venn',
  '/lowmere/attendance',
  '/lowmere/attendance?organization=heritage-committee&year=2025',
  '/lowmere/agreement',
  '/lowmere/people/helene-boisclair/compare',
  '/lowmere/people/dev-rangarajan/compare/helene-boisclair',
  '/lowmere/matters',
  '/lowmere/matters/pl-142',
  '/lowmere/bylaws',
  '/lowmere/bylaws/by-law-4138',
  '/lowmere/bylaws/by-law-4166',
  '/lowmere/mayoral-decisions',
  '/lowmere/bodies',
  '/lowmere/bodies/town-council',
  '/lowmere/coverage',
  '/lowmere/coverage/notes',
]

const clock = { now: () => Date.UTC(2026, 5, 1, 16), monotonic: () => 0 }

/** A service with the records that these pages are about. */
export const sampleInJune = {
  ...{ municipality: lowmere, source: async () => openLowmere(clock), clock },
}

/** Gives the sample wards that lead to several members, for the overview and the page of members. */
export async function replaceWardsOf({ writing }: Pick<Service, 'writing'>): Promise<void> {
  const seats = await findSeats(writing.db, lowmere.slug, systemClock)
  expect(seats?.seats).not.toEqual([])
  await replaceWards(writing, seats?.id ?? 0, wards, systemClock)
}

// Two wards with one postal code, so that it leads to no single member.
const wards = ['1', '2'].map((name, at) => ({
  name,
  rings: [
    [-76, 45, -75, 45, -75, 46, -76, 46, -76, 45].map(
      (degrees, i) => (i % 2 === 0 ? degrees + at : degrees) * 1e6,
    ),
  ],
  postalCodes: ['K1B'],
}))
