import type { SponsorshipPart } from '../../../importers/records/record-schema.ts'
import type { ReadDatabase } from '../../../store/open.ts'
import { partsOf } from './reader.ts'

/** Sponsorships by the id of their owner. */
export async function sponsorshipsOf(
  db: ReadDatabase,
  column: 'matter_id' | 'bylaw_id',
  owners: readonly number[],
): Promise<(owner: number) => SponsorshipPart[]> {
  const found = await partsOf(db, 'sponsorships', column, owners)
  return (owner) =>
    found(owner).map(({ person_key, name, is_primary, classification }) => ({
      name,
      classification,
      person_key,
      primary: is_primary === 1,
    }))
}
