import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { migrate, openWriteStore } from '../../../src/store/open.ts'
import { call, environmentOf } from './call.ts'

const main = resolve(import.meta.dirname, '../../../dist/main.js')

/** How another program starts the built command in the folder of a `Reeve`. */
export const builtCommand = ({ folder }: Pick<Reeve, 'folder'>, words: readonly string[]) => ({
  command: process.execPath,
  args: [main, ...words],
  cwd: folder,
  env: { PATH: process.env.PATH ?? '', HOME: folder },
})

/** The result of a command. */
export interface Ended {
  status: number | null
  stdout: string
  stderr: string
}

/** The built command in its own folder, with its own environment. */
export interface Reeve {
  folder: string
  /** Creates the database that commands use without `DATABASE_URL`, or this one. */
  create(databaseUrl?: string): Promise<void>
  /** Runs a command to its end in the process of the test, for what it says and writes. */
  call(words: readonly string[], settings?: Record<string, string>): Promise<Ended>
  /** Runs a command to its end in a process of its own; `onStart` gets its id. */
  run(
    words: readonly string[],
    settings?: Record<string, string>,
    onStart?: (pid: number) => void,
  ): Promise<Ended>
  /** Starts a command without waiting; `said` resolves once standard error has a match, `printed` once standard output has. */
  start(
    words: readonly string[],
    settings?: Record<string, string>,
  ): Pick<Serving, 'pid' | 'signal' | 'ended' | 'printed'> & { said: Serving['printed'] }
  /** Starts `reeve serve` and waits until it listens. */
  serve(words?: readonly string[], settings?: Record<string, string>): Promise<Serving>
  /** Stops all that still runs, and removes the folder. */
  remove(): Promise<void>
}

export interface Serving {
  port: number
  pid: number
  /** Resolves with the first match, once standard output has one. */
  printed(pattern: RegExp): Promise<string>
  signal(name: NodeJS.Signals): void
  /** Resolves when the process has exited. */
  ended: Promise<Ended>
}

/**
 * The processes of one test file, which must be built. `under` is a command that starts them: `['taskset', '-c', '0']`.
 */
export function newReeve(under: readonly string[] = []): Reeve {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-process-'))
  const running = new Set<ChildProcess>()
  const start = (words: readonly string[], settings: Record<string, string>) => {
    const env = environmentOf(folder, settings)
    const [program = process.execPath, ...rest] = [...under, process.execPath, main, ...words]
    const child = spawn(program, rest, { cwd: folder, env })
    running.add(child)
    const printed = { stdout: '', stderr: '' }
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed.stdout += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      printed.stderr += text
    })
    const ended = once(child, 'close').then(([status]): Ended => {
      running.delete(child)
      return { status: status as number | null, ...printed }
    })
    return { child, printed, ended }
  }
  return {
    folder,
    async create(databaseUrl = `sqlite:${join(folder, 'data/reeve.db')}`) {
      const store = openWriteStore(databaseUrl)
      await migrate(store)
      await store.close()
    },
    call: (words, settings = {}) => call(folder, words, settings),
    run(words, settings = {}, onStart) {
      const { child, ended } = start(words, settings)
      onStart?.(child.pid ?? 0)
      return ended
    },
    start(words, settings = {}) {
      const { child, printed, ended } = start(words, settings)
      return {
        pid: child.pid ?? 0,
        said: (pattern) => match(child, printed, { pattern, on: 'stderr' }),
        printed: (pattern) => match(child, printed, { pattern, on: 'stdout' }),
        signal: (name) => void child.kill(name),
        ended,
      }
    },
    async serve(words = [], settings = {}) {
      const { child, printed, ended } = start(['serve', ...words], { PORT: '0', ...settings })
      const waitFor = (pattern: RegExp) =>
        Promise.race([match(child, printed, { pattern, on: 'stdout' }), ended.then(failed)])
      const banner = await waitFor(/^ {2}Docs +http:\/\/\S+\/api\/v1\/docs\n/m)
      return {
        port: Number(/:(\d+)\//.exec(banner)?.[1]),
        pid: child.pid ?? 0,
        printed: waitFor,
        signal: (name) => void child.kill(name),
        ended,
      }
    },
    async remove() {
      const gone = [...running].map((child) => once(child, 'close'))
      for (const child of running) child.kill('SIGKILL')
      await Promise.all(gone)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function match(
  child: ChildProcess,
  printed: { stdout: string; stderr: string },
  { pattern, on }: { pattern: RegExp; on: 'stdout' | 'stderr' },
): Promise<string> {
  for (;;) {
    const [text] = pattern.exec(printed[on]) ?? []
    if (text !== undefined) return text
    await once(child[on] as NonNullable<ChildProcess['stdout']>, 'data')
  }
}

function failed({ status, stderr, stdout }: Ended): never {
  throw new Error(`reeve serve ended with ${status}: ${stderr || stdout}`)
}
