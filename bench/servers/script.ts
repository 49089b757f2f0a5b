import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { cores, pinnedCommand } from '../kit/cores.ts'
import type { Subject } from '../kit/subject.ts'

/** Starts a server script, which prints its port. */
export async function startScript(
  name: string,
  script: string,
  args: readonly string[],
): Promise<Subject> {
  const file = resolve(import.meta.dirname, '..', script)
  const [program = '', ...rest] = [...pinnedCommand(cores.servers), process.execPath, file, ...args]
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const gone = once(child, 'close')
  const ended = gone.then(() => {
    throw new Error(`${name} exited: ${errors}`)
  })
  const [printed] = await Promise.race([once(child.stdout, 'data'), ended])
  // An unread pipe would block it when full.
  child.stdout.resume()
  ended.catch(() => undefined)
  return {
    name,
    port: Number(String(printed).trim()),
    pid: child.pid ?? 0,
    keys: [],
    signal: (signal) => void child.kill(signal),
    async end() {
      child.kill('SIGKILL')
      await gone
    },
  }
}
