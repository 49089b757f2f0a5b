import { readFileSync } from 'node:fs'

/** The kernel counts processor time in hundredths of a second. */
export const tickSeconds = 0.01

/** Seconds of processor time of the commands that this process has started and that are over: of wrk, after a round. */
export function childSeconds(): number {
  const text = readFileSync('/proc/self/stat', 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) * tickSeconds
}

/** Seconds for which the cores of this machine were not idle. */
export function busySeconds(): number {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = coreLines()[0] ?? []
  return (user + nice + system + irq + softirq) * tickSeconds
}

/**
 * Tells which part of the time of all cores since now they had work and the host of a virtual machine ran something
 * else: steal, in proc(5).
 */
export function watchStolen(): () => number {
  const stolenSeconds = () => (coreLines()[0]?.[8] ?? 0) * tickSeconds
  const before = stolenSeconds()
  const began = performance.now()
  return () => {
    const seconds = (performance.now() - began) / 1000
    return (stolenSeconds() - before) / (coreCount() * seconds)
  }
}

export const coreCount = () => coreLines().length - 1

/** The line of all cores together, then one for each. */
function coreLines(): number[][] {
  const lines = readFileSync('/proc/stat', 'utf8').split('\n')
  return lines.filter((line) => line.startsWith('cpu')).map((line) => line.split(/\s+/).map(Number))
}
