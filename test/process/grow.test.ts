import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../src/config/config.ts'
import { settings } from '../../src/config/settings.ts'
import { systemClock } from '../../src/core/clock.ts'
import { load } from '../../src/importers/load/load.ts'
import { addMunicipality } from '../../src/importers/load/municipalities.ts'
import { accessTables } from '../../src/store/access-tables.ts'
import { backup } from '../../src/store/backup.ts'
import { migrate, openReadStore, openReportStore, openWriteStore } from '../../src/store/open.ts'
import { freshStore } from '../support/database/fresh-store.ts'
import { type PostgresServer, startPostgres } from '../support/database/postgres-server.ts'
import { fencesOf } from '../support/docs/markdown.ts'
import { projectFiles } from '../support/process/checkout.ts'
import { newReeve } from '../support/process/reeve.ts'
import { lowmere, openLowmere } from '../support/sample/service.ts'
import { sourceOf, town, townRecords } from '../support/towns/town.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(resolve(root, file), 'utf8')
const guide = read('docs/how-to/grow.md')

interface ComposeService {
  image?: string
  user?: string
  entrypoint?: string[]
  command?: string[]
  build?: string
  environment?: Record<string, string>
  env_file?: string
  healthcheck?: { test: string[] }
  ports?: string[]
  volumes?: string[]
  depends_on?: Record<string, { condition: string }>
  stop_grace_period?: string
}

interface Compose {
  services: Record<string, ComposeService>
  volumes: Record<string, unknown>
  networks: { default: { ipam: { config: { subnet: string }[] } } }
}

describe('the files of a cluster', () => {
  const patroni = parse(read('examples/cluster/patroni.yml')) as {
    postgresql: { listen: string; bin_dir: string }
    restapi: { listen: string }
    etcd3: { hosts: string[] }
    bootstrap: { dcs: { ttl: number; loop_wait: number; retry_timeout: number } }
  }
  const balancer = read('examples/cluster/haproxy.cfg')
  const etcd = parseEnv(read('examples/cluster/etcd.env'))

  it('agree on addresses and ports', () => {
    const [, database = ''] = /server a (\S+)/.exec(balancer) ?? []
    const [, checked] = /check port (\d+)/.exec(balancer) ?? []
    expect(patroni.postgresql.listen).toBe(database)
    expect(patroni.restapi.listen.split(':')[1]).toBe(checked)
    expect(`http://${patroni.etcd3.hosts[0]}`).toBe(etcd.ETCD_LISTEN_CLIENT_URLS)
    expect(etcd.ETCD_INITIAL_CLUSTER?.match(/10\.0\.0\.\d+/g)).toEqual(
      patroni.etcd3.hosts.map((host) => host.split(':')[0]),
    )
    const [, entry = ''] = /bind (\S+)/.exec(balancer) ?? []
    expect(guide).toContain(`postgres://reeve@${entry}/reeve`)
  })

  it('keep the times that Patroni demands', () => {
    const { ttl, loop_wait, retry_timeout } = patroni.bootstrap.dcs
    expect(ttl).toBeGreaterThanOrEqual(loop_wait + 2 * retry_timeout)
  })
})

