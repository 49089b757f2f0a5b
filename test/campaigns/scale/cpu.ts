import { readdirSync, readFileSync } from 'node:fs'

// The kernel counts in hundredths of a second.
const ticksPerSecond = 100

/** Seconds of processor time that a process and those that it started have had; NaN where the system does not tell. */
export function cpuSecondsOf(pid: number): number {
  try {
    const family = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(statOf)
      .filter((stat) => stat.pid === pid || stat.parent === pid)
    return family.reduce((all, { ticks }) => all + ticks, 0) / ticksPerSecond
  } catch {
    return Number.NaN
  }
}

function statOf(name: string): { pid: number; parent: number; ticks: number }[] {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    // The name of the program stands in brackets and may hold anything.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    return [{ pid: Number(name), parent, ticks: (fields[11] ?? 0) + (fields[12] ?? 0) }]
  } catch {
    // It ended meanwhile.
    return []
  }
}
