import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { bundleFileName } from '../src/importers/bundle/schema.ts'
import { type ImportRecord, kinds, recordKindNames } from '../src/record/kinds.ts'
import { council } from '../test/support/imports/edited-council.ts'
import { Copy } from '../test/support/service/copy.ts'
import { importRecords } from '../test/support/service/import-records.ts'
import { publishFiles } from '../test/support/service/publish-files.ts'
import { type Service, startService } from '../test/support/service/service.ts'
import { sourceOf, town } from '../test/support/towns/town.ts'
import { Random } from './kit/random.ts'
import { Results } from './kit/results.ts'
import type { Order, Outcome, StressTest } from './kit/stress-test.ts'

/** Imports from a published file to the walk that it must equal. */
const importsFromFile = 10

async function run({ size, seed, log, archive }: Order): Promise<Outcome> {
  const random = new Random(seed)
  const records = new EditedRecords(archive === undefined ? council : readBundle(archive), random)
  const service = await startService({
    source: { ...sourceOf(records.present()), isPartial: true },
  })
  const folder = mkdtempSync(join(tmpdir(), 'reeve-copies-'))
  const copying = new Copying({ service, records, random, folder })
  try {
    await copying.sync()
    for (let step = 0; step < size; step += 1) {
      await copying.step(step)
      if (step % 10 === 9) log(`  ${step + 1} of ${size}`)
    }
    return await copying.end(size)
  } finally {
    await service.stop()
    rmSync(folder, { recursive: true })
  }
}

interface Scene {
  service: Service
  records: EditedRecords
  random: Random
  folder: string
}

/** Copies of one service: one that is read after each import, two that are read between imports, one from a file. */
class Copying {
  readonly #results = new Results()
  readonly #scene: Scene
  readonly #whole: Copy
  /** With small pages, so that imports come between them. */
  readonly #paged: readonly Copy[]
  #fromFile: Copy
  readonly #counts = { interleavings: 0, changes: 0, fromFile: 0 }
  readonly #times = { importMs: 0, syncMs: 0 }

  constructor(scene: Scene) {
    this.#scene = scene
    const { service, records } = scene
    this.#whole = new Copy(service)
    this.#fromFile = new Copy(service)
    this.#paged = records.size < 1000 ? [3, 7].map(by) : [20, 50].map(by)

    function by(perPage: number): Copy {
      return new Copy(service, perPage)
    }
  }

  sync() {
    return this.#whole.sync()
  }

