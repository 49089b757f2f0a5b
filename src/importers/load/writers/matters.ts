import { keyedSlug, toSlug } from '../slugs.ts'
import { filterColumns } from './bylaws.ts'
import { documentRows } from './documents.ts'
import type { KindWriter } from './writer.ts'

export const matterWriter: KindWriter<'matter'> = {
  ocdType: 'bill',
  slug: (record) => toSlug(record.identifier ?? record.title, keyedSlug('matter', record.key)),
  columns: (record) => ({
    identifier: record.identifier ?? null,
    title: record.title,
    ...filterColumns(record),
    description: record.description ?? null,
    plain_english_summary: record.plain_english_summary ?? null,
    stated_first_seen: record.first_seen ?? null,
    stated_last_seen: record.last_seen ?? null,
  }),
  *parts(record, owner, tools) {
    for (const sponsorship of record.sponsorships ?? []) {
      const row = {
        matter_id: owner.id,
        person_id: tools.rows.idOf('person', sponsorship.person_key),
        name: sponsorship.name,
        is_primary: sponsorship.primary ? 1 : 0,
        classification: sponsorship.classification ?? null,
      }
      yield ['sponsorships', row]
    }
    yield* documentRows('matter_id', owner, record.documents, tools.ids)
  },
}
