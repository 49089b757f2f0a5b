import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const main = resolve(import.meta.dirname, '../../dist/main.js')

/** A command of the build. */
interface Command {
  words: readonly string[]
  folder: string
  env: Record<string, string>
}

/** Runs a command, and kills it after a delay if there is one; returns how long it ran, in milliseconds. */
export async function endedAfter(
  { words, folder, env }: Command,
  signal: NodeJS.Signals,
  ms: number,
): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, [main, ...words], { cwd: folder, env, stdio: 'ignore' })
  const gone = once(child, 'close')
  if (ms !== Number.POSITIVE_INFINITY) {
    await Promise.race([pause(ms), gone])
    child.kill(signal)
  }
  await gone
  return performance.now() - started
}

/** Runs a command on a disk that is full from the call number `at` of these system calls on. */
export function endedOnFullDisk(
  { words, folder, env }: Command,
  calls: string,
  at: number,
): { status: number | null; stderr: string } {
  const inject = `inject=${calls}:error=ENOSPC:when=${at}+`
  const options = ['-f', '-qq', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', inject]
  const program = [...options, process.execPath, main, ...words]
  return spawnSync('strace', program, { cwd: folder, env, encoding: 'utf8' })
}
