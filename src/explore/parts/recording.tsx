import { recordingTimeOf } from '../../core/recording-time.ts'
import type { MeetingDetailRows } from '../../resources/meetings/queries.ts'
import { ExternalLink } from '../../site/external-link.tsx'
import { useLocale } from '../locale.ts'
import { isSample } from '../minutes.ts'
import type { Visit } from '../visit.ts'
import { Fact } from './facts.tsx'
import { videoName } from './official-links.tsx'
import { clockOf, urlAt } from './recording-url.ts'

type Meeting = MeetingDetailRows['meeting']
type Item = MeetingDetailRows['agendaItems'][number]

/** Whether a meeting was held in the sample, which has neither minutes nor a recording of it. */
export function isHeldSample({ lastImport }: Visit, meeting: Meeting): boolean {
  return isSample(lastImport) && meeting.status === 'completed'
}

/** The recording where an item begins, or else where the first statement on it does; nothing without either. */
export function WatchItem({ item, meeting }: { item: Item; meeting: Meeting }) {
  const { words } = useLocale()
  const start = timeOf(item, meeting)
  if (start === undefined) return null
  const { url, seconds, from } = start
  const at = seconds === null ? null : clockOf(seconds)
  if (url === undefined) return <p class="quiet">{words.recording.starts[from](at ?? '')}</p>
  return (
    <p class="quiet">
      <ExternalLink href={url}>{words.recording.watch[from](at)}</ExternalLink>
    </p>
  )
}

interface RecordingProps {
  visit: Visit
  item: Item | undefined
  meeting: Meeting
}

/** The recording of a motion: where its item begins, or from the beginning of the meeting, and said so. */
export function Recording({ visit, item, meeting }: RecordingProps) {
  const { words } = useLocale()
  const { title, fromBeginning } = words.recording
  const { video_url: video } = meeting
  const start = item && timeOf(item, meeting)
  const whole = start?.url === undefined ? video : null
  const isOfSample = isHeldSample(visit, meeting)
  if (start === undefined && whole === null && !isOfSample) return null
  return (
    <Fact name={title}>
      {item && <WatchItem item={item} meeting={meeting} />}
      {whole !== null && (
        <p>
          <ExternalLink href={whole}>{fromBeginning(videoName(meeting, words))}</ExternalLink>
        </p>
      )}
      {isOfSample && <p class="quiet">{words.meeting.sampleRecording}</p>}
    </Fact>
  )
}

/** Without a URL where the host of the recording documents none for a time. */
function timeOf(item: Item, { video_url: video, video_duration_seconds: length }: Meeting) {
  const { video_seconds: seconds, video_seconds_from: from } = recordingTimeOf(item, length)
  const url = item.video_url ?? (seconds === null ? undefined : urlAt(video, seconds))
  if (url === undefined && seconds === null) return undefined
  return { url, seconds, from: from ?? 'item' }
}
