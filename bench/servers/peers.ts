import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Dataset } from '../kit/datasets.ts'
import type { Subject } from '../kit/subject.ts'
import { startScript } from './script.ts'

/** Identifies a motion for every peer. */
export interface MotionRef {
  id: number
  slug: string
}

/** Another server over the same rows. */
export interface Peer {
  name: string
  /** File in bench/peers. */
  script: string
  list: string
  motion: (motion: MotionRef) => string
  /** Arguments after the file and the municipality. */
  args?: readonly string[]
}

const bySlug = ({ slug }: MotionRef) => `/motions/${slug}`

/** The reference of the goals: the stack of the service that the contract describes. */
export const reference: Peer = {
  name: 'Hono + chanfana',
  script: 'hono.mjs',
  list: '/meetings?page=1&per_page=20',
  motion: bySlug,
}

/** The baseline of an uncached response; also serves the measured paths of Reeve. */
export const rowBaseline: Peer = {
  name: 'node:http + rows',
  script: 'node.mjs',
  list: '/meetings',
  motion: bySlug,
  args: ['arrays'],
}

export const peers: readonly Peer[] = [
  rowBaseline,
  reference,
  { name: 'Express', script: 'express.mjs', list: '/meetings?page=1&per_page=20', motion: bySlug },
  {
    name: 'json-server',
    script: 'json-server.mjs',
    list: '/meetings?_page=1&_limit=20&_sort=date&_order=desc',
    motion: bySlug,
  },
]

const folder = resolve(import.meta.dirname, '../peers')

/** Installs the peers from their own lock file, unless they are installed. */
export function installPeers(log: (line: string) => void): void {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return
  log('  installing the peers (once)')
  const { status } = spawnSync('npm', ['ci'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error('npm ci of the peers failed')
}

/** Starts a peer over an SQLite database that no other process has open. */
export async function startPeer(
  { name, script, args = [] }: Peer,
  { databaseUrl, slug, keys }: Pick<Dataset, 'databaseUrl' | 'slug' | 'keys'>,
): Promise<Subject> {
  const file = databaseUrl.replace(/^sqlite:/, '')
  return { ...(await startScript(name, join('peers', script), [file, slug, ...args])), keys }
}
