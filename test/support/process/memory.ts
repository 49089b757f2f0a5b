import { readFileSync } from 'node:fs'

/** Memory that a process holds now, in MiB; 0 once it is gone. Linux alone tells. */
export function residentMiB(pid: number): number {
  return read(pid, /^VmRSS:\s+(\d+)/m)
}

/** The most memory that a process has held, in MiB; 0 once it is gone. Linux alone tells. */
export function peakMiB(pid: number): number {
  return read(pid, /^VmHWM:\s+(\d+)/m)
}

/** Looks at a process again and again; what it returns ends that, and tells the most memory that was held, in MiB. */
export function watchPeak(pid: number): () => number {
  let peak = 0
  const look = setInterval(() => {
    peak = Math.max(peak, peakMiB(pid))
  }, 50)
  return () => {
    clearInterval(look)
    return peak
  }
}

function read(pid: number, line: RegExp): number {
  try {
    return Number(line.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
