import { isIP } from 'node:net'

/** What a value must be: a text of a pattern, a whole number within bounds, or one of some words. */
type Accepts =
  | { readonly pattern: RegExp }
  | { readonly from: number; readonly to: number }
  | { readonly oneOf: readonly string[] }

interface Setting {
  /** Checked here by hand: a command would have to load a library of schemas for nothing else. */
  readonly accepts: Accepts
  /** The same in words. */
  readonly takes: string
  readonly fallback: string
  readonly meaning: string
}

/** Every setting: its environment variable, what it takes, and what it is for. The reference is made from this. */
export const settings = {
  DATABASE_URL: {
    accepts: { pattern: /^(sqlite:.+|postgres(ql)?:\/\/.+)$/ },
    takes: 'sqlite:<path> or postgres://<user>:<password>@<host>/<database>',
    fallback: 'sqlite:./data/reeve.db',
    meaning:
      'Where the record, the accounts and the keys are kept. A file is made if it is not there; a PostgreSQL database (15 to 18) must be.',
  },
  DATABASE_REPLICA_URL: {
    accepts: { pattern: /^(none|postgres(ql)?:\/\/.+)$/ },
    takes: 'none, or postgres://<user>:<password>@<host>/<database>',
    fallback: 'none',
    meaning:
      'A read replica of the PostgreSQL database, from which the record is read. Accounts, keys and limits never are.',
  },
  TARGET_DATABASE_URL: {
    accepts: { pattern: /^(none|sqlite:.+|postgres(ql)?:\/\/.+)$/ },
    takes: 'none, or an address as in DATABASE_URL',
    fallback: 'none',
    meaning:
      'Where `reeve migrate-to` copies to, where no address is given on its command line. Nothing else reads it.',
  },
  REDIS_URL: {
    accepts: { pattern: /^(none|rediss?:\/\/.+)$/ },
    takes: 'none, or redis://<user>:<password>@<host>:<port>/<number>',
    fallback: 'none',
    meaning:
      'A Redis or Valkey server in which limits are counted; rediss:// speaks TLS. Needed as soon as more than one process serves one database.',
  },
  LEGISTAR_TOKEN: {
    accepts: { pattern: /^\S+$/ },
    takes: 'none, or the token as the council gave it, without blanks',
    fallback: 'none',
    meaning:
      'What some councils want before their Legistar answers `reeve import legistar`. It is sent to the address that is imported from, and shown nowhere.',
  },
  HOST: {
    accepts: { pattern: /./s },
    takes: 'an address of this machine',
    fallback: '127.0.0.1',
    meaning: 'The address to listen on. Use 0.0.0.0 to be reached from other machines.',
  },
  PORT: {
    accepts: { from: 0, to: 65_535 },
    takes: 'a port from 0 to 65535',
    fallback: '8080',
    meaning: 'The port to listen on; 0 takes any free one.',
  },
  SITE_URL: {
    accepts: { pattern: /^https?:\/\/[A-Za-z0-9._~:[\]-]+$/ },
    takes: 'http(s)://host, without a path',
    fallback: 'http://localhost:$PORT',
    meaning: 'The address under which people see the site.',
  },
  BASE_URL: {
    accepts: { pattern: /^https?:\/\/[A-Za-z0-9._~:[\]-]+$/ },
    takes: 'http(s)://host, without a path',
    fallback: 'SITE_URL',
    meaning:
      'The address under which programs call the API: the server of the OpenAPI document and of Link headers.',
  },
  KEYS_PER_ACCOUNT: {
    accepts: { from: 1, to: 1000 },
    takes: 'a number from 1 to 1000',
    fallback: '10',
    meaning: 'How many keys that are not revoked one account may hold.',
  },
  SIGNUPS: {
    accepts: { oneOf: ['open', 'closed'] },
    takes: 'open or closed',
    fallback: 'open',
    meaning:
      'Whether people can make accounts on the site. Closed, the operator makes them with reeve keys create.',
  },
  ALLOW_INSECURE_HTTP: {
    accepts: { oneOf: ['0', '1'] },
    takes: '0 or 1',
    fallback: '0',
    meaning:
      'Whether people may sign in although SITE_URL is plain http and not this machine. Their passwords then cross the network readable.',
  },
  TRUST_PROXY: {
    accepts: { pattern: /^(none|[0-9A-Fa-f.:/]+(, ?[0-9A-Fa-f.:/]+)*)$/ },
    takes: 'none, or addresses and networks with commas between them, as in 127.0.0.1,10.0.0.0/8',
    fallback: 'none',
    meaning:
      'The proxies whose X-Forwarded-For names the client; throttling of sign-in goes by that address.',
  },
  SECURITY_CONTACT: {
    accepts: { pattern: /^(none|mailto:\S+@\S+|https:\/\/\S+)$/ },
    takes: 'none, mailto:<address> or https://<page>',
    fallback: 'none',
    meaning: 'Whom to tell of a vulnerability; answered at /.well-known/security.txt (RFC 9116).',
  },
  RATE_LIMIT: {
    accepts: { from: 1, to: 1_000_000 },
    takes: 'a number from 1 to 1000000',
    fallback: '100',
    meaning:
      'Requests that one key may make in 60 seconds. Leave it at 100 for a public service: clients count on it.',
  },
  PAGE_CACHE_MB: {
    accepts: { from: 0, to: 4096 },
    takes: 'a number from 0 to 4096',
    fallback: '32',
    meaning:
      'How much memory each process uses for finished answers, in MiB; 0 for none. They are forgotten as soon as an import changes something.',
  },
  DRAIN_SECONDS: {
    accepts: { from: 0, to: 300 },
    takes: 'a number from 0 to 300',
    fallback: '0',
    meaning:
      'How long the service goes on after SIGTERM with /readyz at 503, so that a balancer in front of it sends requests elsewhere. 0 where there is none.',
  },
  METRICS: {
    accepts: { oneOf: ['off', 'on'] },
    takes: 'off or on',
    fallback: 'off',
    meaning:
      'Whether /metrics answers with figures for Prometheus. Let only the collector reach that path.',
  },
  LOG_LEVEL: {
    accepts: { oneOf: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] },
    takes: 'fatal, error, warn, info, debug, trace or silent',
    fallback: 'info',
    meaning:
      'How much is logged, as JSON lines on standard output. Never a query string, a key or a cookie.',
  },
} as const satisfies Record<string, Setting>

