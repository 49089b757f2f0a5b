import type { ReadDatabase } from '../../../store/open.ts'
import { documentsOf } from './documents.ts'
import { byOwner, identityOf, type KindReader, keyOf } from './reader.ts'

export const matterReader: KindReader = {
  kind: 'matter',
  table: 'matters',
  async records(db, ids) {
    const sponsorships = byOwner(await findSponsorships(db, ids))
    const documents = await documentsOf(db, 'matter_id', ids)
    const rows = await db
      .selectFrom('matters')
      .selectAll('matters')
      .select(keyOf(db, 'bylaws', 'matters.bylaw_id').as('bylaw_key'))
      .where('matters.id', 'in', ids)
      .orderBy('matters.id')
      .execute()
    return rows.map((row) => ({
      ...identityOf('matter', row),
      identifier: row.identifier,
      title: row.title,
      status: row.status,
      category: row.category,
      description: row.description,
      plain_english_summary: row.plain_english_summary,
      first_seen: row.stated_first_seen,
      last_seen: row.stated_last_seen,
      bylaw_key: row.bylaw_key,
      sponsorships: sponsorships(row.id).map(({ is_primary: primary, ...sponsorship }) => ({
        ...sponsorship,
        primary: primary === 1,
      })),
      documents: documents(row.id),
    }))
  },
}

function findSponsorships(db: ReadDatabase, matters: readonly number[]) {
  return db
    .selectFrom('sponsorships')
    .select(['matter_id as owner', 'name', 'is_primary', 'classification'])
    .select(keyOf(db, 'people', 'sponsorships.person_id').as('person_key'))
    .where('matter_id', 'in', matters)
    .orderBy('sponsorships.id')
    .execute()
}
