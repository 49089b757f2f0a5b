import { readdirSync, readFileSync } from 'node:fs'

// The kernel counts in hundredths of a second.
const ticksPerSecond = 100

/**
 * Seconds of processor time that a process and those that it started have had, those that have ended too; NaN where the
 * system does not tell.
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
  /** Of those that it started, that have ended and that it knows to have ended. */
  ended: number
}

function statOf(name: string): Stat[] {
  try {
    const text = readFileSync(`/proc/${name}/stat`, 'utf8')
    // The name of the program is in brackets and may hold anything.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [, parent = 0] = fields
    const [own = 0, ownSystem = 0, ended = 0, endedSystem = 0] = fields.slice(11)
    return [{ pid: Number(name), parent, ticks: own + ownSystem, ended: ended + endedSystem }]
  } catch {
    // It ended meanwhile.
    return []
  }
}