  /** An import, pages of copies after it, and the comparison with all records. */
  async step(step: number): Promise<void> {
    const { service, folder } = this.#scene
    if (step % importsFromFile === 0) this.#fromFile = await copyFromFile(service, folder)
    await this.#import(step)
    await this.#readPages()
    const full = new Copy(service)
    await full.sync()
    compare(this.#results, `import ${step}`, this.#whole.records, full.records)
    if (step % importsFromFile === importsFromFile - 1) {
      await this.#fromFile.sync()
      compare(this.#results, `the file before import ${step}`, this.#fromFile.records, full.records)
      this.#counts.fromFile += 1
    }
    this.#results.requests += 1
  }

  async #import(step: number): Promise<void> {
    const { service, records } = this.#scene
    const isTimeOnly = step % importsFromFile === 7
    const edited = isTimeOnly ? records.touched() : records.next()
    const began = performance.now()
    await importRecords(service, edited, { prune: true, isPartial: true })
    const imported = performance.now()
    const changes = await this.#whole.sync()
    this.#times.importMs += imported - began
    this.#times.syncMs += performance.now() - imported
    this.#counts.changes += changes.length
    if (isTimeOnly)
      this.#results.demand(changes.length === 0, `import ${step}: a time of the source is a change`)
  }

  async #readPages(): Promise<void> {
    const { random } = this.#scene
    for (let pages = random.below(6); pages > 0; pages -= 1) {
      await random.pick(this.#paged).page()
      this.#counts.interleavings += 1
    }
  }

  async end(imports: number): Promise<Outcome> {
    for (const copy of this.#paged) {
      await copy.sync()
      compare(this.#results, 'a copy by small pages', copy.records, this.#whole.records)
    }
    const { importMs, syncMs } = this.#times
    const times = { importMs: Math.round(importMs / imports), syncMs: Math.round(syncMs / imports) }
    return this.#results.outcome({ records: this.#scene.records.size, ...this.#counts, ...times })
  }
}

type Records = Copy['records']

function compare(results: Results, what: string, copy: Records = {}, full: Records = {}): void {
  const keys = new Set([...Object.keys(copy), ...Object.keys(full)])
  const other = [...keys].filter((key) => !isDeepStrictEqual(copy[key], full[key]))
  results.demand(other.length === 0, `${what}: ${other.length} differ, such as ${other[0]}`)
}

/** A copy of the published files, which goes on from their token. */
async function copyFromFile(service: Service, folder: string): Promise<Copy> {
  await publishFiles(service, town.slug, folder)
  const files = join(folder, town.slug)
  const { sync_token: token } = JSON.parse(readFileSync(join(files, 'datapackage.json'), 'utf8'))
  const lines = gunzipSync(readFileSync(join(files, 'changes.ndjson.gz'))).toString('utf8')
  const data = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  const copy = new Copy(service)
  copy.take({ data, pagination: { has_more: false, next_cursor: null }, sync: { token } })
  return copy
}

function readBundle(folder: string): ImportRecord[] {
  return recordKindNames.flatMap((kind) =>
    readFileSync(join(folder, bundleFileName(kind)), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => ({ kind, ...JSON.parse(line) }) as ImportRecord),
  )
}

/** Records with random additions, changes, removals and returns. */
class EditedRecords {
  readonly #records: ImportRecord[]
  readonly #random: Random
  readonly #gone = new Set<number>()
  #added = 0

  constructor(records: readonly ImportRecord[], random: Random) {
    this.#records = [...records]
    this.#random = random
  }

  get size(): number {
    return this.#records.length
  }

  /** The records after one to eight edits. */
  next(): ImportRecord[] {
    for (let edits = this.#random.between(1, 8); edits > 0; edits -= 1) this.#edit()
    return this.present()
  }

  /** The same records, of which the source says a later time. */
  touched(): ImportRecord[] {
    const time = new Date(Date.UTC(2030, 0, 1) + this.#random.below(2 ** 31)).toISOString()
    return this.present().map((record) => ({ ...record, source_updated_at: time }))
  }

  #edit(): void {
    const random = this.#random
    const at = random.below(this.#records.length)
    const record = this.#records[at] as ImportRecord
    const [returned] = this.#gone
    if (returned !== undefined && random.chance(0.25)) this.#gone.delete(returned)
    else if (random.chance(0.25)) this.#gone.add(at)
    else if (random.chance(0.2) && isAdded(record)) {
      this.#added += 1
      this.#records.push({ ...record, key: `added-${this.#added}` })
    } else this.#records[at] = this.#changed(record)
  }

  #changed(record: ImportRecord): ImportRecord {
    const random = this.#random
    if (record.kind === 'motion' && random.chance(0.5)) {
      const votes = (record.votes ?? []).map((vote) =>
        random.chance(0.2) ? { ...vote, value: vote.value === 'For' ? 'Against' : 'For' } : vote,
      )
      return { ...record, votes } as ImportRecord
    }
    const field = ['title', 'name', 'text', 'description', 'role'].find((name) => name in record)
    if (field === undefined) return record
    return { ...record, [field]: `Changed ${random.below(1000)}` } as ImportRecord
  }

  /** Those that are there, without the ones that need one that is gone; a source without a kind is rejected. */
  present(): ImportRecord[] {
    const kept: ImportRecord[] = []
    const keys = new Set<string>()
    for (const kind of recordKindNames) {
      const { references } = kinds[kind].layout
      const needed = references.filter(({ isRequired }) => isRequired)
      for (const [at, record] of this.#records.entries()) {
        if (record.kind !== kind || this.#gone.has(at)) continue
        const values = record as unknown as Record<string, string>
        if (!needed.every(({ field, target }) => keys.has(`${target} ${values[field]}`))) continue
        keys.add(`${kind} ${record.key}`)
        kept.push(record)
      }
    }
    return kept
  }
}

/** Two with one number or name would be one by their slug, but for these. */
const isAdded = ({ kind }: ImportRecord) => kind === 'motion' || kind === 'agenda_item'

export const copies: StressTest = {
  name: 'copies',
  about:
    'copies by the list of changes, also read between imports and from a published file, are all records',
  counts: 'imports of a generated council, or of the bundle that --archive names',
  sizes: { small: 10, large: 300 },
  run,
}
