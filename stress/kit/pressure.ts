import { readFileSync } from 'node:fs'

/** Runs `work` at a constant rate, even if earlier runs have not ended; returns all results. */
export async function every<T>(
  ms: number,
  isOver: () => boolean,
  work: (i: number) => Promise<T>,
): Promise<T[]> {
  const started: Promise<T>[] = []
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      if (!isOver()) return void started.push(work(started.length))
      clearInterval(timer)
      resolve()
    }, ms)
  })
  return Promise.all(started)
}

export function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024)
}

/** An IP address in its own /24, as clients of a public service have. */
export const addressOf = (n: number) => `10.${(n >> 8) & 255}.${n & 255}.${(n >> 16) & 255}`

/**
 * By how much other processes slow down the main thread of a process until the returned function is called: the time that
 * it ran or waited for a processor, in times that it ran. Linux only.
 */
export function slowdownOf(pid: number): () => number {
  const read = () => {
    const text = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')
    const [ran = 0, waited = 0] = text.split(' ').map(Number)
    return { ran, waited }
  }
  const before = read()
  return () => {
    const { ran, waited } = read()
    return 1 + (waited - before.waited) / Math.max(1, ran - before.ran)
  }
}
