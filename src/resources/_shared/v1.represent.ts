import { isDefeated } from '../../core/carried-results.ts'
import { type TitledMotion, titleOfMotion } from '../../core/headings/motion-title.ts'
import { outcomeOfMotion, resultOfMatter, type VotedMotion } from '../../core/headings/outcome.ts'
import { puttingOff } from '../../core/headings/question.ts'
import { firstAndLast, parseVetoes } from '../../core/veto.ts'
import { toWeighted } from '../../core/weighted-votes.ts'
import type { LastMotion } from '../../store/last-motions.ts'
import type { ItemOutcome, MotionVeto, Step } from './schema.ts'

interface TitledRow extends TitledMotion, VotedMotion {
  decision: string | null
  vetoes: string | null
  text_complete: number
  organization: string | null
  agenda_item_title: string | null
  matter_title: string | null
  /** See `lastMotions`. */
  last_motions: string
}

/** What a motion does, what it is about, and what became of both. */
export function toMotionTitle(row: TitledRow, { slug, date }: { slug: string; date: string }) {
  const { verb, because } = outcomeOfMotion(row)
  return {
    title: titleOfMotion(row),
    title_from: row.title_from,
    title_tag: row.title_tag,
    decision: row.decision,
    outcome:
      verb === null
        ? null
        : {
            ...{ verb, because, body: row.organization },
            ...{ for: row.tally_for, against: row.tally_against, weighted: toWeighted(row) },
          },
    veto: toVeto(row),
    result_note: because === 'tie' || because === 'two_thirds' ? because : null,
    item_title: row.agenda_item_title ?? row.matter_title,
    item_outcome: toItemOutcome(row, { slug, date }),
    text_complete: row.text_complete === 1,
  }
}

/** Null for the last motion itself, if that was on a part only, and where the order of motions is not known. */
function toItemOutcome(
  row: TitledRow,
  { slug, date }: { slug: string; date: string },
): ItemOutcome | null {
  const [last] = JSON.parse(row.last_motions) as LastMotion[]
  if (last === undefined) return null
  if (last.slug === slug || last.is_disputed || last.is_on_part === 1 || date === '') return null
  const kind = kindOfOutcome(row, last, date)
  if (kind === null) return null
  return {
    kind,
    result: resultOfMatter(last),
    motion_title: titleOfMotion(last),
    date: last.date,
    tally: { for: last.tally_for, against: last.tally_against, weighted: toWeighted(last) },
    vote_basis: last.vote_basis,
    motion_slug: last.slug,
    veto: toVeto(last),
  }
}

/** What a veto did to what a motion decided: the first step and, if there is another, the last one. */
function toVeto({ vetoes }: Pick<TitledRow, 'vetoes'>): MotionVeto | null {
  const [first, last] = firstAndLast(parseVetoes(vetoes))
  if (first === undefined) return null
  return {
    description: first.description,
    date: first.date || null,
    became: (last ?? first).after,
    later_description: last?.description ?? null,
    later_date: last?.date || null,
  }
}

/** See `MattersTable.lapsed_on`. */
export function toLapse({ lapsed_on: day }: { lapsed_on: string | null }) {
  return { lapsed: day !== null, lapsed_on: day === '' ? null : day }
}

function kindOfOutcome(
  { kind, question, result }: TitledRow,
  last: LastMotion,
  date: string,
): ItemOutcome['kind'] | null {
  if (last.is_council && !last.is_same_body) return 'council'
  // A main motion with a result is a whole itself, and what was lost changed nothing on another day.
  const isOnWhole = kind !== 'motion' || result === null || isPutOff.has(question ?? '')
  if (isOnWhole && (last.date === date || !isDefeated(result))) return 'whole'
  return last.date === date ? null : 'later'
}
const isPutOff: ReadonlySet<string> = new Set(puttingOff)

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

/** Given and family name; the parts make up the name again, because programs put them together. */
export function partsOfName(
  { given_name: given, family_name: family }: Record<'given_name' | 'family_name', string | null>,
  name: string,
): [given: string, family: string] {
  if (given !== null && family !== null && `${given} ${family}` === name) return [given, family]
  const space = name.lastIndexOf(' ')
  return [name.slice(0, Math.max(0, space)), name.slice(space + 1)]
}