describe('the compose file', () => {
  const text = read('examples/compose/compose.yaml')
  const compose = parse(text) as Compose
  const { reeve = {}, haproxy = {} } = compose.services
  const environment = reeve.environment ?? {}
  const balancer = read('examples/compose/haproxy.cfg')
  const secrets = Object.fromEntries(
    read('examples/compose/secrets.env.example')
      .split('\n')
      .filter((line) => /^[A-Z]/.test(line))
      .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
  )

  it('uses existing settings with valid values', () => {
    const given = { ...environment, REDIS_URL: secrets.REDIS_URL ?? '' }
    expect(Object.keys(given).filter((name) => !Object.hasOwn(settings, name))).toEqual([])
    for (const [name, value] of Object.entries(given)) {
      if (!value.includes('${')) expect(() => readConfig({ [name]: value }), name).not.toThrow()
    }
  })

  it('has no passwords, and keeps the file that has them out of the repository', () => {
    expect(text).not.toMatch(/:\/\/[^\s/@]*:[^\s/@]+@/)
    expect(text).not.toMatch(/^\s*\w*PASSWORD\w*:/m)
    const names = ['postgres', 'valkey', 'reeve'].map((name) => compose.services[name]?.env_file)
    expect(names).toEqual(['secrets.env', 'secrets.env', 'secrets.env'])
    expect(read('.gitignore').split('\n')).toContain('examples/compose/secrets.env')
    expect(projectFiles()).not.toContain('examples/compose/secrets.env')
    expect(secrets.PGPASSWORD).toBe(secrets.POSTGRES_PASSWORD)
    expect(new URL(secrets.REDIS_URL ?? '').password).toBe(secrets.VALKEY_PASSWORD)
  })

  it('waits only for existing services with a health check', () => {
    for (const [name, { depends_on = {} }] of Object.entries(compose.services)) {
      for (const [other, { condition }] of Object.entries(depends_on)) {
        expect(condition, `${name} waits for ${other}`).toBe('service_healthy')
        expect(compose.services[other]?.healthcheck, other).toBeDefined()
      }
    }
    const host = (url: string | undefined) => new URL(url ?? '').hostname
    expect(compose.services).toHaveProperty(host(environment.DATABASE_URL))
    expect(compose.services).toHaveProperty(host(secrets.REDIS_URL))
  })

  it('has the ports, paths and times of the HAProxy configuration', () => {
    const port = environment.PORT
    expect(reeve.healthcheck?.test.join(' ')).toContain(`127.0.0.1:${port}/readyz`)
    expect(balancer).toMatch(new RegExp(`server-template \\S+ \\d+ reeve:${port} `))
    expect(balancer).toContain('option httpchk GET /readyz')
    const [, bound] = /bind :(\d+)\n/.exec(balancer) ?? []
    expect(haproxy.ports).toEqual([`127.0.0.1:8080:${bound}`])
    const [mounted = ''] = haproxy.volumes ?? []
    expect(existsSync(resolve(root, 'examples/compose', mounted.split(':')[0] ?? ''))).toBe(true)
    expect(compose.networks.default.ipam.config[0]?.subnet).toBe(environment.TRUST_PROXY)
    const [, inter, fall] = /check inter (\d+)s fall (\d+)/.exec(balancer) ?? []
    expect(Number(environment.DRAIN_SECONDS)).toBeGreaterThan(Number(inter) * Number(fall))
    expect(Number.parseInt(reeve.stop_grace_period ?? '', 10)).toBe(
      Number(environment.DRAIN_SECONDS) + 10,
    )
  })
})

