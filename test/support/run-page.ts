import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Started, startCommand } from './checkout.ts'
import { type Fence, fencesOf } from './markdown.ts'

// What the marks behind a fence mean:
//   bash run          the block is run; it must succeed
//   bash serve        the block starts a service; the page goes on once it listens, and stops it at its end
//   … output          what the block before it must have printed; "…" stands for anything
//   … answer          what the curl line that the service printed must answer, pasted into a shell
//   … file=<name>     the block is written to that file
// The shell's folder and exported variables last from block to block. `npm ci` is left out: it needs the registry.

const shownKey = `rv_${'0'.repeat(64)}`
const keyPattern = /rv_[0-9a-f]{64}/g
const shownHost = 'localhost:8080'
const listening = /Docs +http\S+\n/
const blockTimeoutMs = 60_000

/** One page that is followed as a reader would, in a checkout, on a port of its own. */
export class PageRun {
  readonly #folder: string
  readonly #port: number
  readonly #state = mkdtempSync(join(tmpdir(), 'reeve-page-'))
  #started: Started | undefined
  #key = shownKey
  #printed = ''

  constructor(folder: string, port: number) {
    this.#folder = folder
    this.#port = port
    writeFileSync(join(this.#state, 'environment'), '')
    writeFileSync(join(this.#state, 'folder'), folder)
  }

  /** Follows the blocks of a page in their order; throws with the block's line where one does not do what it says. */
  async follow(markdown: string): Promise<number> {
    let followed = 0
    for (const fence of fencesOf(markdown)) {
      try {
        if (await this.#block(fence)) followed += 1
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
    else if (marks.includes('run')) this.#run(fence.text)
    else if (marks.includes('output')) this.#compare(fence)
    else if (marks.includes('answer')) this.#ask(fence)
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
    this.#printed = this.#started.output()
    this.#key = this.#printed.match(keyPattern)?.[0] ?? this.#key
  }

  #run(text: string): void {
    const state = this.#state
    const lines = [
      `source '${state}/environment'`,
      `cd "$(cat '${state}/folder')"`,
      this.#local(text),
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
    this.#printed = stdout
  }

  #ask(fence: Fence): void {
    const line = this.#printed.split('\n').find((each) => each.startsWith('  curl '))
    if (line === undefined) throw new Error(`no curl line in ${this.#printed}`)
    this.#run(line)
    this.#compare(fence)
  }

  #compare({ language, text }: Fence): void {
    const local = new RegExp(`localhost:${this.#port}`, 'g')
    const printed = this.#printed.replace(keyPattern, shownKey).replace(local, shownHost)
    const laidOut = language === 'json' ? JSON.stringify(JSON.parse(printed), null, 2) : printed
    if (!matches(text, laidOut))
      throw new Error(`the page shows\n${text}\nbut the answer is\n${laidOut}`)
  }

  /** A block as it is on this machine: with the port and the key of this run. */
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
