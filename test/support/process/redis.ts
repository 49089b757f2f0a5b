import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { RedisLink } from '../../../src/access/redis/redis-link.ts'
import { freePort } from './checkout.ts'

/** Whether this machine has no redis-server; suites that need it are skipped then. */
export const withoutRedis = !has('redis-server')

/** The title of a suite that needs Redis, with the reason if it is skipped. */
export function redisTitle(title: string): string {
  return withoutRedis ? `${title} (skipped: redis-server is missing; .ci/run installs it)` : title
}

/** A redis-server on a free port of the loopback interface. */
export interface RedisServer {
  readonly port: number
  readonly url: string
  /** Runs `work` with a separate client; fails while the server is down. */
  withClient<T>(work: (client: Redis) => Promise<T>): Promise<T>
  /** Starts it again on the same port, without data. */
  start(): Promise<void>
  /** A regular shutdown. */
  stop(): Promise<void>
  kill(): Promise<void>
  /** Pauses the server: connections stay open, without responses. */
  pause(): void
  resume(): void
  /** Stops it and removes its folder. */
  remove(): Promise<void>
}

/** `options` are command line options: `['--requirepass', 'x']`. */
export async function startRedis(options: readonly string[] = []): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-redis-'))
  const port = await freePort()
  let child: ChildProcess | undefined
  const start = async () => {
    const words = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '']
    child = spawn('redis-server', [...words, ...options], { stdio: 'ignore' })
    await accepts(port, child)
  }
  const end = async (signal: NodeJS.Signals) => {
    if (child === undefined) return
    const gone = once(child, 'exit')
    child.kill(signal)
    // A paused process handles no signal except SIGKILL and SIGCONT.
    child.kill('SIGCONT')
    child = undefined
    await gone
  }
  await start()
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    async withClient(work) {
      const client = new Redis(port, '127.0.0.1')
      try {
        return await work(client)
      } finally {
        client.disconnect()
      }
    },
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    async remove() {
      await end('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

// 20 s.
const longTimeoutTicks = 2000

/** A link for which no response is late, however busy the machine is. */
export function openLink(
  { url }: RedisServer,
  report: (line: string) => void = () => undefined,
): Promise<RedisLink> {
  return RedisLink.open(url, report, longTimeoutTicks)
}

/** Runs `work` with a server that is removed after it. */
export async function withRedis<T>(work: (redis: RedisServer) => Promise<T>): Promise<T> {
  const redis = await startRedis()
  try {
    return await work(redis)
  } finally {
    await redis.remove()
  }
}

function has(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

async function accepts(port: number, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && child.signalCode === null) {
    const socket = connect(port, '127.0.0.1')
    const opened = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (opened) return
    await pause(10)
  }
  throw new Error(`redis-server exited instead of listening on port ${port}`)
}
