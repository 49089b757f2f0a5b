import { excerpt } from '../../core/shorten.ts'
import { toLapse, toMarks, toStep } from '../_shared/v1.represent.ts'
import type { MatterDetailRows, MatterItemRow } from './queries.ts'
import type { MatterDetail, MatterItem } from './schema.ts'

export function toMatterItem(row: MatterItemRow): MatterItem {
  return toMatter(row, excerpt(row.description))
}

export function toMatterDetail({
  matter,
  agendaItems,
  motions,
  actions,
  sponsorships,
  documents,
}: MatterDetailRows): MatterDetail {
  return {
    identifiers: identifiersOf(matter),
    classification: JSON.parse(matter.classification) as string[],
    plain_english_summary: matter.plain_english_summary,
    agenda_items: agendaItems.map((item) => ({
      slug: item.slug,
      title: item.title,
      meeting_slug: item.meeting_slug,
      meeting_date: item.meeting_date,
      item_number: item.item_number,
    })),
    motions: motions.map((motion) => ({
      slug: motion.slug,
      text: motion.summary ?? excerpt(motion.text),
      result: motion.result,
      kind: motion.kind,
      meeting_slug: motion.meeting_slug,
      meeting_date: motion.date === '' ? null : motion.date,
    })),
    actions: actions.map(toStep),
    sponsors: sponsorships.map((sponsor) => ({
      person_slug: sponsor.person_slug,
      person_name: sponsor.person ?? sponsor.name,
      primary: sponsor.is_primary === 1,
      classification: sponsor.classification,
    })),
    documents,
    source_url: matter.source_url,
    ...toMarks(matter),
    ...toMatter(matter, matter.description),
  }
}

function identifiersOf({ identifier, other_identifiers }: MatterDetailRows['matter']): string[] {
  const others = JSON.parse(other_identifiers) as { identifier: string }[]
  return [...new Set([identifier, ...others.map((other) => other.identifier)])].filter(
    (number) => number !== null,
  )
}

const refOf = ({ slug, title, bylaw_number }: NonNullable<MatterItemRow['bylaw']>) => ({
  ...{ slug, title, bylaw_number },
})

function toMatter(row: MatterItemRow, description: string | null): MatterItem {
  return {
    id: row.id,
    slug: row.slug,
    identifier: row.identifier,
    title: row.title,
    status: row.status,
    category: row.category,
    description,
    first_seen: row.first_seen,
    last_seen: row.last_seen === '' ? null : row.last_seen,
    ...toLapse(row),
    updated_at: row.updated_at,
    bylaw: row.bylaw === undefined ? null : refOf(row.bylaw),
  }
}
