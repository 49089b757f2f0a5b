/** The progress of a long command, in records. */
interface Progress {
  step: string
  done: number
  /** Total number of records; null if unknown. */
  expected: number | null
  /** The fraction that has been read, from 0 to 1, if `expected` is unknown. */
  fraction?: number | null
}

const barLength = 30
const barLengthMin = 5
const redrawMs = 100
const lineMs = 2000
const spinner = ['|', '/', '-', '\\']
const clearLine = '\r\x1b[2K'

type Stream = Pick<NodeJS.WriteStream, 'isTTY' | 'write'> & { readonly columns?: number }

/**
 * Shows progress on standard error: on a terminal as one line with a bar, or a spinner if the total is unknown; otherwise
 * as a plain line every two seconds.
 */
export class ProgressDisplay {
  readonly #stream: Stream
  readonly #now: () => number
  #progress: Progress = { step: 'reading', done: 0, expected: null }
  #started: number
  #shownAt: number
  #drawings = 0
  #requests = 0
  #url = ''
  #timer: NodeJS.Timeout | undefined

  constructor(stream: Stream, now: () => number) {
    this.#stream = stream
    this.#now = now
    this.#started = now()
    this.#shownAt = this.#started
  }

  readonly show = (progress: Progress): void => {
    if (progress.step !== this.#progress.step) this.#started = this.#now()
    this.#progress = progress
    this.#drawIfDue()
  }

  /** For sources read over HTTP, whose size is unknown and whose responses can take a minute. */
  readonly onRequest = (url: string): void => {
    this.#requests += 1
    this.#url = url
    if (this.#requests === 1) this.#startTimer()
    this.#drawIfDue()
  }

  // Without a terminal only once, because repeating the same line is useless.
  #startTimer(): void {
    const draw = () => this.#drawIfDue()
    this.#timer = this.#stream.isTTY ? setInterval(draw, redrawMs) : setTimeout(draw, lineMs)
    this.#timer.unref()
  }

  /** Prints a permanent line, because it explains a pause. */
  readonly onRetry = (message: string): void => {
    this.#stream.write(`${this.#stream.isTTY ? clearLine : ''}${message}\n`)
  }

  /** While another import writes. */
  readonly onWait = (): void => {
    this.onRetry('another process is writing to the database; waiting until it has finished')
  }

  readonly end = (): void => {
    clearInterval(this.#timer)
    if (this.#drawings > 0 && this.#stream.isTTY) this.#stream.write(clearLine)
  }

  #drawIfDue(): void {
    const now = this.#now()
    if (now - this.#shownAt < (this.#stream.isTTY ? redrawMs : lineMs)) return
    this.#shownAt = now
    this.#drawings += 1
    const text = this.#text((now - this.#started) / 1000)
    if (!this.#stream.isTTY) {
      this.#stream.write(`${text}\n`)
      return
    }
    // A wrapped line cannot be redrawn. Some terminals report no or 0 columns.
    const width = (this.#stream.columns || 80) - 1
    const line = `${this.#sign(width - text.length)} ${text}`
    const shown = line.length > width ? `${line.slice(0, width - 1)}…` : line
    this.#stream.write(`${clearLine}${shown}`)
  }

  /** A bar of at most this number of columns, or a spinner. */
  #sign(columns: number): string {
    const fraction = fractionOf(this.#progress)
    const length = Math.min(barLength, columns - ' []'.length)
    if (fraction === null || length < barLengthMin)
      return spinner[this.#drawings % spinner.length] ?? ''
    const filled = Math.floor(fraction * length)
    return `[${'#'.repeat(filled)}${'.'.repeat(length - filled)}]`
  }

  #text(seconds: number): string {
    const text = describe(this.#progress, seconds)
    if (this.#requests === 0 || this.#progress.step !== 'reading') return text
    return `${text}, ${counted(this.#requests, 'request')}, now ${this.#url}`
  }
}

/** From 0 to 1; null if unknown. */
function fractionOf({ done, expected, fraction }: Progress): number | null {
  const value = expected === null ? (fraction ?? null) : done / Math.max(expected, 1)
  return value === null ? null : Math.min(Math.max(value, 0), 1)
}

function describe(progress: Progress, seconds: number): string {
  const { step, done, expected } = progress
  const fraction = fractionOf(progress)
  const rate = seconds > 0 ? Math.round(done / seconds) : 0
  const of = expected === null ? '' : ` of ${expected}`
  const share = expected === null && fraction !== null ? ` (${Math.floor(fraction * 100)} %)` : ''
  const left =
    fraction === null || fraction === 0 || rate === 0
      ? ''
      : `, ${Math.ceil((seconds * (1 - fraction)) / fraction)} s left`
  return `${step} ${done}${of} records${share}, ${rate}/s${left}`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
