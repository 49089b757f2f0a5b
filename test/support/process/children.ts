import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** The running child processes of a running process. Linux only. */
export function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}

/** Whether a process runs and is not a zombie. Linux only. */
export function isRunning(pid: number): boolean {
  try {
    return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** A process and its descendants; none if it has exited. Linux only. */
export function familyOf(pid: number): number[] {
  try {
    return [pid, ...childrenOf(pid).flatMap(familyOf)]
  } catch {
    return []
  }
}

/** Sends a signal to those of the processes that still run. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has exited meanwhile.
    }
  }
}

/** Waits for this number of child processes, none of them in `former`. */
export async function freshChildren(
  pid: number,
  count: number,
  former: readonly number[],
): Promise<number[]> {
  for (;;) {
    const now = childrenOf(pid)
    if (now.length === count && !now.some((child) => former.includes(child))) return now
    await pause(50)
  }
}
