import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

const Port = Type.Integer({ minimum: 0, maximum: 65_535 })

/** Every setting: its environment variable, what it takes, and what it is for. The reference is made from this. */
export const settings = {
  DATABASE_URL: {
    schema: Type.String({ pattern: '^sqlite:.+' }),
    takes: 'sqlite:<path>',
    fallback: 'sqlite:./data/reeve.db',
    meaning:
      'Where the record, the accounts and the keys are kept. The file is made if it is not there.',
  },
  HOST: {
    schema: Type.String({ minLength: 1 }),
    takes: 'an address of this machine',
    fallback: '127.0.0.1',
    meaning: 'The address to listen on. Use 0.0.0.0 to be reached from other machines.',
  },
  PORT: {
    schema: Port,
    takes: 'a port from 0 to 65535',
    fallback: '8080',
    meaning: 'The port to listen on; 0 takes any free one.',
  },
  SITE_URL: {
    schema: Type.String({ pattern: '^https?://[A-Za-z0-9._~:[\\]-]+$' }),
    takes: 'http(s)://host, without a path',
    fallback: 'http://localhost:$PORT',
    meaning: 'The address under which people see the site.',
  },
  BASE_URL: {
    schema: Type.String({ pattern: '^https?://[A-Za-z0-9._~:[\\]-]+$' }),
    takes: 'http(s)://host, without a path',
    fallback: 'SITE_URL',
    meaning:
      'The address under which programs call the API: the server of the OpenAPI document and of Link headers.',
  },
  KEYS_PER_ACCOUNT: {
    schema: Type.Integer({ minimum: 1, maximum: 1000 }),
    takes: 'a number from 1 to 1000',
    fallback: '10',
    meaning: 'How many keys that are not revoked one account may hold.',
  },
  RATE_LIMIT: {
    schema: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    takes: 'a number from 1 to 1000000',
    fallback: '100',
    meaning:
      'Requests that one key may make in 60 seconds. Leave it at 100 for a public service: clients count on it.',
  },
  LOG_LEVEL: {
    schema: Type.Enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    takes: 'fatal, error, warn, info, debug, trace or silent',
    fallback: 'info',
    meaning:
      'How much is logged, as JSON lines on standard output. Never a query string, a key or a cookie.',
  },
} as const

type SettingName = keyof typeof settings

/** The settings of one run, checked and complete. */
export interface Config {
  readonly databaseUrl: string
  readonly host: string
  readonly port: number
  readonly siteUrl: string
  readonly baseUrl: string
  readonly keysPerAccount: number
  readonly rateLimit: number
  readonly logLevel: Static<typeof settings.LOG_LEVEL.schema>
}

/** A setting is wrong; the message is one line that names it. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

// Settings of a larger deployment that this version does not have: better refused than silently without effect.
const unsupported = ['DATABASE_REPLICA_URL', 'REDIS_URL', 'TRUST_PROXY', 'SIGNUPS']

/** Reads the environment; `overrides` (command-line options) win. Throws `ConfigError`. */
export function readConfig(overrides: Partial<Record<SettingName, string>> = {}): Config {
  const environment = process.env
  for (const name of unsupported) {
    if (environment[name])
      throw new ConfigError(
        `${name} is set, but this version of reeve does not support it; unset it`,
      )
  }
  const read = (name: SettingName, fallback: string = settings[name].fallback): unknown =>
    checked(name, overrides[name] ?? (environment[name] || fallback))
  const port = read('PORT') as number
  const siteUrl = read('SITE_URL', `http://localhost:${port}`) as string
  return Object.freeze({
    databaseUrl: read('DATABASE_URL') as string,
    host: read('HOST') as string,
    port,
    siteUrl,
    baseUrl: read('BASE_URL', siteUrl) as string,
    keysPerAccount: read('KEYS_PER_ACCOUNT') as number,
    rateLimit: read('RATE_LIMIT') as number,
    logLevel: read('LOG_LEVEL') as Config['logLevel'],
  })
}

function checked(name: SettingName, text: string): unknown {
  const { schema, takes } = settings[name]
  const value =
    'type' in schema && schema.type === 'integer' && /^[0-9]{1,9}$/.test(text) ? Number(text) : text
  if (Value.Check(schema, value)) return value
  // A database address can hold a password, so it is never shown.
  const shown = name === 'DATABASE_URL' ? '' : `, not "${text}"`
  throw new ConfigError(`${name} must be ${takes}${shown}`)
}