describe('the compose file of the replica', () => {
  const { postgres = {}, reeve = {} } = (parse(read('examples/compose/compose.yaml')) as Compose)
    .services
  const text = read('examples/compose/compose.replica.yaml')
  const { services, volumes } = parse(text) as Compose
  const replica = services['postgres-replica'] ?? {}

  it('adds one service, which Reeve reads and waits for', () => {
    const url = services.reeve?.environment?.DATABASE_REPLICA_URL ?? ''
    expect(url).toBe(reeve.environment?.DATABASE_URL?.replace('@postgres/', '@postgres-replica/'))
    expect(settings).toHaveProperty('DATABASE_REPLICA_URL')
    expect(services.reeve?.depends_on).toEqual({
      'postgres-replica': { condition: 'service_healthy' },
    })
    expect(replica.depends_on).toEqual({ postgres: { condition: 'service_healthy' } })
    expect(replica.healthcheck?.test).toEqual(postgres.healthcheck?.test)
  })

  it('runs the same PostgreSQL with the same options and its own volume', () => {
    expect(replica.image).toBe(postgres.image)
    // A replica stops if the primary allows more connections than it does itself.
    expect(replica.command).toEqual(postgres.command)
    expect(replica.user).toBe('postgres')
    const [name, mount] = replica.volumes?.at(-1)?.split(':') ?? []
    expect(Object.keys(volumes)).toEqual([name])
    expect(mount).toBe(postgres.volumes?.[0]?.split(':')[1])
  })

  it('mounts existing scripts, and names their secret only in the example', () => {
    const mounts = [services.postgres, replica].flatMap((service) => service?.volumes ?? [])
    const scripts = mounts.filter((mount) => mount.startsWith('./'))
    expect(scripts).toHaveLength(2)
    for (const script of scripts) {
      const [from = '', to = ''] = script.split(':')
      const body = read(`examples/compose/${from}`)
      expect(body, from).toMatch(/"\$\{REPLICATION_PASSWORD:\?\}"/)
      const runs = to.startsWith('/docker-entrypoint-initdb.d/') || replica.entrypoint?.includes(to)
      expect(runs, from).toBe(true)
    }
    expect(read('examples/compose/secrets.env.example')).toMatch(/^REPLICATION_PASSWORD=\S+$/m)
    expect(replica.env_file).toBe('secrets.env')
    expect(text).not.toMatch(/PASSWORD/)
  })
})

describe('every example of a proxy', () => {
  const service = read('docs/how-to/run-as-a-service.md')
  const fences = fencesOf(service).map(({ text }) => text)
  const proxies = [
    ['nginx', fences.find((text) => text.includes('limit_req_zone')) ?? ''],
    ['Caddy', fences.find((text) => text.includes('rate_limit')) ?? ''],
    ['nginx for several instances', read('examples/compose/nginx.conf')],
    ['HAProxy', read('examples/compose/haproxy.cfg')],
  ] as const

  it.each(proxies)('limits Open Civic Data, which has no limit in Reeve: %s', (name, text) => {
    const limits: Record<string, RegExp[]> = {
      nginx: [
        /^limit_req_zone \$binary_remote_addr zone=reeve_ocd:10m rate=10r\/s;$/m,
        /location \/api\/ocd \{\s+limit_req zone=reeve_ocd burst=\d+ nodelay;\s+limit_req_status 429;\s+proxy_pass http:\/\/[^/\s]+;\s+\}/,
      ],
      Caddy: [/path \/api\/ocd \/api\/ocd\/\*\n/, /key \{remote_host\}/, /events 600\n/],
      HAProxy: [
        /^ +stick-table type ipv6 .* store http_req_rate\(1m\)$/m,
        /^ +acl ocd path,url_dec -m beg \/api\/ocd\n +http-request track-sc0 src if ocd\n +http-request deny deny_status 429 if ocd \{ sc_http_req_rate\(0\) gt 600 \}$/m,
      ],
    }
    for (const limit of limits[name.split(' ')[0] ?? ''] ?? []) expect(text).toMatch(limit)
  })

  it('is one of these', () => {
    const named = fences.filter((text) => /proxy_pass|reverse_proxy/.test(text))
    expect(named).toHaveLength(3)
  })
})

