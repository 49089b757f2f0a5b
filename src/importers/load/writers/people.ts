import { foldText } from '../../../core/fold.ts'
import { keyedSlug, toSlug } from '../slugs.ts'
import type { KindWriter } from './writer.ts'

export const personWriter: KindWriter<'person'> = {
  ocdType: 'person',
  slug: (record) => toSlug(record.name, keyedSlug('person', record.key)),
  columns: (record) => ({
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
