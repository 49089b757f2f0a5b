import { isCalledOff } from '../../core/called-off.ts'
import { shorten } from '../../core/shorten.ts'
import { MotionLink } from './motion-link.tsx'
import { Outcome } from './outcome.tsx'
import type { MeetingLine } from './queries.ts'
import { RecordText } from './record-text.tsx'

/** Characters of a summary: three lines of a wide screen. */
const summaryMax = 300

interface AboutProps {
  meeting: { summary: string | null }
  note: MeetingLine | undefined
  isPast: boolean
}

/** What a meeting is about: its summary, else a decision if it is over, else the reports on its agenda. */
export function MeetingAbout({ meeting: { summary }, note, isPast }: AboutProps) {
  if (note === undefined || isCalledOff(note.status)) return null
  const { decision, reports } = note
  if (summary !== null)
    return (
      <p class="about">
        <RecordText text={shorten(summary, summaryMax)} />
      </p>
    )
  if (decision !== undefined)
    return (
      <p class="about">
        <Outcome motion={decision} /> <MotionLink motion={decision} />
      </p>
    )
  if (isPast || reports.length === 0) return null
  return (
    <ul class="about">
      {reports.map(({ title }) => (
        <li key={title}>
          <RecordText text={title} />
        </li>
      ))}
    </ul>
  )
}
