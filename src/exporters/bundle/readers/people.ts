import { identityOf, type KindReader, recordRows } from './reader.ts'

export const personReader: KindReader = {
  kind: 'person',
  async records(db, ids) {
    const rows = await recordRows(db, 'person', ids)
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
