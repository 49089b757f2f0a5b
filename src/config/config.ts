import { isIP } from 'node:net'
import { type Accepts, type Setting, type SettingName, settings } from './settings.ts'

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
  readonly operatorName: string | null
  /** An e-mail address or an http(s) URL. */
  readonly operatorContact: string | null
  readonly sourceUrl: string | null
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
    operatorName: optional(read('OPERATOR_NAME') as string),
    operatorContact: optional(read('OPERATOR_CONTACT') as string),
    sourceUrl: optional(read('SOURCE_URL') as string),
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

// `sqlite:` names a file, and an e-mail address is not a URL either.
function isParsable(text: string): boolean {
  return !/^[a-z]+:\/\//.test(text) || URL.canParse(text)
}

// URLs that can hold a password.
const secretUrls: ReadonlySet<SettingName> = new Set([
  'DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'TARGET_DATABASE_URL',
  'REDIS_URL',
])

const urlSettings: ReadonlySet<SettingName> = new Set([
  ...secretUrls,
  'OPERATOR_CONTACT',
  'SOURCE_URL',
])

// What is written like an IP address must be one; whether a name is of this machine, listening tells.
function isHost(text: string): boolean {
  return !/[:%]|^[\d.]+$/.test(text) || isIP(text) !== 0
}

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
  const isValid = name === 'HOST' ? isHost(text) : !urlSettings.has(name) || isParsable(text)
  if (value !== undefined && isValid) return value
  const isSecret = secretUrls.has(name) || name === 'LEGISTAR_TOKEN'
  const shown = isSecret ? '' : `, not "${text}"`
  throw new ConfigError(`${name} must be ${takes}${shown}`)
}

function accepted(accepts: Accepts, text: string): string | number | undefined {
  if ('pattern' in accepts) return accepts.pattern.test(text) ? text : undefined
  if ('oneOf' in accepts) return accepts.oneOf.includes(text) ? text : undefined
  const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : Number.NaN
  return value >= accepts.from && value <= accepts.to ? value : undefined
}
