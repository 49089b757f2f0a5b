/** Where an agenda item is in the recording of its meeting, as its source has it. */
interface RecordedItem {
  video_url: string | null
  video_seconds: number | null
  /** When the first statement on it begins. */
  statement_seconds: number | null
}

/** `item`: where it begins; `statement`: where the first statement on it does. */
type RecordingTimeFrom = 'item' | 'statement'

interface RecordingTime {
  video_seconds: number | null
  video_seconds_from: RecordingTimeFrom | null
}

/** The time of an item; without one, and without a link of its own, that of the first statement on it. */
export function recordingTimeOf(
  { video_url: url, video_seconds: own, statement_seconds: said }: RecordedItem,
  length: number | null,
): RecordingTime {
  const [seconds, from] =
    own !== null || url !== null ? [own, 'item' as const] : [said, 'statement' as const]
  // After the end, it is a time of something else.
  if (seconds === null || (length !== null && seconds > length))
    return { video_seconds: null, video_seconds_from: null }
  return { video_seconds: seconds, video_seconds_from: from }
}
