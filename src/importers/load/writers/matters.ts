import { ocdId } from '../../../core/ocd-id.ts'
import { keyedSlug, toSlug } from '../slugs.ts'
import type { KindWriter } from '../upsert.ts'
import { filterColumns } from './bylaws.ts'
import { addDocuments, dropDocuments } from './documents.ts'

export const matterWriter: KindWriter<'matter'> = {
  kind: 'matter',
  partOf: [],
  slug: ({ record }) => toSlug(record.identifier ?? record.title, keyedSlug('matter', record.key)),
  columns: async ({ record }, context) => ({
    ocd_id: ocdId('bill', { ...context.target, source: context.source, key: record.key }),
    identifier: record.identifier ?? null,
    title: record.title,
    ...filterColumns(record),
    description: record.description ?? null,
    plain_english_summary: record.plain_english_summary ?? null,
    stated_first_seen: record.first_seen ?? null,
    stated_last_seen: record.last_seen ?? null,
    bylaw_id: await context.references.find('bylaw', record.bylaw_key),
  }),
  async addParts(owner, { record }, context) {
    for (const sponsorship of record.sponsorships ?? []) {
      context.rows.add('sponsorships', {
        matter_id: owner.id,
        person_id: await context.references.find('person', sponsorship.person_key),
        name: sponsorship.name,
        is_primary: sponsorship.primary ? 1 : 0,
        classification: sponsorship.classification ?? null,
      })
    }
    addDocuments({ column: 'matter_id', ...owner }, record.documents, context)
  },
  async dropParts(ids, context) {
    await context.db.deleteFrom('sponsorships').where('matter_id', 'in', ids).execute()
    await dropDocuments('matter_id', ids, context)
  },
}
