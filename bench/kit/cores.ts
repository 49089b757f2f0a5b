import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'

/** Measured servers run on one core, everything else on another. */
export const cores = { servers: '0', others: '1', all: `0-${cpus().length - 1}` } as const

export function pinnedCommand(core: string): string[] {
  return ['taskset', '-c', core]
}

/** Pins a running process, its threads and future children. */
export function pinToCore(core: string, pid: number): void {
  execFileSync('taskset', ['-a', '-p', '-c', core, String(pid)], { stdio: 'ignore' })
}

const needed = { wrk: 'wrk', taskset: 'util-linux' }

/** Why this machine cannot run the benchmark; undefined if it can. */
export function findMissingRequirement(): string | undefined {
  if (cpus().length < 2) return 'two cores are needed: one for the server, one for all else'
  const missing = Object.entries(needed).find(([program]) => !isInstalled(program))
  if (missing === undefined) return undefined
  const [program, packageName] = missing
  return `${program} is missing: install the package ${packageName} (on Debian: apt-get install ${packageName})`
}

function isInstalled(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
