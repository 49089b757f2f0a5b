import { createContext, Fragment } from 'preact'
import { useContext } from 'preact/hooks'
import { withoutFunctionWords } from '../../store/search/optional-words.ts'
import { parseQuery } from '../../store/search/query.ts'
import { soughtIn } from '../../store/search/sought.ts'
import { RecordText } from '../parts/record-text.tsx'

/** The words of a query. */
export const SoughtContext = createContext(soughtBy(''))

export function soughtBy(q: string) {
  return soughtIn(withoutFunctionWords(parseQuery(q)))
}

/** A text of the record in which the words of the query are marked. */
export function MarkedText({ text }: { text: string }) {
  const ranges = useContext(SoughtContext).rangesIn(text)
  const starts = [0, ...ranges.map(([, end]) => end)]
  return (
    <RecordText text={text}>
      {starts.map((start, at) => {
        const [from, to] = ranges[at] ?? [text.length, text.length]
        return (
          <Fragment key={start}>
            {text.slice(start, from)}
            {to > from && <mark>{text.slice(from, to)}</mark>}
          </Fragment>
        )
      })}
    </RecordText>
  )
}
