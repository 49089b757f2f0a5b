import { keyedSlug, toSlug } from '../slugs.ts'
import type { KindWriter } from '../upsert.ts'

export const membershipWriter: KindWriter<'membership'> = {
  kind: 'membership',
  partOf: [
    { column: 'person_id', kind: 'person' },
    { column: 'organization_id', kind: 'organization' },
  ],
  slug: ({ record }) =>
    toSlug(`${record.person_key} ${record.organization_key}`, keyedSlug('membership', record.key)),
  columns: async ({ record }, { references }) => ({
    person_id: await references.need('person', record.person_key),
    organization_id: await references.need('organization', record.organization_key),
    role: record.role ?? null,
    label: record.label ?? null,
    start_date: record.start_date ?? null,
    end_date: record.end_date ?? null,
    ended: record.ended === true ? 1 : 0,
  }),
}
