import { OperatorLink } from '../../site/operator.tsx'
import { Phrase } from '../../site/phrase.tsx'
import { useCouncil } from '../council-context.ts'
import { useLocale, wordOf } from '../locale.ts'
import { paths } from '../paths.ts'

export interface MarkProps {
  withheld: boolean
  corrected: readonly { field: string; was: string | null; on: string; reason: string }[]
}

/** What the operator removed from a record or corrected in it, above its title. */
export function Marks({ withheld, corrected }: MarkProps) {
  const council = useCouncil()
  const { words, date } = useLocale()
  const { corrections, takedowns } = words
  const list = <a href={paths.takedowns(council)}>{takedowns.link}</a>
  return (
    <>
      {withheld && (
        <p class="notice">
          <Phrase text={corrections.withheld} values={{ list }} />
        </p>
      )}
      {corrected.map(({ field, was, on, reason }) => {
        const name = wordOf(corrections.fields, field) ?? field
        const what = was === null ? corrections.wasNone(name) : corrections.was(name, was)
        const values = { operator: <OperatorLink />, date: date(on), what, reason }
        return (
          <p class="notice" key={field}>
            <Phrase text={corrections.corrected} values={values} />
          </p>
        )
      })}
    </>
  )
}
