import { foldText } from '../../../core/fold.ts'
import { keyedSlug, toSlug } from '../slugs.ts'
import type { KindWriter } from './writer.ts'

export const organizationWriter: KindWriter<'organization'> = {
  ocdType: 'organization',
  slug: (record) => toSlug(record.name, keyedSlug('organization', record.key)),
  columns: (record) => ({
    name: record.name,
    name_folded: foldText(record.name),
    classification: record.classification ?? null,
    founding_date: record.founding_date ?? null,
    dissolution_date: record.dissolution_date ?? null,
    url: record.url ?? null,
  }),
}
