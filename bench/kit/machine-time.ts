import { readFileSync } from 'node:fs'

/** The kernel counts CPU time in hundredths of a second. */
export const tickSeconds = 0.01

/** CPU seconds of child processes that have exited, such as wrk. */
export function childSeconds(): number {
  const text = readFileSync('/proc/self/stat', 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[13]) + Number(fields[14])) * tickSeconds
}

/** CPU seconds in which the cores were not idle. */
export function busySeconds(): number {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = coreLines()[0] ?? []
  return (user + nice + system + irq + softirq) * tickSeconds
}

/** Returns a function for the share of CPU time since now that the host of a virtual machine took (steal, proc(5)). */
export function watchStealTime(): () => number {
  const stolenSeconds = () => (coreLines()[0]?.[8] ?? 0) * tickSeconds
  const before = stolenSeconds()
  const began = performance.now()
  return () => {
    const seconds = (performance.now() - began) / 1000
    return (stolenSeconds() - before) / (coreCount() * seconds)
  }
}

export const coreCount = () => coreLines().length - 1

/** The line of all cores, then one for each. */
function coreLines(): number[][] {
  const lines = readFileSync('/proc/stat', 'utf8').split('\n')
  return lines.filter((line) => line.startsWith('cpu')).map((line) => line.split(/\s+/).map(Number))
}
