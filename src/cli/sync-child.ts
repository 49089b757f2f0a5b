import type { ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { startChild } from './child.ts'

const restartMs = 60_000
// Below the server, which shares the processors.
const niceness = 10

/**
 * Runs `reeve sync --every` beside a server, in a process of its own, so that imports do not delay requests. Returns what
 * stops it; does nothing without a duration.
 */
export function startSync(every: string | undefined): () => void {
  if (every === undefined) return () => undefined
  let child: ChildProcess
  let restart: NodeJS.Timeout | undefined
  const start = () => {
    const words = ['sync', '--every', every, '--quiet']
    child = startChild(words, ['ignore', 'ignore', 'inherit'])
    child.on('spawn', () => lowerPriority(child.pid))
    child.on('error', ({ message }) => console.error(`reeve: cannot start reeve sync: ${message}`))
    // Also after a start that failed.
    child.on('close', () => {
      restart = setTimeout(start, restartMs)
    })
  }
  start()
  return () => {
    child.removeAllListeners('close')
    clearTimeout(restart)
    child.kill()
  }
}

function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness)
  } catch {
    // The process has ended.
  }
}
