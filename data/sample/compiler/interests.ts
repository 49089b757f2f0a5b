import type { RecordOf } from '../../../src/record/kinds.ts'
import { isoDate } from './files.ts'
import type { Step, Town } from './schema.ts'
import type { Sitting } from './sittings.ts'
import { type Draft, keyOf, personOf } from './town.ts'

interface Interest {
  who: string
  nature?: string | undefined
  /** What was said, if not the nature alone. */
  text?: string | undefined
}

/** Who declared an interest in an item: those who were recused from a vote on it, and others. */
export function interestsIn({ motions = [], declared = {} }: Step): Interest[] {
  const recused: Record<string, string> = Object.assign({}, ...motions.map((one) => one.recused))
  return [
    ...Object.entries(recused).map(([who, nature]) => ({ who, nature })),
    ...Object.entries(declared).map(([who, interest]) => ({ who, ...interest })),
  ]
}

/** As the item of the interests says it. */
export const interestLine = (town: Town, { who, nature, text }: Interest, number: string) =>
  `${personOf(town, who).name}, item ${number}: ${text ?? nature}.`

interface DeclaredItem {
  key: string
  number: string
  matter: string
}

export function declarationRecords(
  town: Town,
  sitting: Sitting,
  step: Step,
  { key, number, matter }: DeclaredItem,
): Draft<RecordOf<'declaration'>>[] {
  return interestsIn(step).map((interest) => ({
    kind: 'declaration' as const,
    key: `${key}/${interest.who}`,
    person_key: interest.who,
    name: personOf(town, interest.who).name,
    organization_key: sitting.body,
    meeting_key: keyOf(sitting),
    agenda_item_key: key,
    item_number: number,
    matter_key: matter,
    nature: interest.nature,
    declared_on: isoDate(sitting.date),
    text: interestLine(town, interest, number),
  }))
}
