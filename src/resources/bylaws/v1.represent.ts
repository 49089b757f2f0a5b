import { groupBy } from '../../core/group-by.ts'
import { titleOfMotion } from '../../core/headings/motion-title.ts'
import { onAgendaAs, stepsOf } from '../../core/steps.ts'
import { toMarks, toStep } from '../_shared/v1.represent.ts'
import type { BylawDetailRows, BylawRow } from './queries.ts'
import type { BylawDetail, BylawItem } from './schema.ts'

export function toBylawItem(row: BylawRow): BylawItem {
  return {
    id: row.id,
    slug: row.slug,
    title: row.title,
    bylaw_number: row.bylaw_number,
    status: row.status,
    category: row.category,
    year: row.year === 0 ? null : row.year,
    updated_at: row.updated_at,
    passed_date: row.passed_date,
    enacted_date: row.enacted_date,
    vetoed: row.is_vetoed === 1,
  }
}

export function toBylawDetail(rows: BylawDetailRows): BylawDetail {
  const { bylaw, passage, matters, sponsors, documents } = rows
  return {
    description: bylaw.description,
    plain_english_summary: bylaw.plain_english_summary,
    motion_slug: passage?.motion_slug ?? null,
    meeting_slug: passage?.meeting_slug ?? null,
    source_url: bylaw.source_url,
    matters: matters.map(({ slug, title, status }) => ({ slug, title, status })),
    steps: toSteps(rows),
    sponsors: ownOrAll(sponsors).map((sponsor) => ({
      person_slug: sponsor.person_slug,
      person_name: sponsor.person_name,
      primary: sponsor.is_primary === 1,
      classification: sponsor.classification,
    })),
    sponsors_from: ownerOf(sponsors),
    documents_from: ownerOf(documents),
    documents: ownOrAll(documents).map(({ matter_id: _, ...document }) => document),
    ...toMarks(bylaw),
    ...toBylawItem(bylaw),
  }
}

function toSteps({ actions, motions, items }: BylawDetailRows): BylawDetail['steps'] {
  const sittings = items.map(({ meeting_slug: slug, date }) => ({ slug, date }))
  const onAgenda = groupBy(items, ({ meeting_slug: slug }) => slug)
  return stepsOf({ actions, motions, sittings }).flatMap((step): BylawDetail['steps'] => {
    const { action, motions: decided, meeting_slug } = step
    if (action !== undefined) return [{ ...toStep(action), matter_slug: action.matter_slug }]
    if (decided.length > 0)
      return decided.map((motion) => ({
        ...locationOf(motion),
        description: titleOfMotion(motion),
        motion_slug: motion.slug,
        result: motion.result,
      }))
    return onAgenda(meeting_slug ?? '').map((item) => ({
      ...locationOf(item),
      description: onAgendaAs(item),
      motion_slug: null,
      result: item.result,
    }))
  })
}

type Located = BylawDetailRows['motions'][number] | BylawDetailRows['items'][number]

/** When and where a motion was put or an item considered, without a step that the source records. */
const locationOf = ({
  date,
  organization,
  organization_slug,
  meeting_slug,
  matter_slug,
}: Located) => ({
  ...{ date: date === '' ? null : date, text: null, classification: [] },
  ...{ organization, organization_slug, meeting_slug, matter_slug },
})

/** A source that states parts of the by-law itself may repeat those of its matters. */
function ownOrAll<R extends { matter_id: number | null }>(rows: readonly R[]): readonly R[] {
  const own = rows.filter(({ matter_id }) => matter_id === null)
  return own.length > 0 ? own : rows
}

function ownerOf(rows: readonly { matter_id: number | null }[]): 'bylaw' | 'matters' | null {
  if (rows.length === 0) return null
  return rows.some(({ matter_id }) => matter_id === null) ? 'bylaw' : 'matters'
}
