import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Ended, Reeve } from '../../test/support/process/reeve.ts'

const preload = new URL('process-at.mjs', import.meta.url).href

/** What a command used. */
export interface Usage {
  cpuMs: number
  rssMb: number
  /** Used after a whole garbage collection; 0 if there was none. */
  heapMb: number
}

interface Finished extends Ended {
  ms: number
  /** Undefined of one that was killed. */
  usage: Usage | undefined
}

/** The built commands on a machine whose clock the stress test sets. */
export class Machine {
  readonly #reeve: Reeve
  settings: Record<string, string> = {}
  /** Wall time in milliseconds since 1970; it goes on while a command runs. */
  now: number

  constructor(reeve: Reeve, now: number) {
    this.#reeve = reeve
    this.now = now
  }

  /** Runs a command to its end, or kills it after a delay. */
  async run(words: readonly string[], killAfterMs?: number): Promise<Finished> {
    const usageFile = join(this.#reeve.folder, 'usage')
    const settings = {
      ...this.settings,
      ...{ NODE_OPTIONS: `--import ${preload}`, REEVE_STRESS_NOW: String(this.now) },
      REEVE_STRESS_USAGE: usageFile,
    }
    const began = performance.now()
    let timer: NodeJS.Timeout | undefined
    const ended = await this.#reeve.run(words, settings, (pid) => {
      if (killAfterMs === undefined) return
      timer = setTimeout(() => process.kill(pid, 'SIGKILL'), killAfterMs)
    })
    clearTimeout(timer)
    const ms = performance.now() - began
    this.now += Math.ceil(ms)
    const isKilled = ended.status === null
    const usage = isKilled ? undefined : (JSON.parse(readFileSync(usageFile, 'utf8')) as Usage)
    rmSync(usageFile, { force: true })
    return { ...ended, ms, usage }
  }

  /** Runs a command that must succeed. */
  async must(words: readonly string[]): Promise<Finished> {
    const finished = await this.run(words)
    if (finished.status !== 0)
      throw new Error(`reeve ${words.join(' ')} ended with ${finished.status}: ${finished.stderr}`)
    return finished
  }
}
