import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'

/** Servers that are measured run on the one, all else on the other. */
export const cores = { servers: '0', others: '1', all: `0-${cpus().length - 1}` } as const

/** Words that start a command on one core. */
export function onCore(core: string): string[] {
  return ['taskset', '-c', core]
}

/** Puts a process that runs, with its threads, on cores; what it starts later is there too. */
export function moveTo(core: string, pid: number): void {
  execFileSync('taskset', ['-a', '-p', '-c', core, String(pid)], { stdio: 'ignore' })
}

const needed = { wrk: 'wrk', taskset: 'util-linux' }

/** Why nothing can be measured on this machine; undefined where it can. */
export function whatIsMissing(): string | undefined {
  if (cpus().length < 2) return 'two cores are needed: one for the server, one for all else'
  const missing = Object.entries(needed).find(([program]) => !has(program))
  if (missing === undefined) return undefined
  const [program, packageName] = missing
  return `${program} is missing: install the package ${packageName} (on Debian: apt-get install ${packageName})`
}

function has(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
