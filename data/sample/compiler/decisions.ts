import type { RecordOf } from '../../../src/record/kinds.ts'
import { bylawKey, type CouncilFile, fillIn, isoDate, motionKey, type TownRecord } from './files.ts'
import type { StoryMotion } from './schema.ts'
import { addDays, compareDays, type Day, type Sitting } from './sittings.ts'
import type { Draft } from './town.ts'

type Decision = Omit<Draft<RecordOf<'mayoral_decision'>>, 'kind' | 'key' | 'number' | 'date'>

/** What the mayor decided in writing, numbered by day. */
export function decisionRecords(
  { town, files }: TownRecord,
  sittings: readonly Sitting[],
): Draft<RecordOf<'mayoral_decision'>>[] {
  const others = town.decisions.map(({ after, days, kind, stated, ...texts }) => {
    const sitting = sittings.find(({ name }) => name === after)
    if (sitting === undefined) throw new Error(`there is no meeting ${after}`)
    const day = addDays(sitting.date, days)
    const values = { date: day, language: 'en' as const, number: '', bylaw: undefined }
    const [subject, text] = [texts.subject, texts.text].map((one) => fillIn(one, values))
    return { day, decision: { decision_kind: kind, stated_kind: stated, subject, text } }
  })
  return [...others, ...files.flatMap(vetoOf)]
    .sort((one, other) => compareDays(one.day, other.day))
    .map(({ day, decision }, index) => ({
      kind: 'mayoral_decision' as const,
      key: `decision/${index + 1}`,
      number: `MD-${index + 1}`,
      date: isoDate(day),
      ...(decision as Decision),
    }))
}

/** The veto of a by-law, with the motion to override it. */
function vetoOf(file: CouncilFile): { day: Day; decision: Decision }[] {
  const { story, number, passed, bylaw, steps } = file
  const veto = story.bylaw?.veto
  if (veto === undefined || passed === undefined) return []
  const again = steps.find(({ step }) => step.motions?.some(({ overrides }) => overrides))
  if (again === undefined) throw new Error(`${story.matter}: no motion is to override the veto`)
  const decision = {
    decision_kind: 'veto' as const,
    stated_kind: 'Veto',
    subject: file.fill(veto.subject, passed.date),
    text: file.fill(veto.reason, passed.date),
    bylaw_key: bylawKey(file),
    bylaw_number: bylaw,
    matter_key: number,
    override_motion_key: keyOfMotion(file, again.sitting, ({ overrides }) => overrides),
  }
  return [{ day: addDays(passed.date, veto.after), decision }]
}

/** The key of the motion of a file at a meeting that satisfies `isIt`. */
export function keyOfMotion(
  file: CouncilFile,
  sitting: Sitting,
  isIt: (motion: StoryMotion) => boolean | undefined,
): string {
  const step = file.steps.find((dated) => dated.sitting === sitting)?.step
  return motionKey(file, sitting, step?.motions?.findIndex(isIt) ?? 0)
}
