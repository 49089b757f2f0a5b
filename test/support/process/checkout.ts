import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')

/** Every file that a clone would contain. */
export function projectFiles(): string[] {
  // The checkout may belong to another user, which git rejects by default.
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const run = spawnSync('git', ['-c', 'safe.directory=*', ...list], { cwd: root, encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`git ls-files: ${run.stderr}`)
  return run.stdout.split('\0').filter((file) => file !== '' && existsSync(join(root, file)))
}

/** A copy of the working tree after `npm ci`; `remove` deletes it. */
export function copyCheckout(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-checkout-'))
  // Readable by all, as after `git clone`, because a test runs commands as an unprivileged user.
  chmodSync(folder, 0o755)
  copyProjectFiles(folder)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Copies the files of a clone whose path begins with `under`; ignored files, such as a database, are not copied. */
export function copyProjectFiles(folder: string, under = ''): void {
  for (const file of projectFiles().filter((path) => path.startsWith(under))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
}

const chosen = new Set<number>()

/**
 * A free port on 127.0.0.1. It is below the ephemeral range (from 32768 or 49152), so the system assigns it to no one
 * else before it is used, and above 10080, the last port that `fetch` blocks (https://fetch.spec.whatwg.org, "bad
 * port").
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(11_000, 32_000)
    if (chosen.has(port)) continue
    chosen.add(port)
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}

/** A command that runs until it is stopped. */
export interface Started {
  /** Standard output up to now. */
  output: () => string
  /** Stops the command and its child processes; resolves with its output once all have exited. */
  stop: () => Promise<string>
}

/** Starts a shell command and resolves once its output matches `ready`. */
export function startCommand(
  command: string,
  options: { cwd: string; env: NodeJS.ProcessEnv; ready: RegExp },
): Promise<Started> {
  const { cwd, env, ready } = options
  const child = spawn('bash', ['-c', command], { cwd, env, detached: true })
  let output = ''
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk
  })
  return new Promise((started, failed) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk
      if (ready.test(output))
        started({ output: () => output, stop: () => stop(child, () => output) })
    })
    child.once('error', failed)
    child.once('exit', (code) =>
      failed(new Error(`${command} ended with ${code}: ${output}${errors}`)),
    )
  })
}

function stop(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((stopped) => {
    if (child.exitCode !== null || child.signalCode !== null) return stopped(output())
    child.once('close', () => stopped(output()))
    // The whole process group: npm, the shell and the service.
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
  })
}
