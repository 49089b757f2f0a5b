import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { packageFile } from '../package-file.ts'
import { heapLimits } from './heap-limits.ts'

const main = fileURLToPath(packageFile('dist/main.js'))

/**
 * Runs an importing command of `reeve` beside a server, in a process of its own, which ends with it. Its heap is limited from
 * the start, because a process that replaced itself would lose the channel that tells it of the server's end.
 */
export function startChild(
  words: readonly string[],
  streams: readonly ('ignore' | 'inherit' | 'pipe')[],
): ChildProcess {
  const execArgv = [...process.execArgv, ...heapLimits]
  return fork(main, words, { execArgv, stdio: [...streams, 'ipc'] })
}

/** The exit code of a child, which is killed when the server is to stop; null if a signal ended it. */
export async function exitCodeOf(child: ChildProcess, stop: AbortSignal): Promise<number | null> {
  const end = () => void child.kill('SIGKILL')
  stop.addEventListener('abort', end)
  const [code] = (await once(child, 'exit')) as [number | null]
  stop.removeEventListener('abort', end)
  return code
}
