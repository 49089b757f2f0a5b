/** What a value must be: a text of a pattern, a whole number within bounds, or one of some words. */
export type Accepts =
  | { readonly pattern: RegExp }
  | { readonly from: number; readonly to: number }
  | { readonly oneOf: readonly string[] }

export interface Setting {
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
      'Where the record, the accounts and the keys are kept. A file is made if it is not there, and a second one beside it for accounts and keys: reeve-accounts.db beside reeve.db. A PostgreSQL database (15 to 18) must be there.',
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
    accepts: { pattern: /^[A-Za-z0-9_.:%-]+$/ },
    takes: 'an IP address or a host name of this machine',
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
  OPERATOR_NAME: {
    accepts: { pattern: /^(?!\s)[^\p{Cc}\p{Zl}\p{Zp}]{1,100}(?<!\s)$/u },
    takes: 'none, or a name of up to 100 characters, on one line',
    fallback: 'none',
    meaning: 'Who runs this service: the person or organization that every page names.',
  },
  OPERATOR_CONTACT: {
    accepts: {
      pattern:
        /^(none|[\w.!#$'*+/=^`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+|https?:\/\/[^\s/@]+(\/\S*)?)$/,
    },
    takes: 'none, an e-mail address, or an http(s) URL without a user name',
    fallback: 'none',
    meaning:
      'How people reach the operator: about a lost password, an error, or a mistake in the record. A link on every page.',
  },
  SOURCE_URL: {
    accepts: { pattern: /^(none|https?:\/\/[^\s/@]+(\/\S*)?)$/ },
    takes: 'none, or an http(s) URL without a user name',
    fallback: 'none',
    meaning:
      'Where the source code of this service is, with the changes that are running. A link on every page.',
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

export type SettingName = keyof typeof settings
