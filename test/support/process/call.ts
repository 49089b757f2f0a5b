import { vi } from 'vitest'
import { run } from '../../../src/cli/program.ts'
import { guardTerminal } from '../../../src/cli/terminal.ts'
import { hideSecretsOf } from '../../../src/core/public-address.ts'

interface Called {
  status: number
  stdout: string
  stderr: string
}

/** The environment of commands, which read sources without pauses unless `settings` says otherwise. */
export const environmentOf = (folder: string, settings: Record<string, string>) => ({
  ...{ PATH: process.env.PATH ?? '', HOME: folder, SYNC_PAUSE_SECONDS: '0' },
  ...settings,
})

const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
let last: Promise<unknown> = Promise.resolve()

/** Runs a command to its end in this process, with its own folder and environment; one at a time. */
export function call(
  folder: string,
  words: readonly string[],
  settings: Record<string, string>,
): Promise<Called> {
  const ended = last.then(() => callNow(folder, words, settings))
  last = ended.catch(() => undefined)
  return ended
}

async function callNow(
  folder: string,
  words: readonly string[],
  settings: Record<string, string>,
): Promise<Called> {
  const said = { stdout: '', stderr: '' }
  const { env } = process
  const cwd = process.cwd()
  const listeners = new Map(signals.map((name) => [name, process.listeners(name)]))
  const to = (name: 'stdout' | 'stderr') => (text: string | Uint8Array) => {
    said[name] += text
    return true
  }
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(to('stdout')),
    vi.spyOn(process.stderr, 'write').mockImplementation(to('stderr')),
    vi.spyOn(console, 'log').mockImplementation((_, text) => void to('stdout')(`${text}\n`)),
    vi.spyOn(console, 'error').mockImplementation((_, text) => void to('stderr')(`${text}\n`)),
  ]
  guardTerminal()
  hideSecretsOf(...words.filter((word) => word.includes('://')))
  process.env = environmentOf(folder, settings)
  process.chdir(folder)
  try {
    const status = await run(words)
    return { status, ...said }
  } finally {
    process.chdir(cwd)
    process.env = env
    for (const spy of spies) spy.mockRestore()
    for (const [name, before] of listeners)
      for (const listener of process.listeners(name))
        if (!before.includes(listener)) process.off(name, listener)
  }
}
