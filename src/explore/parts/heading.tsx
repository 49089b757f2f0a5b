import type { ComponentChildren } from 'preact'
import { RecordText } from './record-text.tsx'

/** Characters above which a heading is set smaller, so that it is read whole. */
const [longFrom, longestFrom] = [90, 160]

/** The heading of a page that the record words; it may be a sentence. */
export function Heading({ text, children }: { text: string; children?: ComponentChildren }) {
  return (
    <h1 class={sizeOf(text)}>
      <RecordText text={text} />
      {children}
    </h1>
  )
}

function sizeOf({ length }: string): string | undefined {
  if (length > longestFrom) return 'longest'
  return length > longFrom ? 'long' : undefined
}
