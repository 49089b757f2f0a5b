import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import pg from 'pg'
import { familyOf, isRunning, signalAll } from '../../test/support/process/children.ts'

const examples = resolve(import.meta.dirname, '../../examples/cluster')
const programs = ['etcd', 'patroni', 'haproxy', '/usr/lib/postgresql/15/bin/postgres']
const password = 'change-this-password'
const database = 'reeve'
const readyWithinMs = 90_000

/** One machine of the cluster: etcd, and on a and b PostgreSQL under Patroni. */
interface Machine {
  name: string
  address: string
  folder: string
  processes: ChildProcess[]
}

/** The cluster of the guide, on addresses of the loopback interface. */
export interface Cluster {
  /** The database behind HAProxy. */
  databaseUrl: string
  /** Kills every process of the machine that has the primary; returns the machine's name. */
  killPrimary(): Promise<string>
  /** Starts a machine again, and waits until it is the synchronous standby. */
  restart(name: string): Promise<void>
}

/** Runs `work` with the cluster that `examples/cluster` describes. */
export async function withCluster<T>(work: (cluster: Cluster) => Promise<T>): Promise<T> {
  requirePrograms()
  const parent = mkdtempSync(join(tmpdir(), 'reeve-cluster-'))
  chmodSync(parent, 0o755)
  const network = `127.${process.pid & 127}.${(process.pid >> 7) & 255}.`
  const machines = ['a', 'b', 'c'].map((name, i): Machine => {
    const folder = join(parent, name)
    mkdirSync(folder)
    if (owner !== undefined) chownSync(folder, owner.uid, owner.gid)
    return { name, address: `${network}${11 + i}`, folder, processes: [] }
  })
  const example = (file: string) => onLoopback(readFileSync(join(examples, file), 'utf8'), network)
  const balancer = join(parent, 'haproxy.cfg')
  writeFileSync(balancer, example('haproxy.cfg'))
  const haproxy = spawn('haproxy', ['-f', balancer], { stdio: 'ignore' })
  const entry = `${network}1:5000`
  try {
    for (const machine of machines) startMachine(machine, example)
    await untilReady('a primary', async () => (await primaryOf(machines)) !== undefined)
    await untilReady('a standby', async () => (await standbyOf(machines)) !== undefined)
    await createDatabase(`postgres://postgres:${password}@${entry}/postgres`)
    return await work({
      databaseUrl: `postgres://reeve:${password}@${entry}/${database}`,
      async killPrimary() {
        const machine = await primaryOf(machines)
        if (machine === undefined) throw new Error('the cluster has no primary')
        killMachine(machine)
        return machine.name
      },
      async restart(name) {
        const machine = machines.find((candidate) => candidate.name === name)
        if (machine === undefined) throw new Error(`no machine is called ${name}`)
        startMachine(machine, example)
        await untilReady('the standby', async () => (await standbyOf(machines)) === machine)
      },
    })
  } finally {
    for (const machine of machines) killMachine(machine)
    haproxy.kill('SIGKILL')
    rmSync(parent, { recursive: true, force: true })
  }
}

function requirePrograms(): void {
  try {
    for (const program of programs) execFileSync('which', [program])
  } catch {
    throw new Error(
      'cluster-failover needs etcd, Patroni, HAProxy and PostgreSQL 15: apt-get install etcd-server patroni haproxy postgresql-15',
    )
  }
}

/** The user of PostgreSQL's programs, which do not run as root. */
const owner = ownerOf()

function ownerOf() {
  if (process.getuid?.() !== 0) return undefined
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

/** An example file with its addresses on the loopback interface, which connects from 127.0.0.1. */
function onLoopback(text: string, network: string): string {
  return text
    .replaceAll('127.0.0.1', `${network}1`)
    .replaceAll('10.0.0.0/24', '127.0.0.0/8')
    .replaceAll('10.0.0.', network)
}

function startMachine(machine: Machine, example: (file: string) => string): void {
  const { name, folder } = machine
  const settings = parseEnv(
    example('etcd.env')
      .replaceAll(
        /^(ETCD_(?:LISTEN|INITIAL_ADVERTISE|ADVERTISE)\S*=http:\/\/)[\d.]+/gm,
        `$1${machine.address}`,
      )
      .replace('ETCD_NAME=a', `ETCD_NAME=${name}`)
      .replace('/var/lib/etcd/reeve', join(folder, 'etcd')),
  )
  const options = { stdio: 'ignore', cwd: folder, ...owner } as const
  machine.processes = [spawn('etcd', [], { ...options, env: { ...process.env, ...settings } })]
  if (name === 'c') return
  const text = example('patroni.yml')
    .replace('name: a', `name: ${name}`)
    .replaceAll(/((?:listen|connect_address): )[\d.]+/g, `$1${machine.address}`)
    .replaceAll(/\/var\/(?:lib|run)\/postgresql(?:\/15)?/g, folder)
  const file = join(folder, 'patroni.yml')
  writeFileSync(file, text)
  machine.processes.push(spawn('patroni', [file], options))
}

/** Kills the processes of a machine, as when its power fails. */
function killMachine({ folder, processes }: Machine): void {
  const started = processes.flatMap(({ pid }) => (pid === undefined ? [] : familyOf(pid)))
  const pidFile = join(folder, 'reeve/postmaster.pid')
  const postmaster = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0
  signalAll([...started, ...(isRunning(postmaster) ? familyOf(postmaster) : [])], 'SIGKILL')
}

const primaryOf = (machines: readonly Machine[]) => machineThatIs('primary', machines)
const standbyOf = (machines: readonly Machine[]) => machineThatIs('synchronous', machines)

/** The machine whose Patroni says that its PostgreSQL has this role. */
async function machineThatIs(role: string, machines: readonly Machine[]) {
  for (const machine of machines) {
    if (machine.name === 'c') continue
    const reply = await fetch(`http://${machine.address}:8008/${role}`).catch(() => undefined)
    if (reply?.status === 200) return machine
  }
  return undefined
}

async function untilReady(what: string, isReady: () => Promise<boolean>): Promise<void> {
  const since = performance.now()
  while (!(await isReady())) {
    if (performance.now() - since > readyWithinMs) throw new Error(`the cluster has not ${what}`)
    await pause(200)
  }
}

/** Creates the database through HAProxy, which needs up to a few seconds to find the primary. */
async function createDatabase(url: string): Promise<void> {
  await untilReady('a balancer', async () => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query(`create role reeve login password '${password}'`)
      await client.query(`create database ${database} owner reeve`)
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => undefined)
    }
  })
}
