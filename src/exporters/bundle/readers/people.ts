import { identityOf, type KindReader } from './reader.ts'

export const personReader: KindReader = {
  kind: 'person',
  table: 'people',
  async records(db, ids) {
    const rows = await db
      .selectFrom('people')
      .selectAll()
      .where('id', 'in', ids)
      .orderBy('id')
      .execute()
    return rows.map((row) => ({
      ...identityOf('person', row),
      name: row.name,
      given_name: row.given_name,
      family_name: row.family_name,
      party: row.party,
      image_url: row.image_url,
      gender: row.gender,
      birth_date: row.birth_date,
      death_date: row.death_date,
      other_names: JSON.parse(row.other_names),
      contact_details: JSON.parse(row.contact_details),
    }))
  },
}
