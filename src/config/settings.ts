import { isIP } from 'node:net'
import { type TSchema, Type } from 'typebox'

/** With a dot, of ASCII letters, digits and hyphens (RFC 1035). */
const domain =
  /^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$/

export interface Setting {
  readonly schema: TSchema
  /** The schema in words. */
  readonly takes: string
  /** The default; `none` means null. */
  readonly fallback: string
  readonly meaning: string
  /** Never shown, not even in errors. */
  readonly isSecret?: true
}

/** Every setting by its environment variable. docs/reference/configuration.md is generated from this. */
export const settings = {
  DATABASE_URL: {
    schema: Url(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/),
    takes: 'sqlite:<path> or postgres://<user>:<password>@<host>/<database>',
    fallback: 'sqlite:./data/reeve.db',
    meaning:
      'The database. `reeve serve`, `reeve add`, `reeve municipalities add` and `reeve restore` create its files or tables if they do not exist; every other command fails then. SQLite has one file for council records, and a second one beside it for accounts and keys (reeve-accounts.db beside reeve.db). A PostgreSQL database (15 to 18) must already exist.',
    isSecret: true,
  },
  DATABASE_REPLICA_URL: {
    schema: Url(/^postgres(ql)?:\/\/.+$/),
    takes: 'none, or postgres://<user>:<password>@<host>/<database>',
    fallback: 'none',
    meaning:
      'A read replica of the PostgreSQL database. Council records are read from it; accounts, keys and limits never are.',
    isSecret: true,
  },
  TARGET_DATABASE_URL: {
    schema: Url(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/),
    takes: 'none, or a URL as in DATABASE_URL',
    fallback: 'none',
    meaning: 'The target of `reeve migrate-to` if none is given on the command line.',
    isSecret: true,
  },
  REDIS_URL: {
    schema: Url(/^rediss?:\/\/.+$/),
    takes: 'none, or redis://<user>:<password>@<host>:<port>/<number>',
    fallback: 'none',
    meaning:
      'A Redis or Valkey server for shared rate limits; rediss:// uses TLS. Required if several processes serve one database.',
    isSecret: true,
  },
  SMTP_URL: {
    schema: Url(/^smtps?:\/\/.+$/),
    takes: 'none, or smtp://<user>:<password>@<host>:<port>',
    fallback: 'none',
    meaning:
      'The mail server that sends e-mail alerts; smtps:// uses TLS from the start, smtp:// changes to it if the server offers it. Without it there are no alerts. Requires MAIL_FROM.',
    isSecret: true,
  },
  MAIL_FROM: {
    schema: Type.String({ pattern: /^[^\s@<>,]+@[^\s@<>,]+$/ }),
    takes: 'none, or an e-mail address',
    fallback: 'none',
    meaning: 'The sender of e-mail alerts.',
  },
  OPERATOR_POSTAL: {
    schema: Type.String({ pattern: /^(?!\s)[^\p{Cc}\p{Zl}\p{Zp}]{1,300}(?<!\s)$/u }),
    takes: 'none, or a postal address in one line',
    fallback: 'none',
    meaning:
      "The operator's postal address, at the end of each e-mail alert, where Canada's anti-spam law requires it.",
  },
  BOUNCE_DOMAIN: {
    schema: Type.String({ pattern: domain }),
    takes: 'none, or a domain, such as records.example.ca',
    fallback: 'none',
    meaning:
      'The domain whose mail server pipes messages to bounce+…@ into `reeve alerts bounce`. The envelope sender of each e-mail alert is such an address then, and MAIL_FROM without it.',
  },
  DKIM_DOMAIN: {
    schema: Type.String({ pattern: domain }),
    takes: 'none, or a domain, such as records.example.ca',
    fallback: 'none',
    meaning:
      'The domain that signs e-mail alerts with DKIM: that of MAIL_FROM, or one above it. DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY must be set together; leave them if the mail server signs.',
  },
  DKIM_SELECTOR: {
    schema: Type.String({ pattern: /^(?![.-])(?!.*\.[.-])[A-Za-z0-9.-]{0,62}[A-Za-z0-9]$/ }),
    takes: 'none, or a name of letters, digits, dots and hyphens',
    fallback: 'none',
    meaning: 'The DNS name of the public key, below _domainkey of DKIM_DOMAIN.',
  },
  DKIM_KEY: {
    schema: Type.String({ pattern: /^(?!\s)\P{Cc}+(?<!\s)$/u }),
    takes: 'none, or the path of a file',
    fallback: 'none',
    meaning:
      'The file of the private RSA key, in PEM and without a passphrase. `reeve serve` and `reeve alerts` read it when they start.',
  },
  LEGISTAR_TOKEN: {
    schema: Type.String({ pattern: /^\S+$/ }),
    takes: 'none, or the token without spaces',
    fallback: 'none',
    meaning:
      'API token for `reeve import legistar`, which some councils require. It is sent only to the imported URL and never shown.',
    isSecret: true,
  },
  SOURCE_KEY: {
    schema: Type.String({ pattern: /^\S+$/ }),
    takes: 'none, or a key without spaces',
    fallback: 'none',
    meaning:
      'API key of another Reeve, for `reeve add` and `reeve sync` of its municipalities. It is sent only there and never shown.',
    isSecret: true,
  },
  SYNC_JOBS: {
    ...integer(1, 16),
    fallback: '2',
    meaning: 'How many sources `reeve sync` reads side by side.',
  },
  SYNC_SOURCE_MINUTES: {
    ...integer(1, 1440),
    fallback: '30',
    meaning:
      'Minutes after which `reeve sync` interrupts a source, so that others are read; the next sync continues it.',
  },
  SYNC_PAUSE_SECONDS: {
    ...integer(0, 60),
    fallback: '1',
    meaning: 'Seconds between the starts of two requests of `reeve sync` to one source, at least.',
  },
  HOST: {
    schema: Type.Refine(Type.String({ pattern: /^[A-Za-z0-9_.:%-]+$/ }), isHost),
    takes: 'an IP address or a host name of this machine',
    fallback: '127.0.0.1',
    meaning: 'The address to listen on. Use 0.0.0.0 to accept connections from other machines.',
  },
  PORT: {
    ...integer(0, 65_535),
    fallback: '8080',
    meaning: 'The port to listen on; 0 picks a free port.',
  },
  SITE_URL: {
    schema: Url(/^https?:\/\/[A-Za-z0-9._~:[\]-]+$/),
    takes: 'http(s)://host, without a path, because Reeve is served at the root of a host',
    fallback: 'http://localhost:$PORT',
    meaning:
      'Public URL of the site. Forms, such as sign-up, are accepted from it, and from the host that they are sent to.',
  },
  BASE_URL: {
    schema: Url(/^https?:\/\/[A-Za-z0-9._~:[\]-]+$/),
    takes: 'http(s)://host, without a path',
    fallback: 'SITE_URL',
    meaning: 'Public URL of the API, used in the OpenAPI document and in Link headers.',
  },
  KEYS_PER_ACCOUNT: {
    ...integer(1, 1000),
    fallback: '10',
    meaning: 'Maximum number of active keys per account.',
  },
  SIGNUPS: {
    ...oneOf('open', 'closed'),
    fallback: 'open',
    meaning:
      'Whether people can create accounts on the site. If closed, create accounts with reeve keys create.',
  },
  ALLOW_INSECURE_HTTP: {
    ...oneOf('0', '1'),
    fallback: '0',
    meaning:
      'Set to 1 to allow sign-in although SITE_URL is plain http and not localhost. Passwords are then sent unencrypted.',
  },
  TRUST_PROXY: {
    schema: Type.Array(Type.Refine(Type.String(), isNetwork)),
    takes: 'none, or IP addresses and networks separated by commas, such as 127.0.0.1,10.0.0.0/8',
    fallback: 'none',
    meaning:
      'Proxies whose X-Forwarded-For header is trusted. Sign-in attempts are limited by client IP address.',
  },
  OPERATOR_NAME: {
    schema: Type.String({ pattern: /^(?!\s)[^\p{Cc}\p{Zl}\p{Zp}]{1,100}(?<!\s)$/u }),
    takes: 'none, or a name of up to 100 characters, on one line',
    fallback: 'none',
    meaning:
      'The person or organization that runs this service, shown on every page; in the header too if the site file has no name.',
  },
  OPERATOR_CONTACT: {
    schema: Url(
      /^([\w.!#$'*+/=^`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+|https?:\/\/[^\s/@]+(\/\S*)?)$/,
    ),
    takes: 'none, an e-mail address, or an http(s) URL without a user name',
    fallback: 'none',
    meaning:
      'How people reach the operator about lost passwords, errors or wrong data. Linked from every page unless the site file has contacts.record, and sent with requests to portals that are imported.',
  },
  SOURCE_URL: {
    schema: Url(/^https?:\/\/[^\s/@]+(\/\S*)?$/),
    takes: 'none, or an http(s) URL without a user name',
    fallback: 'none',
    meaning: 'Source code of this service, including your changes. Linked from every page.',
  },
  SECURITY_CONTACT: {
    schema: Type.String({ pattern: /^(mailto:\S+@\S+|https:\/\/\S+)$/ }),
    takes: 'none, mailto:<address> or https://<page>',
    fallback: 'none',
    meaning:
      'Contact for security vulnerabilities, published at /.well-known/security.txt (RFC 9116). Without it, the contact of the site file or OPERATOR_CONTACT is, or else the URL of /about.',
  },
  RATE_LIMIT: {
    ...integer(1, 1_000_000),
    fallback: '100',
    meaning:
      'Requests per key in 60 seconds. Keep 100 for a public service, because clients rely on it.',
  },
  OPEN_RATE_LIMIT: {
    ...integer(1, 1_000_000),
    fallback: '600',
    meaning:
      'Requests per client IP address in 60 seconds, in each process, for tables, as many for calendars and feeds, as many for published files, and as many calls of the tools of assistants, which need no key. Set TRUST_PROXY behind a proxy.',
  },
  MCP: {
    ...oneOf('on', 'off'),
    fallback: 'on',
    meaning:
      'Whether assistants can ask the service, by the Model Context Protocol at /mcp. They read what pages show.',
  },
  PUBLISH_DIR: {
    schema: Type.String({ pattern: /^(?!\s)\P{Cc}+(?<!\s)$/u }),
    takes: 'none, or the path of a folder',
    fallback: 'none',
    meaning:
      'The folder that `reeve publish` writes to, whose files are served at /bulk/{municipality}/.',
  },
  SITE_FILE: {
    schema: Type.String({ pattern: /^(?!\s)\P{Cc}+(?<!\s)$/u }),
    takes: 'none, or the path of a YAML file',
    fallback: 'none',
    meaning:
      'Whose site it is: its name, crest, colour, contacts and texts (the fields are in docs/reference/site-file.md). With none it is site.yaml in the folder of the SQLite database, if that exists. SIGHUP reads it again.',
  },
  PAGE_CACHE_MB: {
    ...integer(0, 4096),
    fallback: '32',
    meaning:
      'Memory for cached responses in each process, in MiB; 0 disables the cache. Imports invalidate it.',
  },
  DRAIN_SECONDS: {
    ...integer(0, 300),
    fallback: '0',
    meaning:
      'Seconds to keep serving after SIGTERM while /readyz returns 503, so that a load balancer can send requests elsewhere. Use 0 without a load balancer.',
  },
  METRICS: {
    ...oneOf('off', 'on'),
    fallback: 'off',
    meaning:
      'Whether to serve Prometheus metrics at /metrics. Allow only your collector to reach that path.',
  },
  LOG_LEVEL: {
    ...oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    fallback: 'info',
    meaning:
      'Log level. Logs are JSON lines on standard output, without query strings, keys or cookies.',
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settings

// `sqlite:` paths and e-mail addresses match the pattern but are not URLs.
function Url(pattern: RegExp) {
  return Type.Refine(
    Type.String({ pattern }),
    (text) => !/^[a-z]+:\/\//.test(text) || URL.canParse(text),
  )
}

function integer(minimum: number, maximum: number) {
  return {
    schema: Type.Integer({ minimum, maximum }),
    takes: `a number from ${minimum} to ${maximum}`,
  } as const
}

function oneOf<Word extends string>(...words: Word[]) {
  const takes = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
  return { schema: Type.Enum(words), takes } as const
}

// Only IP addresses are validated; a wrong host name fails when the server starts to listen.
function isHost(text: string): boolean {
  return !/[:%]|^[\d.]+$/.test(text) || isIP(text) !== 0
}

const bitsOf: Record<number, number> = { 4: 32, 6: 128 }

function isNetwork(entry: string): boolean {
  const [address = '', bits, more] = entry.split('/')
  const family = address.includes('%') ? 0 : isIP(address)
  if (family === 0 || more !== undefined) return false
  // /0 would trust every client's X-Forwarded-For.
  return (
    bits === undefined || (/^[1-9][0-9]{0,2}$/.test(bits) && Number(bits) <= (bitsOf[family] ?? 0))
  )
}
