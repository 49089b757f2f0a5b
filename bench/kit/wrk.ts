import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { cores, pinnedCommand } from './cores.ts'

export interface Load {
  /** Each sends one request at a time. */
  connections: number
  seconds: number
}

export interface WrkResult {
  requests: number
  perSecond: number
  p50Ms: number
  p99Ms: number
}

const script = resolve(import.meta.dirname, 'requests.lua')

/** Runs wrk on another core with each path and key in rotation; throws if a request failed. */
export async function runWrk(
  port: number,
  target: { paths: readonly string[]; keys: readonly string[] },
  { connections, seconds }: Load,
): Promise<WrkResult> {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-bench-'))
  try {
    const file = join(folder, 'requests')
    writeFileSync(file, linesOf(target))
    const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', script]
    const [program = '', ...rest] = [...pinnedCommand(cores.others), 'wrk', ...args]
    const address = `http://127.0.0.1:${port}`
    const { stdout } = await promisify(execFile)(program, [...rest, address, '--', file])
    return parseWrkOutput(stdout, target.paths[0] ?? '')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Every path with every key. */
function linesOf({ paths, keys }: { paths: readonly string[]; keys: readonly string[] }): string {
  const lines = keys.length === 0 ? paths : keys.flatMap((key) => paths.map((p) => `${p}\t${key}`))
  return `${lines.join('\n')}\n`
}

function parseWrkOutput(printed: string, path: string): WrkResult {
  const line = printed.split('\n').find((text) => text.startsWith('{')) ?? '{}'
  const { requests, microseconds, p50, p99, failed } = JSON.parse(line) as Record<string, number>
  if (requests === undefined || microseconds === undefined || p50 === undefined)
    throw new Error(`wrk printed no result: ${printed}`)
  if (failed !== 0) throw new Error(`${failed} of ${requests} requests failed, as for ${path}`)
  return {
    requests,
    perSecond: (requests * 1e6) / microseconds,
    p50Ms: p50 / 1000,
    p99Ms: (p99 ?? Number.NaN) / 1000,
  }
}
