import { OperatorLink } from '../../site/operator.tsx'
import { Phrase } from '../../site/phrase.tsx'
import { useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { wasInSource } from '../parts/corrected-value.ts'
import { paths } from '../paths.ts'

export interface MarkProps {
  withheld: boolean
  corrected: readonly (Parameters<typeof wasInSource>[0] & { on: string; reason: string })[]
}

/** What the operator removed from a record or corrected in it, above its title. */
export function Marks({ withheld, corrected }: MarkProps) {
  const council = useCouncil()
  const locale = useLocale()
  const { corrections, takedowns } = locale.words
  const list = <a href={paths.takedowns(council)}>{takedowns.link}</a>
  return (
    <>
      {withheld && (
        <p class="notice">
          <Phrase text={corrections.withheld} values={{ list }} />
        </p>
      )}
      {corrected.map(({ on, reason, ...one }, at) => {
        const what = wasInSource(one, locale)
        const values = { operator: <OperatorLink />, date: locale.date(on), what, reason }
        return (
          <p class="notice" key={at}>
            <Phrase text={corrections.corrected} values={values} />
          </p>
        )
      })}
    </>
  )
}
