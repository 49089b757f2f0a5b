import { afterVeto, type VetoStep as RecordStep } from '../../core/veto.ts'
import { useRecordName } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { RecordText } from './record-text.tsx'

/** A step of a veto, as the record says it. */
export interface VetoOnPage extends Pick<RecordStep, 'description'> {
  /** Empty if unknown. */
  date: string
  text?: string | null
  motion_slug?: string | null
}

/** "Vetoed by Mayor, December 31, 2025: it was not re-adopted and thereby remained vetoed." */
export function VetoStep({ step }: { step: VetoOnPage }) {
  const { words, date } = useLocale()
  const nameOf = useRecordName()
  const after = afterVeto(step.text ?? null)
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

/** What became of something last by a veto, unless one of its last decisions is or follows that. */
export function lastVeto(
  vetoes: readonly VetoOnPage[],
  last: readonly { slug: string; date: string }[],
): VetoOnPage | undefined {
  const veto = vetoes.at(-1)
  const isLater = ({ slug, date }: { slug: string; date: string }) =>
    slug === veto?.motion_slug || (veto?.date !== '' && date > (veto?.date ?? ''))
  return last.some(isLater) ? undefined : veto
}
