import {
  afterVeto,
  firstAndLast,
  parseVetoes,
  type VetoStep as RecordStep,
} from '../../core/veto.ts'
import { recordName, useRecordName } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import type { Visit } from '../visit.ts'
import { RecordText } from './record-text.tsx'

/** A step of a veto, as the record says it. */
export interface VetoOnPage extends Pick<RecordStep, 'description'> {
  /** Empty if unknown. */
  date: string
  text?: string | null
  /** Instead of a text: the sentence of it that says what became of the thing. */
  after?: string | null
  motion_slug?: string | null
}

/** "Vetoed by Mayor, December 31, 2025: it was not re-adopted and thereby remained vetoed." */
export function VetoStep({ step }: { step: VetoOnPage }) {
  const { words, date } = useLocale()
  const nameOf = useRecordName()
  const { after = afterVeto(step.text ?? null) } = step
  return (
    <>
      <RecordText text={nameOf(step.description)} />
      {step.date !== '' && <>, {date(step.date)}</>}
      {after !== null && (
        <>
          {words.colon}
          <RecordText text={after} />
        </>
      )}
    </>
  )
}

/** The steps by which what a motion decided was vetoed, after its result. */
export function Vetoes({ motion: { vetoes } }: { motion: { vetoes: string | null } }) {
  return <VetoSteps steps={parseVetoes(vetoes)} />
}

export function VetoSteps({ steps }: { steps: readonly VetoOnPage[] }) {
  return (
    <>
      {firstAndLast(steps).map((step, at) => (
        <span key={at} class="veto">
          {' · '}
          <VetoStep step={step} />
        </span>
      ))}
    </>
  )
}

/** The same as a text. */
export const vetoWords = ({ vetoes }: { vetoes: string | null }, visit: Named): string[] =>
  stepWords(parseVetoes(vetoes), visit)

type Named = Pick<Visit, 'municipality' | 'locale'>

/** A veto and what became of it last, as texts. */
export function stepWords(steps: readonly VetoOnPage[], { municipality, locale }: Named): string[] {
  return firstAndLast(steps).map(({ description, date, after = null }) => {
    const name = recordName(municipality, locale, description)
    const step = date === '' ? name : `${name}, ${locale.date(date)}`
    // Other sentences follow it.
    return after === null ? step : `${step}${locale.words.colon}${after.replace(/\.$/, '')}`
  })
}
