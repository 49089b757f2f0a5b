import { type NamedMotion, titleOfMotion } from '../../core/motion-title.ts'
import { operativeClauseOf } from '../../core/operative-clause.ts'
import type { LastMotion } from './queries.ts'
import type { ItemOutcome, Step } from './schema.ts'

interface TitledRow extends NamedMotion {
  agenda_item_title: string | null
  matter_title: string | null
  /** See `lastMotions`. */
  last_motions: string
}

/** What a motion does, what it is about, and what became of that. */
export function toMotionTitle(row: TitledRow, { slug, date }: { slug: string; date: string }) {
  return {
    title: titleOfMotion(row),
    item_title: row.agenda_item_title ?? row.matter_title,
    item_outcome: toItemOutcome(row, { slug, date }),
    text_complete: operativeClauseOf(row.text).isComplete,
  }
}

/** Null for the last motion itself, if that was on a part only, and where the order of motions is not known. */
function toItemOutcome(
  { last_motions: rows }: TitledRow,
  { slug, date }: { slug: string; date: string },
): ItemOutcome | null {
  const [last] = JSON.parse(rows) as LastMotion[]
  if (last === undefined) return null
  if (last.slug === slug || last.is_disputed || last.is_on_part === 1 || date === '') return null
  return { result: last.result, date: last.date, motion_slug: last.slug }
}

interface StepRow extends Omit<Step, 'date' | 'classification'> {
  /** Empty if unknown. */
  date: string
  /** A JSON list. */
  classification: string
}

/** A step that the source records. */
export function toStep(row: StepRow): Step {
  return {
    date: row.date === '' ? null : row.date,
    description: row.description,
    text: row.text,
    classification: JSON.parse(row.classification) as string[],
    organization: row.organization,
    organization_slug: row.organization_slug,
    meeting_slug: row.meeting_slug,
    motion_slug: row.motion_slug,
    result: row.result,
  }
}
