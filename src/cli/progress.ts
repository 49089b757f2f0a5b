/** The progress of a long command, in records. */
interface Progress {
  step: string
  done: number
  /** Total number of records; null if unknown. */
  expected: number | null
  /** The fraction that has been read, from 0 to 1, if `expected` is unknown. */
  fraction?: number | null
}

/** Milliseconds between lines: few if they go to a log, which keeps them. */
const lineMs = (isTerminal: boolean | undefined) => (isTerminal === true ? 2000 : 30_000)

/** Writes a line about a long command from time to time. */
export class ProgressLines {
  readonly #write: (line: string) => void
  readonly #now: () => number
  readonly #lineMs: number
  #progress: Progress = { step: 'reading', done: 0, expected: null }
  #started: number
  #writtenAt: number
  #requests = 0
  #url = ''
  #firstLine: NodeJS.Timeout | undefined

  constructor(write: (line: string) => void, now: () => number, isTerminal: boolean | undefined) {
    this.#write = write
    this.#now = now
    this.#lineMs = lineMs(isTerminal)
    this.#started = now()
    this.#writtenAt = this.#started
  }

  readonly show = (progress: Progress): void => {
    if (progress.step !== this.#progress.step) this.#started = this.#now()
    this.#progress = progress
    this.#writeIfDue()
  }

  /** For sources read over HTTP, whose size is unknown; the first response can take a minute. */
  readonly onRequest = (url: string): void => {
    this.#requests += 1
    this.#url = url
    if (this.#requests === 1)
      this.#firstLine = setTimeout(() => this.#writeIfDue(), this.#lineMs).unref()
    this.#writeIfDue()
  }

  readonly onRetry = (message: string): void => this.#write(message)

  /** While another import writes. */
  readonly onWait = (): void =>
    this.#write('another import is writing to the database; waiting until it has finished')

  /** After the command: one process imports several sources. */
  end(): void {
    clearTimeout(this.#firstLine)
  }

  #writeIfDue(): void {
    if (this.#now() - this.#writtenAt >= this.#lineMs) this.#writeState()
  }

  #writeState(): void {
    this.#writtenAt = this.#now()
    const text = describe(this.#progress, (this.#writtenAt - this.#started) / 1000)
    const isReading = this.#requests > 0 && this.#progress.step === 'reading'
    this.#write(isReading ? `${text}, request ${this.#requests}: ${this.#url}` : text)
  }
}

function describe({ step, done, expected, fraction }: Progress, seconds: number): string {
  const part = expected === null ? fraction : done / Math.max(expected, 1)
  const rate = seconds > 0 ? Math.round(done / seconds) : 0
  const of = expected === null ? '' : ` of ${expected}`
  const text = `${step} ${done}${of} records, ${rate}/s`
  if (part === undefined || part === null || part === 0) return text
  return `${text}, ${Math.floor(part * 100)} %, ${Math.ceil((seconds * (1 - part)) / part)} s left`
}
