import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { dateInZone } from '../../../src/core/calendar-date.ts'
import { systemClock } from '../../../src/core/clock.ts'
import { type Started, startCommand } from '../process/checkout.ts'
import { lowmere, lowmereRecords } from '../sample/service.ts'
import { type Fence, fencesOf } from './markdown.ts'

// The words after the language of a fenced block:
//   bash run          the block is run and must succeed; so are `js run`, by Node, and `python run`
//   bash serve        the block starts a service, which is stopped at the end of the page
//   … output          the output of the block before it, or of each of several adjacent blocks; "…" matches anything
//   … response        the response to the curl line that the service printed
//   … file=<name>     the block is written to that file
// Folder and exported variables of the shell are kept between blocks. `npm ci` is skipped, because it needs the registry.
// A date of the sample in an output stands for the date that the same meeting has today.

const shownKey = `rv_${'0'.repeat(64)}`
const keyPattern = /rv_[0-9a-f]{64}/g
const shownHost = 'localhost:8080'
/** The day of the import as of which pages show the sample. */
const shownDay = '2026-11-26'
const listening = /Docs +http\S+\n/
const blockTimeoutMs = 60_000

const programs: Record<string, { program: string; file: string }> = {
  js: { program: 'node', file: 'block.mjs' },
  python: { program: 'python3', file: 'block.py' },
}

/** A running service, and a key to it. */
export interface Served {
  port: number
  key: string
}

/** Follows one page as a reader would, in a checkout, with its own port. */
export class PageRun {
  readonly #folder: string
  readonly #port: number
  readonly #state = mkdtempSync(join(tmpdir(), 'reeve-page-'))
  #started: Started | undefined
  #key: string
  #before: Fence | undefined
  /** The output of adjacent blocks. */
  #printed: string[] = []

  /** With `served`, its key is in REEVE_KEY; otherwise the page starts a service on the given port. */
  constructor(folder: string, served: Served | Pick<Served, 'port'>) {
    this.#folder = folder
    this.#port = served.port
    this.#key = 'key' in served ? served.key : shownKey
    const exported = 'key' in served ? `export REEVE_KEY=${served.key}\n` : ''
    writeFileSync(join(this.#state, 'environment'), exported)
    writeFileSync(join(this.#state, 'folder'), folder)
  }

  /** Follows the blocks of a page in order; throws with the line of a block that fails. */
  async follow(markdown: string): Promise<number> {
    let followed = 0
    for (const fence of fencesOf(markdown)) {
      try {
        if (await this.#block(fence)) followed += 1
        this.#before = fence
      } catch (error) {
        throw new Error(`line ${fence.line}: ${(error as Error).message}`, { cause: error })
      }
    }
    return followed
  }

  async end(): Promise<void> {
    await this.#started?.stop()
    rmSync(this.#state, { recursive: true, force: true })
  }

  async #block(fence: Fence): Promise<boolean> {
    const { marks } = fence
    const file = marks.find((mark) => mark.startsWith('file='))?.slice('file='.length)
    if (file !== undefined) this.#write(file, fence.text)
    else if (marks.includes('serve')) await this.#serve(fence.text)
    else if (marks.includes('run')) this.#run(fence)
    else if (marks.includes('output')) this.#compare(fence)
    else if (marks.includes('response')) this.#fetchFence(fence)
    else return false
    return true
  }

  #write(file: string, text: string): void {
    const path = join(this.#shellFolder(), file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, this.#local(text))
  }

  async #serve(text: string): Promise<void> {
    await this.#started?.stop()
    const command = this.#local(text).replace('npm ci && ', '')
    const env = this.#environment()
    this.#started = await startCommand(command, { cwd: this.#folder, env, ready: listening })
    const output = this.#started.output()
    this.#printed = [output]
    this.#key = output.match(keyPattern)?.[0] ?? this.#key
  }

  #run({ language, text, adjacent }: Fence): void {
    const printed = this.#shell(this.#commandFor(language, this.#local(text)))
    const joined = adjacent && this.#before?.marks.includes('run') === true
    this.#printed = joined ? [...this.#printed, printed] : [printed]
  }

  #commandFor(language: string, text: string): string {
    if (language === 'bash') return text
    const existing = programs[language]
    if (existing === undefined) throw new Error(`${language} cannot be run`)
    const file = join(this.#state, existing.file)
    writeFileSync(file, text)
    return `${existing.program} '${file}'`
  }

  #shell(command: string): string {
    const state = this.#state
    const lines = [
      `source '${state}/environment'`,
      `cd "$(cat '${state}/folder')"`,
      command,
      `export -p >'${state}/environment'`,
      `pwd >'${state}/folder'`,
    ]
    const { status, stdout, stderr } = spawnSync(
      'bash',
      ['-euo', 'pipefail', '-c', lines.join('\n')],
      {
        env: this.#environment(),
        encoding: 'utf8',
        timeout: blockTimeoutMs,
      },
    )
    if (status !== 0) throw new Error(`ended with ${status}: ${stdout}${stderr}`)
    return stdout
  }

  #fetchFence(fence: Fence): void {
    const shown = this.#printed.join('')
    const line = shown.split('\n').find((text) => text.startsWith('  curl '))
    if (line === undefined) throw new Error(`no curl line in ${shown}`)
    this.#printed = [this.#shell(line)]
    this.#compare(fence)
  }

  #compare({ language, text }: Fence): void {
    const local = new RegExp(`localhost:${this.#port}`, 'g')
    if (this.#printed.length === 0) throw new Error('nothing was run before it')
    for (const output of this.#printed) {
      const printed = output.replace(keyPattern, shownKey).replace(local, shownHost)
      const laidOut = language === 'json' ? JSON.stringify(JSON.parse(printed), null, 2) : printed
      const shown = datesOfToday(text)
      if (!matches(shown, laidOut))
        throw new Error(`the page shows\n${shown}\nbut the output is\n${laidOut}`)
    }
  }

  /** A block with the port and key of this run. */
  #local(text: string): string {
    return text.replaceAll(shownHost, `localhost:${this.#port}`).replaceAll(shownKey, this.#key)
  }

  #shellFolder(): string {
    return readFileSync(join(this.#state, 'folder'), 'utf8').trim()
  }

  #environment(): NodeJS.ProcessEnv {
    const { PATH, HOME } = process.env
    return { PATH, HOME, PORT: String(this.#port) }
  }
}

const today = dateInZone(systemClock.now(), lowmere.timeZone)
const datesOf = (day: string) =>
  lowmereRecords(day).flatMap((record) => (record.kind === 'meeting' ? [record.date] : []))
const todaysDates = datesOf(today)
const movedDates = new Map(datesOf(shownDay).map((date, index) => [date, todaysDates[index]]))

function datesOfToday(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\d/g, (date) => movedDates.get(date) ?? date)
}

function matches(shown: string, actual: string): boolean {
  const parts = shown.trim().split('…')
  const pattern = parts
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('[\\s\\S]*?')
  return new RegExp(`^${pattern}$`).test(trimLines(actual))
}

function trimLines(text: string): string {
  return text.trim().replace(/[ \t]+$/gm, '')
}
