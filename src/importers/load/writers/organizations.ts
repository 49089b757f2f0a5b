import { foldText } from '../../../core/fold.ts'
import { ocdId } from '../../../core/ocd-id.ts'
import { keyedSlug, toSlug } from '../slugs.ts'
import type { KindWriter } from '../upsert.ts'

export const organizationWriter: KindWriter<'organization'> = {
  kind: 'organization',
  partOf: [],
  slug: ({ record }) => toSlug(record.name, keyedSlug('organization', record.key)),
  columns: async ({ record }, context) => ({
    ocd_id: ocdId('organization', { ...context.target, source: context.source, key: record.key }),
    name: record.name,
    name_folded: foldText(record.name),
    classification: record.classification ?? null,
    // The parent may stand later in the source; `linkParents` sets it once every organization has a row.
    parent_id: null,
    founding_date: record.founding_date ?? null,
    dissolution_date: record.dissolution_date ?? null,
    url: record.url ?? null,
  }),
}
