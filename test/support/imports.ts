import { expect } from 'vitest'
import type { Clock } from '../../src/core/clock.ts'
import type { LoadTarget } from '../../src/importers/load/context.ts'
import { load } from '../../src/importers/load/load.ts'
import { LoadRefused } from '../../src/importers/load/load-refused.ts'
import { addMunicipality, type NewMunicipality } from '../../src/importers/load/municipalities.ts'
import type { LoadReport } from '../../src/importers/load/report.ts'
import type { ImportRecord, RecordKind, RecordOf } from '../../src/importers/records.ts'
import type { Finding } from '../../src/importers/source.ts'
import type { WriteStore } from '../../src/store/open.ts'
import { databaseFaults, dumpOf } from './database.ts'
import { freshStore } from './service.ts'
import { sourceOf, town } from './town.ts'

const firstImport = Date.UTC(2026, 0, 1)
const minuteMs = 60_000

interface ImportOptions {
  source?: string
  prune?: boolean
  dryRun?: boolean
}

// biome-ignore lint/suspicious/noExplicitAny: a test looks at columns of whatever table it names.
type AnyRow = Record<string, any>

/** A municipality in a database of its own, to import into again and again. */
export interface Imports {
  store: WriteStore
  databaseUrl: string
  target: LoadTarget
  /** Imports records, each time a minute later, and demands that the database is sound afterwards. */
  run(records: readonly unknown[], options?: ImportOptions): Promise<LoadReport>
  /** What an import is refused for; demands that it is refused and leaves every table as it was. */
  refused(records: readonly unknown[], options?: ImportOptions): Promise<LoadRefused>
  /** The rows of a table in the order of their ids. */
  rows(table: string): AnyRow[]
  /** The row of a table with this key. */
  row(table: string, key: string): AnyRow
  /** `table key` of every row whose `updated_at` is that of the latest import. */
  moved(): string[]
  remove(): Promise<void>
}

const importedTables = [
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
  const { store, databaseUrl, remove } = await freshStore()
  let now = firstImport
  const clock: Clock = { now: () => now, monotonic: () => now }
  const target = await addMunicipality(store, municipality, clock)
  const attempt = (records: readonly unknown[], options: ImportOptions) => {
    now += minuteMs
    const { source = 'town', prune = false, dryRun = false } = options
    return load(store, { target, source: sourceOf(records, source), prune, dryRun, clock })
  }
  const rows = (table: string) => dumpOf(databaseUrl)[table] ?? []
  return {
    store,
    databaseUrl,
    target,
    rows,
    async run(records, options = {}) {
      const report = await attempt(records, options)
      expect(databaseFaults(databaseUrl)).toEqual([])
      return report
    },
    async refused(records, options = {}) {
      const before = dumpOf(databaseUrl)
      const outcome = await attempt(records, options).catch((error: unknown) => error)
      expect(outcome).toBeInstanceOf(LoadRefused)
      expect(dumpOf(databaseUrl)).toEqual(before)
      return outcome as LoadRefused
    },
    row(table, key) {
      const found = rows(table).filter((row) => row.key === key)
      expect(found, `${table} ${key}`).toHaveLength(1)
      return found[0] ?? {}
    },
    moved() {
      const stamp = new Date(now).toISOString()
      const dump = dumpOf(databaseUrl)
      return importedTables.flatMap((table) =>
        (dump[table] ?? [])
          .filter((row) => row.updated_at === stamp)
          .map((row) => `${table} ${row.key}`),
      )
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

/** The reasons of a refusal, one line each. */
export function reasonsOf({ problems }: { problems: readonly Finding[] }): string[] {
  return problems.map(({ where, subject, reason }) => `${where}: ${subject}: ${reason}`)
}