type SettingName = keyof typeof settings

/** The settings of one run, checked and complete. */
export interface Config {
  readonly databaseUrl: string
  readonly replicaUrl: string | null
  readonly targetUrl: string | null
  readonly redisUrl: string | null
  readonly legistarToken: string | null
  readonly host: string
  readonly port: number
  readonly siteUrl: string
  readonly baseUrl: string
  readonly keysPerAccount: number
  readonly signups: (typeof settings.SIGNUPS.accepts.oneOf)[number]
  /** Whether passwords may cross the network: https, this machine, or the operator's word. */
  readonly signInAllowed: boolean
  /** Whether nobody between a browser and the site can read along. */
  readonly signInPrivate: boolean
  /** Addresses and networks of proxies; empty where none is trusted. */
  readonly trustProxy: readonly string[]
  readonly securityContact: string | null
  readonly rateLimit: number
  /** Bytes. */
  readonly pageCache: number
  readonly drainSeconds: number
  readonly metrics: boolean
  readonly logLevel: (typeof settings.LOG_LEVEL.accepts.oneOf)[number]
}

/** A setting is wrong; the message is one line that names it. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads the environment; `overrides` (command-line options) win. Throws `ConfigError`. */
export function readConfig(overrides: Partial<Record<SettingName, string>> = {}): Config {
  const environment = process.env
  const read = (name: SettingName, fallback: string = settings[name].fallback): unknown =>
    checked(name, overrides[name] ?? (environment[name] || fallback))
  const databaseUrl = read('DATABASE_URL') as string
  const replicaUrl = optional(read('DATABASE_REPLICA_URL') as string)
  if (replicaUrl !== null && databaseUrl.startsWith('sqlite:'))
    throw new ConfigError(
      'DATABASE_REPLICA_URL needs a DATABASE_URL of PostgreSQL; SQLite has no replica',
    )
  const port = read('PORT') as number
  const siteUrl = originOf('SITE_URL', read('SITE_URL', `http://localhost:${port}`) as string)
  return Object.freeze({
    databaseUrl,
    replicaUrl,
    targetUrl: optional(read('TARGET_DATABASE_URL') as string),
    redisUrl: optional(read('REDIS_URL') as string),
    legistarToken: optional(read('LEGISTAR_TOKEN') as string),
    host: read('HOST') as string,
    port,
    siteUrl,
    baseUrl: originOf('BASE_URL', read('BASE_URL', siteUrl) as string),
    keysPerAccount: read('KEYS_PER_ACCOUNT') as number,
    signups: read('SIGNUPS') as Config['signups'],
    signInAllowed: read('ALLOW_INSECURE_HTTP') === '1' || isPrivate(siteUrl),
    signInPrivate: isPrivate(siteUrl),
    trustProxy: addresses(read('TRUST_PROXY') as string),
    securityContact: optional(read('SECURITY_CONTACT') as string),
    rateLimit: read('RATE_LIMIT') as number,
    pageCache: (read('PAGE_CACHE_MB') as number) * 1024 * 1024,
    drainSeconds: read('DRAIN_SECONDS') as number,
    metrics: read('METRICS') === 'on',
    logLevel: read('LOG_LEVEL') as Config['logLevel'],
  })
}

