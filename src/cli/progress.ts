/** How far a long command is, in records. */
interface Progress {
  step: string
  done: number
  /** How many records there are; null where nobody knows. */
  expected: number | null
  /** How much of what there is to read has been read, from 0 to 1, where that is known and `expected` is not. */
  part?: number | null
}

const barLength = 30
const redrawMs = 100
const lineMs = 2000

/** Shows how far a long command is on standard error: a bar on a terminal, now and then a plain line elsewhere. */
export function progressDisplay(
  stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>,
  now: () => number,
): {
  show: (progress: Progress) => void
  end: () => void
} {
  let started = now()
  let step = ''
  let shownAt = started
  let drawn = false
  const show = (progress: Progress) => {
    if (progress.step !== step) {
      step = progress.step
      started = now()
    }
    const due = stream.isTTY ? redrawMs : lineMs
    if (now() - shownAt < due) return
    shownAt = now()
    drawn = true
    const text = describe(progress, (shownAt - started) / 1000)
    stream.write(stream.isTTY ? `\r\x1b[2K${bar(partOf(progress))} ${text}` : `${text}\n`)
  }
  const end = () => {
    if (drawn && stream.isTTY) stream.write('\r\x1b[2K')
  }
  return { show, end }
}

/** From 0 to 1; null where nobody knows. */
function partOf({ done, expected, part }: Progress): number | null {
  const known = expected === null ? (part ?? null) : done / Math.max(expected, 1)
  return known === null ? null : Math.min(Math.max(known, 0), 1)
}

function bar(part: number | null): string {
  const filled = Math.floor((part ?? 0) * barLength)
  return `[${'#'.repeat(filled)}${'.'.repeat(barLength - filled)}]`
}

function describe(progress: Progress, seconds: number): string {
  const { step, done, expected } = progress
  const part = partOf(progress)
  const rate = seconds > 0 ? Math.round(done / seconds) : 0
  const of = expected === null ? '' : ` of ${expected}`
  const share = expected === null && part !== null ? ` (${Math.floor(part * 100)} %)` : ''
  const left =
    part === null || part === 0 || rate === 0
      ? ''
      : `, ${Math.ceil((seconds * (1 - part)) / part)} s left`
  return `${step} ${done}${of} records${share}, ${rate}/s${left}`
}
