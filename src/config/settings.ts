import { isIP } from 'node:net'
import { type TSchema, Type } from 'typebox'

export interface Setting {
  /** The check, and the type of the value. */
  readonly schema: TSchema
  /** The same in words. */
  readonly takes: string
  /** What stands for an absent variable; where it is `none`, that means null. */
  readonly fallback: string
  readonly meaning: string
  /** Never shown, not even where it is wrong. */
  readonly isSecret?: true
}

/** Every setting: its environment variable, what it takes, and what it is for. The reference is made from this. */
export const settings = {
  DATABASE_URL: {
    schema: Url(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/),
    takes: 'sqlite:<path> or postgres://<user>:<password>@<host>/<database>',
    fallback: 'sqlite:./data/reeve.db',
    meaning:
      'Where the record, the accounts and the keys are kept. A file is made if it is not there, and a second one beside it for accounts and keys: reeve-accounts.db beside reeve.db. A PostgreSQL database (15 to 18) must be there.',
    isSecret: true,
  },
  DATABASE_REPLICA_URL: {
    schema: Url(/^postgres(ql)?:\/\/.+$/),
    takes: 'none, or postgres://<user>:<password>@<host>/<database>',
    fallback: 'none',
    meaning:
      'A read replica of the PostgreSQL database, from which the record is read. Accounts, keys and limits never are.',
    isSecret: true,
  },
  TARGET_DATABASE_URL: {
    schema: Url(/^(sqlite:.+|postgres(ql)?:\/\/.+)$/),
    takes: 'none, or an address as in DATABASE_URL',
    fallback: 'none',
    meaning:
      'Where `reeve migrate-to` copies to, where no address is given on its command line. Nothing else reads it.',
    isSecret: true,
  },
  REDIS_URL: {
    schema: Url(/^rediss?:\/\/.+$/),
    takes: 'none, or redis://<user>:<password>@<host>:<port>/<number>',
    fallback: 'none',
    meaning:
      'A Redis or Valkey server in which limits are counted; rediss:// speaks TLS. Needed as soon as more than one process serves one database.',
    isSecret: true,
  },
  LEGISTAR_TOKEN: {
    schema: Type.String({ pattern: /^\S+$/ }),
    takes: 'none, or the token as the council gave it, without blanks',
    fallback: 'none',
    meaning:
      'What some councils want before their Legistar answers `reeve import legistar`. It is sent to the address that is imported from, and shown nowhere.',
    isSecret: true,
  },
  HOST: {
    schema: Type.Refine(Type.String({ pattern: /^[A-Za-z0-9_.:%-]+$/ }), isHost),
    takes: 'an IP address or a host name of this machine',
    fallback: '127.0.0.1',
    meaning: 'The address to listen on. Use 0.0.0.0 to be reached from other machines.',
  },
  PORT: {
    ...whole(0, 65_535),
    fallback: '8080',
    meaning: 'The port to listen on; 0 takes any free one.',
  },
  SITE_URL: {
    schema: Url(/^https?:\/\/[A-Za-z0-9._~:[\]-]+$/),
    takes: 'http(s)://host, without a path',
    fallback: 'http://localhost:$PORT',
    meaning: 'The address under which people see the site.',
  },
  BASE_URL: {
    schema: Url(/^https?:\/\/[A-Za-z0-9._~:[\]-]+$/),
    takes: 'http(s)://host, without a path',
    fallback: 'SITE_URL',
    meaning:
      'The address under which programs call the API: the server of the OpenAPI document and of Link headers.',
  },
  KEYS_PER_ACCOUNT: {
    ...whole(1, 1000),
    fallback: '10',
    meaning: 'How many keys that are not revoked one account may hold.',
  },
  SIGNUPS: {
    ...oneOf('open', 'closed'),
    fallback: 'open',
    meaning:
      'Whether people can make accounts on the site. Closed, the operator makes them with reeve keys create.',
  },
  ALLOW_INSECURE_HTTP: {
    ...oneOf('0', '1'),
    fallback: '0',
    meaning:
      'Whether people may sign in although SITE_URL is plain http and not this machine. Their passwords then cross the network readable.',
  },
  TRUST_PROXY: {
    schema: Type.Array(Type.Refine(Type.String(), isNetwork)),
    takes: 'none, or addresses and networks with commas between them, as in 127.0.0.1,10.0.0.0/8',
    fallback: 'none',
    meaning:
      'The proxies whose X-Forwarded-For names the client; throttling of sign-in goes by that address.',
  },
  OPERATOR_NAME: {
    schema: Type.String({ pattern: /^(?!\s)[^\p{Cc}\p{Zl}\p{Zp}]{1,100}(?<!\s)$/u }),
    takes: 'none, or a name of up to 100 characters, on one line',
    fallback: 'none',
    meaning: 'Who runs this service: the person or organization that every page names.',
  },
  OPERATOR_CONTACT: {
    schema: Url(
      /^([\w.!#$'*+/=^`{|}~-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+|https?:\/\/[^\s/@]+(\/\S*)?)$/,
    ),
    takes: 'none, an e-mail address, or an http(s) URL without a user name',
    fallback: 'none',
    meaning:
      'How people reach the operator: about a lost password, an error, or a mistake in the record. A link on every page.',
  },
  SOURCE_URL: {
    schema: Url(/^https?:\/\/[^\s/@]+(\/\S*)?$/),
    takes: 'none, or an http(s) URL without a user name',
    fallback: 'none',
    meaning:
      'Where the source code of this service is, with the changes that are running. A link on every page.',
  },
  SECURITY_CONTACT: {
    schema: Type.String({ pattern: /^(mailto:\S+@\S+|https:\/\/\S+)$/ }),
    takes: 'none, mailto:<address> or https://<page>',
    fallback: 'none',
    meaning: 'Whom to tell of a vulnerability; answered at /.well-known/security.txt (RFC 9116).',
  },
  RATE_LIMIT: {
    ...whole(1, 1_000_000),
    fallback: '100',
    meaning:
      'Requests that one key may make in 60 seconds. Leave it at 100 for a public service: clients count on it.',
  },
  PAGE_CACHE_MB: {
    ...whole(0, 4096),
    fallback: '32',
    meaning:
      'How much memory each process uses for finished answers, in MiB; 0 for none. They are forgotten as soon as an import changes something.',
  },
  DRAIN_SECONDS: {
    ...whole(0, 300),
    fallback: '0',
    meaning:
      'How long the service goes on after SIGTERM with /readyz at 503, so that a balancer in front of it sends requests elsewhere. 0 where there is none.',
  },
  METRICS: {
    ...oneOf('off', 'on'),
    fallback: 'off',
    meaning:
      'Whether /metrics answers with figures for Prometheus. Let only the collector reach that path.',
  },
  LOG_LEVEL: {
    ...oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    fallback: 'info',
    meaning:
      'How much is logged, as JSON lines on standard output. Never a query string, a key or a cookie.',
  },
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settings

// A URL that can be parsed, or what is not written like one: `sqlite:` names a file, and an e-mail address is no URL.
function Url(pattern: RegExp) {
  return Type.Refine(
    Type.String({ pattern }),
    (text) => !/^[a-z]+:\/\//.test(text) || URL.canParse(text),
  )
}

function whole(minimum: number, maximum: number) {
  return {
    schema: Type.Integer({ minimum, maximum }),
    takes: `a number from ${minimum} to ${maximum}`,
  } as const
}

function oneOf<Word extends string>(...words: Word[]) {
  const takes = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
  return { schema: Type.Enum(words), takes } as const
}

// What is written like an IP address must be one; whether a name is of this machine, listening tells.
function isHost(text: string): boolean {
  return !/[:%]|^[\d.]+$/.test(text) || isIP(text) !== 0
}

const bitsOf: Record<number, number> = { 4: 32, 6: 128 }

function isNetwork(entry: string): boolean {
  const [address = '', bits, more] = entry.split('/')
  const family = address.includes('%') ? 0 : isIP(address)
  if (family === 0 || more !== undefined) return false
  // Everybody's word would count under /0, and then nobody's address would be known.
  return (
    bits === undefined || (/^[1-9][0-9]{0,2}$/.test(bits) && Number(bits) <= (bitsOf[family] ?? 0))
  )
}
