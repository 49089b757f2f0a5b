import type { Progress } from '../importers/load/load.ts'

const barLength = 30
const redrawMs = 100
const lineMs = 2000

/** Shows how far an import is on standard error: a bar on a terminal, now and then a plain line elsewhere. */
export function progressDisplay(
  stream: NodeJS.WriteStream,
  now: () => number,
): {
  show: (progress: Progress) => void
  end: () => void
} {
  const started = now()
  let shownAt = started
  let drawn = false
  const show = (progress: Progress) => {
    const due = stream.isTTY ? redrawMs : lineMs
    if (now() - shownAt < due) return
    shownAt = now()
    drawn = true
    const text = describe(progress, (shownAt - started) / 1000)
    stream.write(stream.isTTY ? `\r\x1b[2K${bar(progress)} ${text}` : `${text}\n`)
  }
  const end = () => {
    if (drawn && stream.isTTY) stream.write('\r\x1b[2K')
  }
  return { show, end }
}

function bar({ done, expected }: Progress): string {
  const filled =
    expected === null ? 0 : Math.min(barLength, Math.floor((done / expected) * barLength))
  return `[${'#'.repeat(filled)}${'.'.repeat(barLength - filled)}]`
}

function describe({ step, done, expected }: Progress, seconds: number): string {
  const rate = seconds > 0 ? Math.round(done / seconds) : 0
  const left =
    expected === null || rate === 0
      ? ''
      : `, ${Math.ceil(Math.max(0, expected - done) / rate)} s left`
  const of = expected === null ? '' : ` of ${expected}`
  return `${step} ${done}${of} records, ${rate}/s${left}`
}
