// Loaded before a command: its clock starts at REEVE_STRESS_NOW, and what it used is written when it ends.
import { appendFileSync, readFileSync } from 'node:fs'
import { constants, PerformanceObserver } from 'node:perf_hooks'

const { REEVE_STRESS_NOW: start, REEVE_STRESS_USAGE: file } = process.env
const SystemDate = Date
const offsetMs = Number(start) - SystemDate.now()

globalThis.Date = class extends SystemDate {
  constructor(...parts) {
    if (parts.length === 0) super(SystemDate.now() + offsetMs)
    else super(...parts)
  }

  static now() {
    return SystemDate.now() + offsetMs
  }
}

let heapBytes = 0
// What is left after a whole collection: the peak of the process has garbage in it.
new PerformanceObserver((list) => {
  const isWhole = ({ detail }) => detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR
  if (list.getEntries().some(isWhole))
    heapBytes = Math.max(heapBytes, process.memoryUsage().heapUsed)
}).observe({ entryTypes: ['gc'] })

process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  // Not maxRSS, which begins with that of the process that started this one.
  const [, peakKb] = /^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  appendFileSync(
    file,
    `${JSON.stringify({ cpuMs: (user + system) / 1000, rssMb: Number(peakKb) / 1024, heapMb: heapBytes / 2 ** 20 })}\n`,
  )
})
