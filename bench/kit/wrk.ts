import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { cores, onCore } from './cores.ts'

/** How hard and how long a server is driven. */
export interface Load {
  /** Connections, each with one request at a time. */
  connections: number
  seconds: number
}

/** What one round came to. */
export interface Driven {
  requests: number
  perSecond: number
  p50Ms: number
  p99Ms: number
}

const script = resolve(import.meta.dirname, 'requests.lua')

/**
 * Drives a server with wrk from the other core, asking for each path in turn, with each key in turn. Throws where any
 * answer was not a success.
 */
export async function drive(
  port: number,
  asked: { paths: readonly string[]; keys: readonly string[] },
  { connections, seconds }: Load,
): Promise<Driven> {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-bench-'))
  try {
    const file = join(folder, 'requests')
    writeFileSync(file, linesOf(asked))
    const words = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script]
    const [program = '', ...rest] = [...onCore(cores.others), 'wrk', ...words]
    const address = `http://127.0.0.1:${port}`
    const { stdout } = await promisify(execFile)(program, [...rest, address, '--', file])
    return drivenOf(stdout, asked.paths[0] ?? '')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** As many lines as it takes for every path to be asked for with every key. */
function linesOf({ paths, keys }: { paths: readonly string[]; keys: readonly string[] }): string {
  const lines = keys.length === 0 ? paths : keys.flatMap((key) => paths.map((p) => `${p}\t${key}`))
  return `${lines.join('\n')}\n`
}

function drivenOf(printed: string, path: string): Driven {
  const line = printed.split('\n').find((text) => text.startsWith('{')) ?? '{}'
  const { requests, microseconds, p50, p99, failed } = JSON.parse(line) as Record<string, number>
  if (requests === undefined || microseconds === undefined || p50 === undefined)
    throw new Error(`wrk printed no figures: ${printed}`)
  if (failed !== 0) throw new Error(`${failed} of ${requests} requests failed, as for ${path}`)
  return {
    requests,
    perSecond: (requests * 1e6) / microseconds,
    p50Ms: p50 / 1000,
    p99Ms: (p99 ?? Number.NaN) / 1000,
  }
}
