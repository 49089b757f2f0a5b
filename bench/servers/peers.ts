import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Dataset } from '../kit/datasets.ts'
import type { Subject } from '../kit/subject.ts'
import { startScript } from './script.ts'

/** A motion, as the peers can be asked for it. */
export interface Asked {
  id: number
  slug: string
}

/** Something else that answers from the same rows. */
export interface Peer {
  name: string
  /** In the folder of the peers. */
  script: string
  list: string
  motion: (asked: Asked) => string
  /** What its script is told besides the file and the municipality. */
  words?: readonly string[]
}

const bySlug = ({ slug }: Asked) => `/motions/${slug}`

/** The stack of the service that the contract describes; the goals name it. */
export const reference: Peer = {
  name: 'Hono + chanfana',
  script: 'hono.mjs',
  list: '/meetings?page=1&per_page=20',
  motion: bySlug,
}

/** The floor of an answer that is made anew. It also answers the addresses of Reeve that are measured. */
export const floor: Peer = {
  name: 'node:http + the rows',
  script: 'node.mjs',
  list: '/meetings',
  motion: bySlug,
  words: ['arrays'],
}

export const peers: readonly Peer[] = [
  floor,
  reference,
  { name: 'Express', script: 'express.mjs', list: '/meetings?page=1&per_page=20', motion: bySlug },
  {
    name: 'json-server',
    script: 'json-server.mjs',
    list: '/meetings?_page=1&_limit=20&_sort=date&_order=desc',
    motion: bySlug,
  },
  {
    name: 'Platformatic DB',
    script: 'platformatic.mjs',
    list: '/meetings/?limit=20&offset=0&orderby.date=desc&totalCount=true',
    motion: ({ id }) => `/motions/${id}`,
  },
]

const folder = resolve(import.meta.dirname, '../peers')

/** Installs the peers as their lock file has them, unless they are there. They are no part of the project. */
export function installPeers(log: (line: string) => void): void {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return
  log('  installing the peers, once; compiling one of them takes minutes')
  const { status } = spawnSync('npm', ['ci'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error('npm ci of the peers failed')
}

/** Starts one over an SQLite database that nobody else has open. */
export async function startPeer(
  { name, script, words = [] }: Peer,
  { databaseUrl, slug, keys }: Pick<Dataset, 'databaseUrl' | 'slug' | 'keys'>,
): Promise<Subject> {
  const file = databaseUrl.replace(/^sqlite:/, '')
  return { ...(await startScript(name, join('peers', script), [file, slug, ...words])), keys }
}