// As browsers write it: in lower case, without the port that goes without saying.
function originOf(name: 'SITE_URL' | 'BASE_URL', text: string): string {
  if (URL.canParse(text)) return new URL(text).origin
  throw new ConfigError(`${name} must be ${settings[name].takes}, not "${text}"`)
}

const thisMachine = /^(localhost|127(\.\d+){3}|\[::1\]|.*\.localhost)$/

/** Whether nobody between a browser and the site can read along: https, or both are on this machine. */
function isPrivate(siteUrl: string): boolean {
  const { protocol, hostname } = new URL(siteUrl)
  return protocol === 'https:' || thisMachine.test(hostname)
}

function addresses(text: string): string[] {
  const list = text === 'none' ? [] : text.split(/, ?/)
  const wrong = list.find((entry) => !isAddress(entry))
  if (wrong === undefined) return list
  throw new ConfigError(`TRUST_PROXY must be ${settings.TRUST_PROXY.takes}, and "${wrong}" is not`)
}

// `sqlite:` names a file, which is no URL.
function isAddressable(text: string): boolean {
  return text === 'none' || text.startsWith('sqlite:') || URL.canParse(text)
}

const addressSettings: ReadonlySet<SettingName> = new Set([
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'TARGET_DATABASE_URL',
  'REDIS_URL',
])

const bitsOf: Record<number, number> = { 4: 32, 6: 128 }

function isAddress(entry: string): boolean {
  const [address = '', bits, more] = entry.split('/')
  const family = isIP(address)
  if (family === 0 || more !== undefined) return false
  // Everybody's word would count under /0, and then nobody's address would be known.
  return (
    bits === undefined || (/^[1-9][0-9]{0,2}$/.test(bits) && Number(bits) <= (bitsOf[family] ?? 0))
  )
}

function optional(text: string): string | null {
  return text === 'none' ? null : text
}

function checked(name: SettingName, text: string): unknown {
  const { accepts, takes }: Setting = settings[name]
  const value = accepted(accepts, text)
  if (value !== undefined && (!addressSettings.has(name) || isAddressable(text))) return value
  // The address of a database can hold a password, so it is never shown.
  const isSecret = addressSettings.has(name) || name === 'LEGISTAR_TOKEN'
  const shown = isSecret ? '' : `, not "${text}"`
  throw new ConfigError(`${name} must be ${takes}${shown}`)
}

function accepted(accepts: Accepts, text: string): string | number | undefined {
  if ('pattern' in accepts) return accepts.pattern.test(text) ? text : undefined
  if ('oneOf' in accepts) return accepts.oneOf.includes(text) ? text : undefined
  const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN
  return value >= accepts.from && value <= accepts.to ? value : undefined
}
