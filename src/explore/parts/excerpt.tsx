import type { NamedMotion } from '../motion/motion-title.ts'
import { decidedIn } from '../motion/resolution.ts'
import { RecordText } from './record-text.tsx'

type ExcerptProps = { motion: Pick<NamedMotion, 'agenda_item_title' | 'matter_title' | 'text'> }

/** How a motion begins that is listed by the title of its agenda item: it may reject what the title names. */
export function Excerpt({ motion }: ExcerptProps) {
  const { text, agenda_item_title: item, matter_title: matter } = motion
  const decided = (item ?? matter) == null || text === null ? null : decidedIn(text)
  if (decided === null) return null
  return (
    <p>
      <RecordText text={decided} />
    </p>
  )
}
