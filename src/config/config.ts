import { type Static, type TSchema, Type } from 'typebox'
import { Errors } from 'typebox/value'
import { type Setting, type SettingName, settings } from './settings.ts'

/** All settings, validated. */
export interface Config {
  readonly databaseUrl: string
  readonly replicaUrl: string | null
  readonly targetUrl: string | null
  readonly redisUrl: string | null
  /** Null without e-mail alerts, as is `mailFrom`. */
  readonly smtpUrl: string | null
  readonly mailFrom: string | null
  readonly bounceDomain: string | null
  readonly dkim: DkimConfig | null
  readonly operatorPostal: string | null
  readonly legistarToken: string | null
  readonly sourceKey: string | null
  readonly syncJobs: number
  readonly syncSourceMinutes: number
  readonly syncPauseSeconds: number
  readonly host: string
  readonly port: number
  readonly siteUrl: string
  readonly baseUrl: string
  readonly keysPerAccount: number
  readonly signups: Static<typeof settings.SIGNUPS.schema>
  /** Whether people can sign in: https, localhost or ALLOW_INSECURE_HTTP=1. */
  readonly signInAllowed: boolean
  /** Whether passwords are safe from eavesdropping: https or localhost. */
  readonly signInPrivate: boolean
  /** IP addresses and networks of trusted proxies. */
  readonly trustProxy: readonly string[]
  readonly operatorName: string | null
  /** An e-mail address or an http(s) URL. */
  readonly operatorContact: string | null
  readonly sourceUrl: string | null
  readonly securityContact: string | null
  readonly rateLimit: number
  readonly openRateLimit: number
  /** Whether assistants can ask, at /mcp. */
  readonly mcp: boolean
  readonly publishDir: string | null
  readonly siteFile: string | null
  /** Bytes. */
  readonly pageCache: number
  readonly drainSeconds: number
  readonly metrics: boolean
  readonly logLevel: Static<typeof settings.LOG_LEVEL.schema>
}

interface DkimConfig {
  readonly domain: string
  readonly selector: string
  /** The path of a PEM file. */
  readonly keyFile: string
}

/** A setting is invalid; the message is one line that names it. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Reads the environment; `overrides` (command-line options) take precedence. Throws `ConfigError`. */
export function readConfig(overrides: Partial<Record<SettingName, string>> = {}): Config {
  const environment = process.env
  const read = <Name extends SettingName>(
    name: Name,
    fallback: string = settings[name].fallback,
  ): Value<Name> => check(name, overrides[name] ?? (environment[name] || fallback))
  const databaseUrl = read('DATABASE_URL')
  const replicaUrl = read('DATABASE_REPLICA_URL')
  if (replicaUrl !== null && databaseUrl.startsWith('sqlite:'))
    throw new ConfigError(
      'DATABASE_REPLICA_URL requires PostgreSQL; DATABASE_URL is SQLite, which has no replicas',
    )
  const port = read('PORT')
  const [smtpUrl, mailFrom] = [read('SMTP_URL'), read('MAIL_FROM')]
  if ((smtpUrl === null) !== (mailFrom === null))
    throw new ConfigError('SMTP_URL and MAIL_FROM must be set together')
  const siteUrl = originOf(read('SITE_URL', `http://localhost:${port}`))
  return Object.freeze({
    databaseUrl,
    replicaUrl,
    targetUrl: read('TARGET_DATABASE_URL'),
    redisUrl: read('REDIS_URL'),
    smtpUrl,
    mailFrom,
    bounceDomain: read('BOUNCE_DOMAIN'),
    dkim: dkimIn({
      DKIM_DOMAIN: read('DKIM_DOMAIN'),
      DKIM_SELECTOR: read('DKIM_SELECTOR'),
      DKIM_KEY: read('DKIM_KEY'),
    }),
    operatorPostal: read('OPERATOR_POSTAL'),
    legistarToken: read('LEGISTAR_TOKEN'),
    sourceKey: read('SOURCE_KEY'),
    syncJobs: read('SYNC_JOBS'),
    syncSourceMinutes: read('SYNC_SOURCE_MINUTES'),
    syncPauseSeconds: read('SYNC_PAUSE_SECONDS'),
    host: read('HOST'),
    port,
    siteUrl,
    baseUrl: originOf(read('BASE_URL', siteUrl)),
    keysPerAccount: read('KEYS_PER_ACCOUNT'),
    signups: read('SIGNUPS'),
    signInAllowed: read('ALLOW_INSECURE_HTTP') === '1' || isPrivate(siteUrl),
    signInPrivate: isPrivate(siteUrl),
    trustProxy: read('TRUST_PROXY') ?? [],
    operatorName: read('OPERATOR_NAME'),
    operatorContact: read('OPERATOR_CONTACT'),
    sourceUrl: read('SOURCE_URL'),
    securityContact: read('SECURITY_CONTACT'),
    rateLimit: read('RATE_LIMIT'),
    openRateLimit: read('OPEN_RATE_LIMIT'),
    mcp: read('MCP') === 'on',
    publishDir: read('PUBLISH_DIR'),
    siteFile: read('SITE_FILE'),
    pageCache: read('PAGE_CACHE_MB') * 1024 * 1024,
    drainSeconds: read('DRAIN_SECONDS'),
    metrics: read('METRICS') === 'on',
    logLevel: read('LOG_LEVEL'),
  })
}

/** As a table, because a generic `Static` takes the compiler as long as the rest of the settings together. */
type Values = {
  [Name in SettingName]:
    | Static<(typeof settings)[Name]['schema']>
    | ((typeof settings)[Name]['fallback'] extends 'none' ? null : never)
}
type Value<Name extends SettingName> = Values[Name]

function check<Name extends SettingName>(name: Name, text: string): Value<Name> {
  const { schema, takes, fallback, isSecret }: Setting = settings[name]
  if (fallback === 'none' && text === fallback) return null as Value<Name>
  const value = parse(schema, text)
  const [error] = Errors(schema, value)
  if (error === undefined) return value as Value<Name>
  const wrong = Array.isArray(value) ? value[Number(error.instancePath.slice(1))] : text
  throw new ConfigError(`${name} must be ${takes}${isSecret ? '' : `, not "${wrong}"`}`)
}

function parse(schema: TSchema, text: string): unknown {
  if (Type.IsInteger(schema)) return /^[0-9]{1,9}$/.test(text) ? Number(text) : text
  return Type.IsArray(schema) ? text.split(/, ?/) : text
}

function dkimIn(values: Record<`DKIM_${string}`, string | null>): DkimConfig | null {
  const names = Object.keys(values)
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_KEY: keyFile } = values
  if (domain && selector && keyFile) return { domain, selector, keyFile }
  const missing = names.filter((name) => values[name as keyof typeof values] === null)
  if (missing.length === names.length) return null
  throw new ConfigError(
    `DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY must be set together; missing: ${missing.join(', ')}`,
  )
}

// Normalized: in lower case, without the default port.
const originOf = (url: string): string => new URL(url).origin

const thisMachine = /^(localhost|127(\.\d+){3}|\[::1\]|.*\.localhost)$/

function isPrivate(siteUrl: string): boolean {
  const { protocol, hostname } = new URL(siteUrl)
  return protocol === 'https:' || thisMachine.test(hostname)
}
