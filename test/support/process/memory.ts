import { readFileSync } from 'node:fs'

/** Resident memory of a process, in MiB; 0 after it has exited. Linux only. */
export function residentMiB(pid: number): number {
  return read(pid, /^VmRSS:\s+(\d+)/m)
}

/** Peak resident memory of a process, in MiB; 0 after it has exited. Linux only. */
export function peakMiB(pid: number): number {
  return read(pid, /^VmHWM:\s+(\d+)/m)
}

/** Samples a process's memory. The returned function stops that and returns the peak, in MiB. */
export function watchPeak(pid: number): () => number {
  let peak = 0
  const look = setInterval(() => {
    peak = Math.max(peak, peakMiB(pid))
  }, 50)
  // A failed process is not watched to its end.
  look.unref()
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
