import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { highlighterFor, Marked } from '../../site/marked.tsx'
import { RecordText } from '../parts/record-text.tsx'

/** The words of a query. */
export const HighlighterContext = createContext(highlighterFor(''))

/** A text of the record in which the words of the query are marked. */
export function MarkedText({ text }: { text: string }) {
  const { rangesIn } = useContext(HighlighterContext)
  return (
    <RecordText text={text}>
      <Marked text={text} ranges={rangesIn(text)} />
    </RecordText>
  )
}
