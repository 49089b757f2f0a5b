import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { cores, onCore } from '../kit/cores.ts'
import type { Subject } from '../kit/subject.ts'

/** Starts a script of a server that is no part of the product; it prints the port on which it listens. */
export async function startScript(
  name: string,
  script: string,
  words: readonly string[],
): Promise<Subject> {
  const file = resolve(import.meta.dirname, '..', script)
  const [program = '', ...rest] = [...onCore(cores.servers), process.execPath, file, ...words]
  const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'pipe'] })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const gone = once(child, 'close')
  const ended = gone.then(() => {
    throw new Error(`${name} ended: ${errors}`)
  })
  const [printed] = await Promise.race([once(child.stdout, 'data'), ended])
  // What it prints later is nobody's concern, but must not stop it.
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
