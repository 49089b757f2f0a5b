import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** The processes that this one, which must still run, has started and that still run. Linux alone tells. */
export function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}

/** Whether a process runs: one that has ended and waits to be reaped does not. Linux alone tells. */
export function isRunning(pid: number): boolean {
  try {
    return !/\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Waits until it has that many children, none of which is among `former`. */
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