describe('the load balancers', () => {
  const haproxy = read('examples/compose/haproxy.cfg')
  const nginx = read('examples/compose/nginx.conf')

  it('log no query string', () => {
    const [, format = ''] = /log-format "(.*)"/.exec(haproxy) ?? []
    expect(format).toContain('%HPO')
    // These contain the query: the request line, its URI, and the query itself.
    expect(format).not.toMatch(/%(\{\+Q\})?r\b|%HU\b|%HQ\b/)
    const [, line = ''] = /log_format reeve '(.*)'/.exec(nginx) ?? []
    expect(line).toContain('$uri')
    expect(line).not.toMatch(/\$(request|request_uri|args|query_string|http_referer)\b/)
  })

  it('pass the path unchanged, set the client address, and hide the metrics', () => {
    expect(nginx).toMatch(/proxy_pass http:\/\/reeve;/)
    expect(nginx).toContain('proxy_set_header X-Forwarded-For $remote_addr;')
    expect(nginx).toContain('location = /metrics { return 404; }')
    expect(haproxy).toContain('http-request set-header X-Forwarded-For %[src]')
    expect(haproxy).toContain('http-request deny deny_status 404 if { path,url_dec /metrics }')
    expect(haproxy).not.toMatch(/normalize-uri|set-path|set-uri/)
  })

  it('close idle connections before Reeve does', () => {
    const [, kept] = /keepAliveTimeout: ([\d_]+)/.exec(read('src/http/transport.ts')) ?? []
    const seconds = Number(kept?.replaceAll('_', '')) / 1000
    expect(Number(/ keepalive_timeout (\d+)s/.exec(nginx)?.[1])).toBeLessThan(seconds)
    expect(Number(/timeout http-keep-alive (\d+)s/.exec(haproxy)?.[1])).toBeLessThan(seconds)
  })
})

it('the size to plan for is that of the sample record', async () => {
  const { store, databaseUrl, remove } = await freshStore('sqlite')
  onTestFinished(remove)
  const target = await addMunicipality(store, lowmere, systemClock)
  await load(store, {
    target,
    source: openLowmere(),
    prune: false,
    dryRun: false,
    clock: systemClock,
  })
  const file = databaseUrl.replace('sqlite:', '').replace('reeve.db', 'copy.db')
  const { rows, bytes } = await backup(databaseUrl, file)
  const [, planned = '', megabytes] =
    /has ([\d,]+) rows and ([\d.]+) MB on SQLite/.exec(guide) ?? []
  const ratios = [rows.all / Number(planned.replace(',', '')), bytes / 1e6 / Number(megabytes)]
  for (const ratio of ratios) expect(Math.abs(ratio - 1)).toBeLessThan(0.1)
})

