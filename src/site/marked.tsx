import { Fragment } from 'preact'
import { highlighterOf } from '../store/search/highlight.ts'
import { parseQuery, withoutAskingWords } from '../store/search/query-terms.ts'

/** Finds the terms of a query in texts. */
export function highlighterFor(q: string) {
  return highlighterOf(withoutAskingWords(parseQuery(q)))
}

interface MarkedProps {
  text: string
  /** Start and end of each part that is marked, in order. */
  ranges: readonly (readonly [start: number, end: number])[]
}

/** A text with some parts marked. */
export function Marked({ text, ranges }: MarkedProps) {
  const starts = [0, ...ranges.map(([, end]) => end)]
  return starts.map((start, at) => {
    const [from, to] = ranges[at] ?? [text.length, text.length]
    return (
      <Fragment key={start}>
        {text.slice(start, from)}
        {to > from && <mark>{text.slice(from, to)}</mark>}
      </Fragment>
    )
  })
}
