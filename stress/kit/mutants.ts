import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import type { Random } from './random.ts'

/** A change to a folder. */
export interface Mutation {
  what: string
  /** The changed file, relative to the folder. */
  path: string
}

type Mutate = (file: string, random: Random) => void

const badTexts = [
  ...['', ' ', '2024-02-30', '0001-01-01T00:00:00Z', 'javascript:alert(1)', '<script>x</script>'],
  ...['=1+1', '\u0000', '\ud800', '\u202e', '🏳️‍🌈', '../../test/etc/passwd', '~', '%00'],
  'x'.repeat(5000),
]
const badValues: readonly unknown[] = [
  ...[null, true, -1, 0, 1e300, 2 ** 53, 0.5, [], {}, [[]], { a: null }],
  ...badTexts,
]

const onBytes =
  (change: (bytes: Buffer, random: Random) => Buffer): Mutate =>
  (file, random) =>
    writeFileSync(file, change(readFileSync(file), random))

const insert = (bytes: Buffer, at: number, what: Buffer) =>
  Buffer.concat([bytes.subarray(0, at), what, bytes.subarray(at)])

/** Changes one of the JSON values of a file: the whole file, or one line if it has one on each. */
const onJson = (change: (value: unknown, random: Random) => unknown): Mutate =>
  onBytes((bytes, random) => {
    const text = bytes.toString()
    // Such nesting would overflow the stack of a recursive function.
    if (text.includes(deep(50).slice(0, 50))) return bytes
    const lines = text.split('\n')
    const isLines = lines.length > 1 && parsed(lines[0] ?? '') !== undefined
    if (!isLines) {
      const value = parsed(text)
      return value === undefined
        ? bytes
        : Buffer.from(JSON.stringify(change(value, random), null, 1))
    }
    const at = random.below(lines.length - 1)
    const value = parsed(lines[at] ?? '')
    if (value !== undefined) lines[at] = JSON.stringify(change(value, random))
    return Buffer.from(lines.join('\n'))
  })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface Spot {
  owner: Record<string, unknown>
  name: string
}

function spotsIn(value: unknown): Spot[] {
  if (typeof value !== 'object' || value === null) return []
  const owner = value as Record<string, unknown>
  return Object.keys(owner).flatMap((name) => [{ owner, name }, ...spotsIn(owner[name])])
}

const atSpot = (change: (spot: Spot, random: Random) => void) =>
  onJson((value, random) => {
    const spots = spotsIn(value)
    if (spots.length > 0) change(random.pick(spots), random)
    return value
  })

const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

/** The changes by name. */
const mutators: Record<string, Mutate> = {
  truncated: onBytes((bytes, random) => bytes.subarray(0, random.below(bytes.length))),
  'a byte changed': onBytes((bytes, random) => {
    if (bytes.length > 0) bytes[random.below(bytes.length)] = random.below(256)
    return bytes
  }),
  'bytes inserted': onBytes((bytes, random) => {
    const what = [...Array(random.between(1, 8))].map(() => random.below(256))
    return insert(bytes, random.below(bytes.length + 1), Buffer.from(what))
  }),
  'a part twice': onBytes((bytes, random) => {
    const from = random.below(bytes.length)
    return insert(bytes, from, bytes.subarray(from, from + random.below(400)))
  }),
  'a part gone': onBytes((bytes, random) => {
    const from = random.below(bytes.length)
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + random.below(400))])
  }),
  'a byte order mark': onBytes((bytes) => Buffer.concat([Buffer.from('\ufeff'), bytes])),
  'in UTF-16': onBytes((bytes) => Buffer.from(`\ufeff${bytes}`, 'utf16le')),
  'in Latin-1': onBytes((bytes) => Buffer.from(`${bytes}é`, 'latin1')),
  'with CR LF': onBytes((bytes) => Buffer.from(bytes.toString().replaceAll('\n', '\r\n'))),
  empty: onBytes(() => Buffer.alloc(0)),
  blank: onBytes(() => Buffer.from(' \n\t\n')),
  'nested deeply': onBytes((_bytes, random) => Buffer.from(deep(random.between(100, 100_000)))),
  'of another type': onBytes((_bytes, random) =>
    Buffer.from(JSON.stringify(random.pick(badValues))),
  ),
  'with another value': atSpot(({ owner, name }, random) => {
    owner[name] = random.pick(badValues)
  }),
  'with another text': atSpot(({ owner, name }, random) => {
    owner[name] = random.pick(badTexts)
  }),
  'without a field': atSpot(({ owner, name }) => {
    delete owner[name]
  }),
  'with a field more': atSpot(({ owner }, random) => {
    owner[random.pick(['extra', 'constructor', 'toString', ''])] = random.pick(badValues)
  }),
  'with __proto__': onBytes((bytes) =>
    Buffer.from(bytes.toString().replace('{', '{"__proto__": {"polluted": true}, ')),
  ),
  'with very many fields': onJson((value) =>
    Object.assign(
      Object(value),
      Object.fromEntries([...Array(20_000)].map((_, i) => [`f${i}`, i])),
    ),
  ),
  'with values exchanged': atSpot(({ owner, name }, random) => {
    const other = random.pick(Object.keys(owner))
    const value = owner[name]
    owner[name] = owner[other]
    owner[other] = value
  }),
  'there twice': (file) => {
    const name = basename(file, extname(file))
    writeFileSync(join(dirname(file), `${name}-again${extname(file)}`), readFileSync(file))
  },
  gone: (file) => rmSync(file),
  'a folder': (file) => {
    rmSync(file)
    mkdirSync(file)
  },
  'a link to nothing': (file) => {
    rmSync(file)
    symlinkSync('/nowhere/at/all', file)
  },
  'a device without end': (file) => {
    rmSync(file)
    symlinkSync('/dev/zero', file)
  },
}

/** Changes one file of a folder in one way. */
export function mutate(folder: string, random: Random): Mutation {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path), { throwIfNoEntry: false })?.isFile() === true)
    .sort()
  const path = random.pick(paths)
  const what = random.pick(Object.keys(mutators))
  mutators[what]?.(join(folder, path), random)
  return { what, path }
}
