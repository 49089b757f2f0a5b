import type { TSchema } from 'typebox'
import { type Passage, PassageFinder, withheldMark } from '../../core/passages.ts'
import type { Layout } from '../../record/field.ts'
import { type ImportRecord, kinds, type RecordKind, recordKindNames } from '../../record/kinds.ts'
import {
  type NewTakedown,
  recordHash,
  replacedKey,
  type Takedowns,
  urlHash,
} from '../../store/takedowns.ts'
import { slugLengthMax } from './ids.ts'

interface Identity {
  kind: RecordKind
  key: string
  source?: string
}

/** The passages that are looked for in one text. */
export class Finders {
  readonly all: readonly PassageFinder[]

  constructor(all: Iterable<PassageFinder | undefined>) {
    this.all = [...all].filter((one) => one !== undefined)
  }

  has(text: string): boolean {
    return this.all.some((finder) => finder.has(text))
  }

  /** Of texts that follow each other, in several orders if these are given. */
  masked(texts: readonly string[], orders = [[...texts.keys()]]): readonly string[] {
    return this.all.reduce<readonly string[]>((all, finder) => finder.masked(all, orders), texts)
  }

  /** A text about records, such as a warning. */
  maskedText(text: string): string {
    return this.masked([text])[0] ?? ''
  }
}

/** Of a slug without its end, see `toSlug`. */
const cutSlugLength = slugLengthMax - 1

/** Takes what was taken down out of the records of one source. */
export class Withholder {
  readonly #secret: string
  readonly #source: string
  readonly #everywhere: PassageFinder
  /** The passages of single records, by the digest of the record. */
  readonly #own = new Map<string, PassageFinder>()
  readonly #ownKinds = new Set<RecordKind>()
  /** Digests of records, of people without contact details, and of files. */
  readonly #records: ReadonlySet<string>
  readonly #contacts: ReadonlySet<string>
  readonly #files: ReadonlySet<string>
  /** The keys of the records that were read and belong to a record that is withheld. */
  readonly parts = new Map<RecordKind, Set<string>>()
  readonly isEmpty: boolean
  readonly hasRecords: boolean

  constructor({ key, active }: Takedowns, source: string) {
    this.#secret = key
    this.#source = source
    this.isEmpty = active.length === 0
    const of = (kind: NewTakedown['kind']) => active.filter((one) => one.kind === kind)
    const hashes = (all: readonly NewTakedown[], name: 'hash' | 'record_hash') =>
      new Set(all.flatMap((one) => one[name] ?? []))
    this.#records = hashes(of('record'), 'record_hash')
    this.#contacts = hashes(of('contact'), 'record_hash')
    this.#files = hashes(of('document'), 'hash')
    this.hasRecords = this.#records.size > 0
    const passages = Map.groupBy(of('passage'), (one) => one.record_hash)
    this.#everywhere = new PassageFinder(key, passages.get(null)?.flatMap(toPassage) ?? [])
    for (const [record, some] of passages)
      if (record !== null) this.#own.set(record, new PassageFinder(key, some.flatMap(toPassage)))
    for (const { record_kind: kind } of of('passage')) if (kind !== null) this.#ownKinds.add(kind)
  }

  /** Whether a record is withheld as a whole. */
  isRemoved(kind: RecordKind, key: string): boolean {
    if (!this.hasRecords) return false
    return this.parts.get(kind)?.has(key) === true || this.#records.has(this.#hashOf({ kind, key }))
  }

  /** Whether a URL is that of a file that was taken down. */
  isFile(url: string): boolean {
    return this.#files.size > 0 && this.#files.has(urlHash(this.#secret, url))
  }

