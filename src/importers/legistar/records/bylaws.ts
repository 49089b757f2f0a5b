import { isCarried } from '../../../core/carried-results.ts'
import { classifyAction } from '../../kit/action-classification.ts'
import type { BylawRecord } from '../../records/matters.ts'
import type { HistoryStep, Matter } from '../model.ts'

/** Types of matters that become laws. */
const lawTypes = /ordinance|by-?law|local law|\bbill\b|^introduction$/i

/** The law that a matter became, if any. Its sponsors and documents are the matter's. */
export function toBylaw(matter: Matter, title: string): BylawRecord | undefined {
  const { id, siteUrl, type, enacted, enactmentNumber } = matter
  if (enactmentNumber === null || !lawTypes.test(type ?? '')) return undefined
  const year = /^(?:19|20)\d\d(?=\D)/.exec(enactmentNumber)?.[0] ?? enacted?.slice(0, 4)
  return {
    kind: 'bylaw',
    key: String(id),
    source_url: siteUrl,
    source_updated_at: matter.lastModified,
    title,
    bylaw_number: enactmentNumber,
    status: matter.status,
    category: type,
    year: year === undefined ? null : Number(year),
    // The final action may also be a signature, so the date of the step that passed the matter is better.
    passed_date: passingStep(matter) === undefined ? matter.finalAction : null,
    enacted_date: enacted,
    description: matter.title === title ? null : matter.title,
    plain_english_summary: matter.summary,
  }
}

/** The law that a step passed. */
export function bylawKeysOf(step: HistoryStep, matter: Matter): string[] {
  const bylaw = step === passingStep(matter) ? toBylaw(matter, '') : undefined
  return bylaw === undefined ? [] : [bylaw.key]
}

/** The last step in which the council passed the matter, if need be over a veto. */
function passingStep({ history }: Matter): HistoryStep | undefined {
  return history
    .filter(isPassage)
    .sort((left, right) => ((left.date ?? '') < (right.date ?? '') ? -1 : 1))
    .at(-1)
}

function isPassage({ action: { name, text, result }, bodyName: body }: HistoryStep): boolean {
  if (!isCarried(result)) return false
  const classification = classifyAction({ description: name ?? text ?? '', body, result })
  return classification.some((word) => word === 'passage' || word === 'veto-override-passage')
}
