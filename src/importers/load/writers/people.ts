import { foldText } from '../../../core/fold.ts'
import { ocdId } from '../../../core/ocd-id.ts'
import { keyedSlug, toSlug } from '../slugs.ts'
import type { KindWriter } from '../upsert.ts'

export const personWriter: KindWriter<'person'> = {
  kind: 'person',
  partOf: [],
  slug: ({ record }) => toSlug(record.name, keyedSlug('person', record.key)),
  columns: async ({ record }, context) => ({
    ocd_id: ocdId('person', { ...context.target, source: context.source, key: record.key }),
    name: record.name,
    name_folded: foldText(record.name),
    given_name: record.given_name ?? null,
    family_name: record.family_name ?? null,
    party: record.party ?? null,
    image_url: record.image_url ?? null,
    gender: record.gender ?? null,
    birth_date: record.birth_date ?? null,
    death_date: record.death_date ?? null,
    other_names: JSON.stringify(record.other_names ?? []),
    contact_details: JSON.stringify(record.contact_details ?? []),
  }),
}