describe('PgBouncer', () => {
  /** The parameters of PostgreSQL's startup message: a length, a version, and pairs of strings that end with NUL. */
  const parametersOf = (message: Buffer): [string, string][] => {
    const parts = message.subarray(8).toString().split('\0')
    return parts.flatMap((name, index): [string, string][] =>
      index % 2 === 0 && name !== '' ? [[name, parts[index + 1] ?? '']] : [],
    )
  }

  it('ignores every parameter that it would reject, and the role sets what Reeve sends', async () => {
    const sent: [string, string][] = []
    const server = createServer((socket) => {
      socket.once('data', (message) => {
        sent.push(...parametersOf(message))
        socket.destroy()
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const url = `postgres://reeve@127.0.0.1:${port}/reeve`
    const stores = [openReadStore(url), openReportStore(url), openWriteStore(url, 'serving')]
    for (const store of [...stores, openWriteStore(url)]) {
      await store.check().catch(() => undefined)
      await store.close()
    }
    server.close()
    const accepted = ['user', 'database', 'client_encoding', 'application_name']
    const names = new Set(sent.map(([name]) => name).filter((name) => !accepted.includes(name)))
    const [, ignored = ''] = /^ *ignore_startup_parameters = (\S+)$/m.exec(guide) ?? []
    expect(ignored.split(',').sort()).toEqual([...names].sort())
    const options = sent.flatMap(([name, text]) =>
      name === 'options' ? [...text.matchAll(/-c (\w+)=(\S+)/g)] : [],
    )
    const set = options.map(([, name, value]) => `${name} = ${value}`)
    // A pooled role also writes.
    for (const line of set.filter((line) => line !== 'default_transaction_read_only = on'))
      expect(guide.replaceAll("'", '')).toContain(`alter role reeve set ${line};`)
  })
})

describe('the role that can only read the record', () => {
  const grants = fencesOf(guide).filter(({ language }) => language === 'sql')
  let server: PostgresServer
  let owner: string
  let reader: string

  /** The error of a statement on a connection that tries to be writable, or `done`. */
  const asReader = async (statement: string): Promise<string> => {
    const client = new pg.Client({ connectionString: reader })
    await client.connect()
    try {
      await client.query('set default_transaction_read_only = off')
      await client.query(statement)
      return 'done'
    } catch (error) {
      return (error as Error).message
    } finally {
      await client.end()
    }
  }

  beforeAll(async () => {
    server = await startPostgres()
    await server.run('create database reeve')
    owner = server.url('reeve')
    const store = openWriteStore(owner)
    await migrate(store)
    const target = await addMunicipality(store, town, systemClock)
    const source = sourceOf(townRecords())
    await load(store, { target, source, prune: false, dryRun: false, clock: systemClock })
    await store.close()
    expect(grants).toHaveLength(1)
    await server.run(grants[0]?.text ?? '', 'reeve')
    await server.run(`alter role reeve_reader password 'reads'`)
    reader = owner.replace(/\/\/.*@/, '//reeve_reader:reads@')
  })

  afterAll(() => server.remove())

  it('serves lists, details and search', async () => {
    const reeve = newReeve()
    try {
      const addresses = { DATABASE_URL: owner, DATABASE_REPLICA_URL: reader }
      const made = await reeve.run(['keys', 'create', '--email', 'a@town.example'], addresses)
      // Without a response cache, so that every list is read from the replica.
      const { port } = await reeve.serve([], { ...addresses, PAGE_CACHE_MB: '0' })
      const headers = { 'x-api-key': made.stdout.trim() }
      const paths = ['v1/pemberley/meetings', 'v1/pemberley/people', 'v1/pemberley/motions']
      paths.push('v1/pemberley/matters', 'v1/pemberley/bylaws', 'v1/pemberley/search?q=ditch')
      paths.push(
        'ocd/pemberley/organizations',
        'ocd/pemberley/events',
        'ocd/pemberley/jurisdictions',
      )
      for (const path of paths) {
        const response = await fetch(`http://127.0.0.1:${port}/api/${path}`, { headers })
        expect(response.status, path).toBe(200)
      }
      const coverage = await fetch(`http://127.0.0.1:${port}/pemberley/coverage`)
      expect(coverage.status).toBe(200)
      const lastQueries = async () => {
        await fetch(`http://127.0.0.1:${port}/api/v1/pemberley/meetings`, { headers })
        const sessions = await server.run<{ query: string }>(
          `select query from pg_stat_activity where usename = 'reeve_reader'`,
        )
        return sessions.map(({ query }) => query).join('\n')
      }
      await expect.poll(lastQueries).toMatch(/from "meetings"/)
    } finally {
      await reeve.remove()
    }
  })

  it('ends a start that lacks a right, with the table that it is about', async () => {
    await server.run('revoke select on wards from reeve_reader', 'reeve')
    const reeve = newReeve()
    try {
      const addresses = { DATABASE_URL: owner, DATABASE_REPLICA_URL: reader, PORT: '0' }
      const { status, stderr } = await reeve.run(['serve'], addresses)
      expect(stderr).toContain('grant select on wards to reeve_reader')
      expect(status).toBe(2)
    } finally {
      await reeve.remove()
      await server.run('grant select on wards to reeve_reader', 'reeve')
    }
  })

  it('cannot read accounts, keys, sessions or secrets', async () => {
    for (const table of [...accessTables, 'kysely_migration'])
      expect(await asReader(`select * from ${table}`)).toBe(`permission denied for table ${table}`)
  })

  it('cannot write, even in a transaction that asks for it', async () => {
    const tables = await server.run<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
      'reeve',
    )
    expect(tables.length).toBeGreaterThan(20)
    for (const { name } of tables) {
      const rejected = `permission denied for table ${name}`
      expect(await asReader(`delete from ${name}`)).toBe(rejected)
      expect(await asReader(`insert into ${name} default values`)).toBe(rejected)
      expect(await asReader(`truncate ${name}`)).toBe(rejected)
    }
    expect(await asReader('create table own ()')).toBe('permission denied for schema public')
  })
})
