import {
  type CouncilResponse,
  isOverride,
  responseIn,
  vetoLine,
} from '../../core/mayoral-decisions.ts'
import type { VetoStepsTable } from '../../store/record-tables.ts'
import { type LinkedDecision, linkDecisions } from './link-mayoral-decisions.ts'
import { replaceEntries } from './registers.ts'
import type { LoadScope, RowIds } from './scope.ts'

/** Sets what decisions of the mayor are about and what council did about vetoes, and the steps that follow from these. */
export async function deriveMayoralDecisions(scope: LoadScope, dirty: RowIds): Promise<void> {
  const decisions = await linkDecisions(scope)
  const changed = decisions.flatMap((row) => {
    const derived = {
      linked_bylaw_id: row.bylawId,
      linked_motion_id: row.motion?.id ?? null,
      response: responseTo(row),
    }
    const isSame = (Object.keys(derived) as (keyof typeof derived)[]).every(
      (column) => derived[column] === row[column],
    )
    return isSame ? [] : [{ id: row.id, ...derived }]
  })
  for (const { id } of changed) dirty.mayoral_decision.add(id)
  await scope.dialect.updateAll(scope.db, 'mayoral_decisions', changed)
  const steps = await replaceEntries(scope, 'veto_steps', decisions.flatMap(vetoStepsOf))
  for (const { bylaw_id: bylaw, matter_id: matter } of [...steps.changed, ...steps.gone]) {
    if (bylaw !== null) dirty.bylaw.add(bylaw)
    if (matter !== null) dirty.matter.add(matter)
  }
}

/** What council decided on a veto: by its motion, or else by what the source says of it. */
function responseTo({ kind, motion, council_response: words }: LinkedDecision) {
  if (kind !== 'veto') return null
  if (motion !== null && isOverride(motion) && motion.outcome !== null)
    return motion.outcome === 'carried' ? 'overridden' : 'not_overridden'
  return words === null ? null : responseIn(words)
}

/** After the other steps of the day. */
const lastOfDay = 1000

/** The veto of a by-law, and what council did about it. */
function vetoStepsOf(row: LinkedDecision): VetoStepsTable[] {
  const { municipality_id, source, slug, kind, bylawId, matter_id: matterId, motion } = row
  if (kind !== 'veto' || (bylawId === null && matterId === null)) return []
  const common = {
    ...{ municipality_id, source },
    ...{ bylaw_id: bylawId, matter_id: bylawId === null ? matterId : null },
  }
  const veto = {
    ...common,
    // No slug of a record has two hyphens.
    ...{ slug: `${slug}--veto`, date: row.date, position: lastOfDay },
    ...{ description: vetoLine(row), text: row.text, result: null, motion_id: null },
    classification: JSON.stringify(['executive-veto']),
  }
  const response = responseTo(row)
  if (response === null) return [veto]
  const { description, classification } = responseSteps[response]
  return [
    veto,
    {
      ...common,
      ...{ slug: `${slug}--response`, date: motion?.date ?? '', position: lastOfDay + 1 },
      ...{
        description,
        text: row.council_response,
        classification: JSON.stringify([classification]),
      },
      ...{ result: motion?.result ?? null, motion_id: motion?.id ?? null },
    },
  ]
}

const responseSteps: Record<CouncilResponse, { description: string; classification: string }> = {
  overridden: { description: 'Veto overridden', classification: 'veto-override-passage' },
  not_overridden: { description: 'Veto not overridden', classification: 'veto-override-failure' },
}
