import type { DecisionRow } from './queries.ts'
import type { MayoralDecisionItem } from './schema.ts'

export function toMayoralDecisionItem(row: DecisionRow): MayoralDecisionItem {
  return {
    slug: row.slug,
    number: row.number,
    date: row.date || null,
    kind: row.kind,
    stated_kind: row.stated_kind,
    subject: row.subject,
    text: row.text,
    document_url: row.document_url,
    bylaw_number: row.bylaw_number,
    bylaw_slug: row.bylaw_slug,
    matter_slug: row.matter_slug,
    council_response: toResponse(row),
    updated_at: row.updated_at,
  }
}

function toResponse(row: DecisionRow): MayoralDecisionItem['council_response'] {
  const { response, council_response: text, motion_slug } = row
  if (response === null && text === null && motion_slug === null) return null
  return {
    outcome: response,
    text,
    date: row.motion_date || null,
    motion_slug,
    motion_result: row.motion_result,
  }
}
