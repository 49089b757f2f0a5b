import { isDefeated } from '../../core/carried-results.ts'
import { type TitledMotion, titleOfMotion } from '../../core/headings/motion-title.ts'
import { outcomeOfMotion, resultOfMatter, type VotedMotion } from '../../core/headings/outcome.ts'
import { puttingOff } from '../../core/headings/question.ts'
import { afterVeto, firstAndLast, parseVetoes } from '../../core/veto.ts'
import { toWeighted } from '../../core/weighted-votes.ts'
import type { Correction } from '../../record/field.ts'
import type { LastMotion } from '../../store/last-motions.ts'
import type { parseSessions } from './queries.ts'
import type { ItemOutcome, MatterOutcome, MotionVeto, Step } from './schema.ts'

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
  const { because } = outcomeOfMotion(row)
  return {
    title: titleOfMotion(row),
    title_from: row.title_from,
    title_tag: row.title_tag,
    decision: row.decision,
    outcome: toOutcome(row, row.organization),
    veto: toVeto(parseVetoes(row.vetoes)),
    result_note: because === 'tie' || because === 'two_thirds' ? because : null,
    item_title: row.agenda_item_title ?? row.matter_title,
    item_outcome: toItemOutcome(row, { slug, date }),
    text_complete: row.text_complete === 1,
  }
}

function toOutcome(row: VotedMotion, body: string | null) {
  const { verb, because } = outcomeOfMotion(row)
  if (verb === null) return null
  const { tally_for: inFavour, tally_against: against } = row
  return { verb, because, body, for: inFavour, against, weighted: toWeighted(row) }
}

/** What became of a matter; see `lastOutcome`. */
export function toMatterOutcome({ decision, vetoes }: LastOutcome): MatterOutcome | null {
  const veto = toVeto(vetoes)
  if (decision === undefined && veto === null) return null
  return {
    outcome: decision === undefined ? null : toOutcome(decision, decision.body),
    motion_title: decision === undefined ? null : titleOfMotion(decision),
    motion_slug: decision?.slug ?? null,
    date: decision?.date || null,
    veto,
  }
}

interface LastOutcome {
  decision:
    | (TitledMotion & VotedMotion & Record<'slug' | 'date', string> & { body: string | null })
    | undefined
  vetoes: readonly StepOfVeto[]
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
    veto: toVeto(parseVetoes(last.vetoes)),
  }
}

/** What a veto did to what a motion decided: the first step and, if there is another, the last one. */
function toVeto(vetoes: readonly StepOfVeto[]): MotionVeto | null {
  const [first, last] = firstAndLast(vetoes)
  if (first === undefined) return null
  return {
    description: first.description,
    date: first.date || null,
    became: becameBy(last ?? first),
    later_description: last?.description ?? null,
    later_date: last?.date || null,
  }
}

interface StepOfVeto {
  description: string
  /** Empty if unknown. */
  date: string
  text?: string | null
  /** Instead of a text: the sentence of it that says what became of the thing. */
  after?: string | null
}

const becameBy = ({ text = null, after = afterVeto(text) }: StepOfVeto): string | null => after

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

/** See `markFields`. */
export const toMarks = ({ withheld, corrected }: MarkedRow) => ({
  withheld: withheld !== 0,
  corrected: toCorrections(corrected),
})

/** Of a JSON list. */
export const toCorrections = (corrected: string) =>
  (JSON.parse(corrected) as Correction[]).map(({ field, was = null, on, reason }) => ({
    ...{ field, was, on, reason },
  }))

interface MarkedRow {
  withheld: number
  /** A JSON list. */
  corrected: string
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

export const toSession = ({
  name = null,
  times = null,
  number = null,
  present,
}: ReturnType<typeof parseSessions>[number]) => ({ name, times, number, present })