  /** The passages of any record. */
  get ofAllRecords(): Finders {
    return new Finders([this.#everywhere, ...this.#own.values()])
  }

  /** Those of one record, of this source if it does not name another. */
  of(record: Identity): Finders {
    return this.ofHash(this.#hashOf(record))
  }

  ofHash(hash: string): Finders {
    return new Finders([this.#everywhere, this.#own.get(hash)])
  }

  /** The kinds of the records that have passages of their own. */
  get ownKinds(): ReadonlySet<RecordKind> {
    return this.#ownKinds
  }

  hasOwn(record: Identity): boolean {
    return this.#own.has(this.#hashOf(record))
  }

  /** Whether a record may not be at an address any more: a slug that was cut can end within a passage. */
  losesSlug(record: ImportRecord, slug: string): boolean {
    const isCut = slug.length >= cutSlugLength && record.withheld === true
    return isCut || this.#isInSlug(record, slug)
  }

  /** The slug of an item or a motion begins with that of its meeting, which can have passages of its own. */
  #isInSlug(record: ImportRecord, slug: string): boolean {
    const keys = record as unknown as Readonly<Record<string, string | null | undefined>>
    const above = kinds[record.kind].layout.references.flatMap(({ field, target }) => {
      const key = keys[field]
      return key == null ? [] : [{ kind: target as RecordKind, key }]
    })
    return [record, ...above].some((one) => this.of(one).has(slug))
  }

  /** The key under which a record is stored. */
  keyOf(kind: RecordKind, key: string): string {
    if (!this.#everywhere.has(key) && !this.#ownKinds.has(kind)) return key
    const hash = this.#hashOf({ kind, key })
    return this.ofHash(hash).has(key) ? replacedKey(hash) : key
  }

  /** The key that replaces one with words that were taken down. */
  replacedKeyOf(kind: RecordKind, key: string): string {
    return replacedKey(this.#hashOf({ kind, key }))
  }

  #hashOf({ kind, key, source = this.#source }: Identity): string {
    return recordHash(this.#secret, { kind, source, key })
  }

  /** The record as it may be stored; undefined if it, or the record to which it belongs, is withheld as a whole. */
  apply(record: ImportRecord): ImportRecord | undefined {
    const { kind, key } = record
    const hash = this.#hashOf(record)
    if (this.#records.has(hash)) return undefined
    if (this.#belongsToRemoved(record)) {
      this.#addPart(kind, key)
      return undefined
    }
    const walk = new Walk({
      finders: this.ofHash(hash),
      targets: targetsOf.get(kind) ?? new Map(),
      isFile: (url) => this.isFile(url),
      keyOf: (of, referred) =>
        this.isRemoved(of, referred) ? undefined : this.keyOf(of, referred),
    })
    const contact = this.#withoutContact(record, hash)
    const masked = walk.record(kinds[kind].schema, contact)
    masked.key = this.keyOf(kind, key)
    const slug = record.served_as?.slug
    const isMoved = slug !== undefined && this.#isInSlug(record, slug)
    if (!walk.hasChanged && !isMoved && contact === record && masked.key === key) return record
    return { ...masked, withheld: true }
  }

  #belongsToRemoved(record: ImportRecord): boolean {
    const keys = record as unknown as Readonly<Record<string, string>>
    return kinds[record.kind].layout.references.some(
      ({ field, target, isRequired }) =>
        isRequired && this.isRemoved(target as RecordKind, keys[field] ?? ''),
    )
  }

  #addPart(kind: RecordKind, key: string): void {
    const keys = this.parts.get(kind) ?? new Set()
    this.parts.set(kind, keys.add(key))
  }

  #withoutContact(record: ImportRecord, hash: string): ImportRecord {
    if (record.kind !== 'person' || !this.#contacts.has(hash)) return record
    const { contact_details: _, ...rest } = record
    return rest
  }
}

const toPassage = ({ words, prefilter, hash }: NewTakedown): Passage[] =>
  words === null || prefilter === null || hash === null ? [] : [{ words, prefilter, hash }]

type Targets = ReadonlyMap<string, RecordKind>

/** The kinds to which the fields with keys refer. */
const targetsOf: ReadonlyMap<RecordKind, Targets> = new Map(
  recordKindNames.map((kind) => [kind, new Map(referencesIn(kinds[kind].layout))]),
)

function referencesIn({ columns, references, keys, parts }: Layout): [string, RecordKind][] {
  // Such as that of the item of a statement.
  const others = columns.flatMap(({ path }): [string, RecordKind][] => {
    const [field = ''] = path.slice(-1)
    const target = recordKindNames.find((kind) => field === `${kind}_key`)
    return target === undefined ? [] : [[field, target]]
  })
  return [
    ...others,
    ...[...references, ...keys].map(({ field, target }): [string, RecordKind] => [
      field,
      target as RecordKind,
    ]),
    ...parts.flatMap(({ part }) => referencesIn(part.layout)),
  ]
}

interface WalkTools {
  finders: Finders
  targets: Targets
  isFile: (url: string) => boolean
  /** Undefined for a record that is withheld. */
  keyOf: (kind: RecordKind, key: string) => string | undefined
}

/** A value of a JSON schema. */
interface Schema {
  type?: string
  anyOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  format?: string
  pattern?: string
  maxLength?: number
  const?: unknown
  enum?: unknown[]
}

/** Whether a text without some of its words would no longer be valid, or would be another value. */
const hasFormat = ({ format, pattern }: Schema) =>
  format !== undefined || (pattern !== undefined && pattern !== '\\S')

type ContactDetail = { value: string }

/** Goes through a record along its schema. */
class Walk {
  readonly #tools: WalkTools
  hasChanged = false

  constructor(tools: WalkTools) {
    this.#tools = tools
  }

  /** A value with a format that the record must have stays: without it there is no record. */
  record(schema: TSchema, record: ImportRecord): ImportRecord {
    const { properties = {}, required = [] } = schema as Schema
    const masked = Object.entries(record).flatMap(([name, each]) => {
      const of = properties[name] ?? {}
      const isFixed = required.includes(name) && hasFormat(of)
      const kept = isFixed ? each : this.#value(of, each, name)
      return kept === undefined ? [] : [[name, kept]]
    })
    return this.#withoutPartsOfName({ ...record }, Object.fromEntries(masked)) as ImportRecord
  }

  /** Undefined in place of what must not be there. */
  #value(schema: Schema, value: unknown, name: string): unknown {
    const { anyOf, items, ...shape } = schema
    if (value === null || value === undefined) return value
    if (anyOf !== undefined)
      return this.#value(anyOf.find(({ type }) => type !== 'null') ?? {}, value, name)
    if (Array.isArray(value)) return this.#list(items ?? {}, value, name)
    if (typeof value === 'object') return this.#object(shape, value as Record<string, unknown>)
    return typeof value === 'string' ? this.#text(shape, value, name) : value
  }

  #list(items: Schema, list: readonly unknown[], name: string): unknown[] {
    const kept = list.map((one) => this.#value(items, one, name))
    // Which format it has depends on its type.
    const isWhole = (one: unknown, at: number) =>
      name !== 'contact_details' ||
      (one as ContactDetail).value === (list[at] as ContactDetail).value
    const present = kept.filter((one, at) => one !== undefined && isWhole(one, at))
    return name === 'sections' ? this.#sections(present as Record<string, string>[]) : present
  }

  /** A passage can continue on the next page, after or without its heading. */
  #sections(sections: readonly Record<string, string>[]): Record<string, string>[] {
    const fields = sections.flatMap((section, at) =>
      Object.keys(section).flatMap((field) =>
        typeof section[field] === 'string' ? { at, field } : [],
      ),
    )
    const written = fields.map(({ at, field }) => sections[at]?.[field] ?? '')
    const withoutTitles = fields.flatMap(({ field }, n) => (field === 'text' ? [n] : []))
    const texts = this.#tools.finders.masked(written, [[...fields.keys()], withoutTitles])
    const masked = sections.map((section) => ({ ...section }))
    for (const [n, { at, field }] of fields.entries()) {
      const section = masked[at]
      const text = texts[n] ?? ''
      if (section === undefined || section[field] === text) continue
      section[field] = text
      this.hasChanged = true
    }
    return masked
  }

  /** Undefined for a file that was taken down, and for what has lost a value that it must have. */
  #object(
    { properties = {}, required = [] }: Schema,
    value: Readonly<Record<string, unknown>>,
  ): Record<string, unknown> | undefined {
    const { url } = value
    if (typeof url === 'string' && 'sections' in properties && this.#tools.isFile(url)) {
      this.hasChanged = true
      return undefined
    }
    const kept: Record<string, unknown> = {}
    for (const [name, each] of Object.entries(value)) {
      const of = this.#value(properties[name] ?? {}, each, name)
      if (of !== undefined) kept[name] = of
      else if (required.includes(name)) return undefined
    }
    return this.#withoutPartsOfName(value, kept)
  }

  /** The other parts of a name would say it. */
  #withoutPartsOfName(
    value: Readonly<Record<string, unknown>>,
    kept: Record<string, unknown>,
  ): Record<string, unknown> {
    if (kept.name === value.name) return kept
    const { given_name: _, family_name: __, ...rest } = kept
    return rest
  }

  #text(shape: Schema, text: string, name: string): string | undefined {
    const kept = this.#kept(shape, text, name)
    if (kept !== text) this.hasChanged = true
    return kept
  }

  #kept(shape: Schema, text: string, name: string): string | undefined {
    const target = this.#tools.targets.get(name)
    if (target !== undefined) return this.#tools.keyOf(target, text)
    if (name === 'key' || 'const' in shape || 'enum' in shape) return text
    if (hasFormat(shape)) {
      const isNamed = this.#tools.finders.has(text)
      return isNamed || (shape.format === 'web-url' && this.#tools.isFile(text)) ? undefined : text
    }
    const masked = this.#tools.finders.maskedText(text)
    const isTooLong = masked !== text && masked.length > (shape.maxLength ?? Infinity)
    return isTooLong ? withheldMark : masked
  }
}
