import { expect } from 'vitest'
import type { Clock } from '../../../src/core/clock.ts'
import { LoadRejected } from '../../../src/importers/load/diagnostic-list.ts'
import { load } from '../../../src/importers/load/load.ts'
import {
  addMunicipality,
  findTarget,
  type NewMunicipality,
} from '../../../src/importers/load/municipalities.ts'
import type { LoadReport } from '../../../src/importers/load/report.ts'
import type { LoadTarget } from '../../../src/importers/load/scope.ts'
import type { Diagnostic } from '../../../src/importers/source.ts'
import type { ImportRecord, RecordKind, RecordOf } from '../../../src/record/kinds.ts'
import type { WriteStore } from '../../../src/store/open.ts'
import { dumpOf } from '../database/dump.ts'
import { copiedStore, type FreshStore, freshStore } from '../database/fresh-store.ts'
import { type Row, rowsOf } from '../database/inspector.ts'
import { databaseProblems } from '../database/problems.ts'
import { sourceOf, town, townRecords } from '../towns/town.ts'

const firstImport = Date.UTC(2026, 0, 1)
const minuteMs = 60_000

interface ImportOptions {
  source?: string
  importer?: string
  prune?: boolean
  dryRun?: boolean
  /** Whether the records are a subset of a larger record. */
  isPartial?: boolean
  /** Whether no one here can edit the source. */
  isThirdParty?: boolean
  /** The gaps that the source reports. */
  gaps?: readonly Diagnostic[]
  /** The day up to which the source says that it speaks. */
  asOf?: string
  /** The first day of a window of meetings, all of which are read. */
  since?: string
}

/** A municipality in its own database, for repeated imports. */
export interface Imports {
  store: WriteStore
  databaseUrl: string
  target: LoadTarget
  /** Imports records, each time a minute later, and asserts that the database is sound afterwards. */
  run(records: readonly unknown[], options?: ImportOptions): Promise<LoadReport>
  /** Returns the rejection of an import; asserts that it is rejected and that no table changes. */
  rejected(records: readonly unknown[], options?: ImportOptions): Promise<LoadRejected>
  /** The rows of a table in the order of their ids. */
  rows(table: string): Promise<Row[]>
  /** The row of a table with this key. */
  row(table: string, key: string): Promise<Row>
  /** `table key` of every row whose `updated_at` is that of the latest import. */
  moved(): Promise<string[]>
  remove(): Promise<void>
}

export const importedTables = [
  'organizations',
  'people',
  'memberships',
  'bylaws',
  'matters',
  'meetings',
  'agenda_items',
  'motions',
]

/** A fresh database with one empty municipality. */
export async function freshImports(municipality: NewMunicipality = town): Promise<Imports> {
  const fresh = await freshStore()
  return importsInto(fresh, await addMunicipality(fresh.store, municipality, at(firstImport)))
}

// Those of the first copy: the others are the same.
let problems: Promise<string[]> | undefined

/** A database with the town's records, a minute after they were imported. */
export async function importedTown(): Promise<Imports> {
  const fresh = await copiedStore('town of imports', async (store) => {
    const target = await addMunicipality(store, town, at(firstImport))
    const clock = at(firstImport + minuteMs)
    const source = sourceOf(townRecords(), 'town')
    await load(store, { target, source, prune: false, dryRun: false, clock })
  })
  problems ??= databaseProblems(fresh.databaseUrl)
  expect(await problems).toEqual([])
  const target = await findTarget(fresh.store, town.slug)
  return importsInto(fresh, target as LoadTarget, firstImport + minuteMs)
}

const at = (time: number): Clock => ({ now: () => time, monotonic: () => time })

function importsInto(
  { store, databaseUrl, remove }: FreshStore,
  target: LoadTarget,
  since = firstImport,
): Imports {
  let now = since
  const attempt = (records: readonly unknown[], options: ImportOptions) => {
    now += minuteMs
    const { source: name = 'town', prune = false, dryRun = false } = options
    const { isPartial = false, isThirdParty = false } = options
    const [gaps, asOf] = [() => options.gaps ?? [], () => options.asOf ?? null]
    const { importer, since } = options
    const window = since === undefined ? {} : { since, listsFrom: since }
    const read = { ...sourceOf(records, name), ...window }
    const source = { ...read, isPartial, isThirdParty, gaps, asOf }
    const named = importer === undefined ? {} : { importer }
    return load(store, { target, source, ...named, prune, dryRun, clock: at(now) })
  }
  const rows = (table: string) => rowsOf<Row>(databaseUrl, `select * from ${table} order by id`)
  return {
    store,
    databaseUrl,
    target,
    rows,
    async run(records, options = {}) {
      const report = await attempt(records, options)
      expect(await databaseProblems(databaseUrl)).toEqual([])
      return report
    },
    async rejected(records, options = {}) {
      const before = await dumpOf(databaseUrl)
      const outcome = await attempt(records, options).catch((error: unknown) => error)
      expect(outcome).toBeInstanceOf(LoadRejected)
      expect(await dumpOf(databaseUrl)).toEqual(before)
      return outcome as LoadRejected
    },
    async row(table, key) {
      const matches = (await rows(table)).filter((row) => row.key === key)
      expect(matches, `${table} ${key}`).toHaveLength(1)
      return matches[0] ?? {}
    },
    async moved() {
      const stamp = new Date(now).toISOString()
      const keys: string[] = []
      for (const table of importedTables) {
        const changed = (await rows(table)).filter((row) => row.updated_at === stamp)
        keys.push(...changed.map((row) => `${table} ${row.key}`))
      }
      return keys
    },
    remove,
  }
}

/** The records with one of them changed. */
export function changed<K extends RecordKind>(
  records: readonly ImportRecord[],
  kind: K,
  key: string,
  changes: Partial<RecordOf<K>>,
): ImportRecord[] {
  expect(records.some((record) => record.kind === kind && record.key === key)).toBe(true)
  return records.map((record) =>
    record.kind === kind && record.key === key
      ? ({ ...record, ...changes } as ImportRecord)
      : record,
  )
}

/** The records without some. */
export function without(records: readonly ImportRecord[], ...keys: string[]): ImportRecord[] {
  const kept = records.filter((record) => !keys.includes(record.key))
  expect(records.length - kept.length).toBe(keys.length)
  return kept
}

/** The reasons of a rejection, one line each. */
export function reasonsOf({ errors }: { errors: readonly Diagnostic[] }): string[] {
  return errors.map(({ location, subject, reason }) => `${location}: ${subject}: ${reason}`)
}
