import { readdirSync, readFileSync } from 'node:fs'

// Linux counts in hundredths of a second.
const ticksPerSecond = 100

/**
 * CPU seconds of a process and its descendants, including those that have exited; NaN if the system does not report it.
 */
export function cpuSecondsOf(pid: number): number {
  try {
    const family = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(statOf)
      .filter((stat) => stat.pid === pid || stat.parent === pid)
    const ticksOf = (stat: Stat) => stat.ticks + (stat.pid === pid ? stat.ended : 0)
    return family.reduce((all, stat) => all + ticksOf(stat), 0) / ticksPerSecond
  } catch {
    return Number.NaN
  }
}

interface Stat {
  pid: number
  parent: number
  ticks: number
  /** Those of children that have exited and been waited for. */
  ended: number
}

function statOf(name: string): Stat[] {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    // The program name is in parentheses and may contain anything.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    const [userTicks = 0, systemTicks = 0, ended = 0, endedSystem = 0] = fields.slice(11)
    return [
      { pid: Number(name), parent, ticks: userTicks + systemTicks, ended: ended + endedSystem },
    ]
  } catch {
    // It ended meanwhile.
    return []
  }
}
