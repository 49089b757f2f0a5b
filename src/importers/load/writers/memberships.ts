import { keyedSlug, toSlug } from '../slugs.ts'
import type { KindWriter } from './writer.ts'

export const membershipWriter: KindWriter<'membership'> = {
  slug: (record) =>
    toSlug(`${record.person_key} ${record.organization_key}`, keyedSlug('membership', record.key)),
  columns: (record) => ({
    role: record.role ?? null,
    label: record.label ?? null,
    start_date: record.start_date ?? null,
    end_date: record.end_date ?? null,
    ended: record.ended === true ? 1 : 0,
  }),
}
