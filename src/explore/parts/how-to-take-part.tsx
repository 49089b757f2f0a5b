import { ExternalLink } from '../../site/external-link.tsx'
import { wayToTakePart } from '../../take-part/way.ts'
import { takePartWords } from '../../take-part/words.ts'
import type { Visit } from '../visit.ts'

interface HowToTakePartProps {
  visit: Visit
  meeting: Parameters<typeof wayToTakePart>[1]
}

/** Until when to register for a meeting to come, and where its council says how. */
export function HowToTakePart({ visit, meeting }: HowToTakePartProps) {
  const way = wayToTakePart(visit.takePart, meeting, visit.municipality, visit)
  if (way === null) return null
  const words = takePartWords[visit.locale.language]
  return (
    <p>
      {way.by !== null && `${words.register(way.by)} · `}
      <ExternalLink href={way.url}>{words.how}</ExternalLink>
    </p>
  )
}
