import { shownReason } from '../locale.ts'
import { RecordText } from './record-text.tsx'

/** Why somebody was absent or did not vote, in the words of the source; nothing if it does not say. */
export function Reason({ reason }: { reason: string | null }) {
  const shown = shownReason(reason)
  if (shown === null) return null
  return (
    <span class="quiet">
      {' ('}
      <RecordText text={shown} />)
    </span>
  )
}
