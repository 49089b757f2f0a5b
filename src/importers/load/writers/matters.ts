import { ocdId } from '../../../core/ocd-id.ts'
import { toSlug } from '../slugs.ts'
import type { KindWriter } from '../upsert.ts'
import { filterColumns } from './bylaws.ts'
import { replaceDocuments } from './documents.ts'

export const matterWriter: KindWriter<'matter'> = {
  kind: 'matter',
  partOf: [],
  slug: ({ record, hash }) =>
    toSlug(record.identifier ?? record.title, `matter-${hash.slice(0, 8)}`),
  columns: async ({ record, referrer }, context) => ({
    ocd_id: ocdId('bill', { ...context.target, source: context.source, key: record.key }),
    identifier: record.identifier ?? null,
    title: record.title,
    ...filterColumns(record),
    description: record.description ?? null,
    plain_english_summary: record.plain_english_summary ?? null,
    stated_first_seen: record.first_seen ?? null,
    stated_last_seen: record.last_seen ?? null,
    bylaw_id: await context.references.find('bylaw', record.bylaw_key, referrer),
  }),
  async replaceParts(id, { record, referrer }, context) {
    await context.db.deleteFrom('sponsorships').where('matter_id', '=', id).execute()
    for (const sponsorship of record.sponsorships ?? []) {
      await context.db
        .insertInto('sponsorships')
        .values({
          matter_id: id,
          person_id: await context.references.find('person', sponsorship.person_key, referrer),
          name: sponsorship.name,
          is_primary: sponsorship.primary ? 1 : 0,
          classification: sponsorship.classification ?? null,
        })
        .execute()
    }
    const slug = await context.slugs.of('matters', id)
    await replaceDocuments({ column: 'matter_id', id, slug }, record.documents, context)
  },
}
