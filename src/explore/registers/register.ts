import type { ComponentChildren } from 'preact'
import type { TObject } from 'typebox'
import type { Position } from '../../http/cursor.ts'
import type { Range } from '../../resources/_shared/queries.ts'
import type { ReadDatabase } from '../../store/open.ts'
import type { RegisterName } from '../../store/registers.ts'
import { countUndated, type ListPage, readListPage } from '../list-page.ts'
import type { Visit } from '../visit.ts'
import type { Words } from '../words/en.ts'
import { type ChoiceName, readChoices } from './queries.ts'

/** An entry as the page, the feed and the embed show it. */
export interface RegisterEntry {
  /** Unique in the register, and its anchor on the page. */
  slug: string
  /** Null if unknown. */
  day: string | null
  /** ISO 8601. */
  updated: string
  /** What it is, in one line of a feed. */
  title: string
  summary: string
  /** The page with the entry, if the register's has none. */
  href?: string
  /** What the columns show, in their order. */
  cells: readonly ComponentChildren[]
}

/** How many entries have something in common; `null` for those that do not say what. */
export interface Sum {
  name: string | null
  count: number
}

interface Definition<Name extends RegisterName, Filters extends object, Row> {
  name: Name
  /** The query of its list in the API. */
  query: TObject
  /** One statement, as each of these. */
  list: (db: ReadDatabase, municipalityId: number, filters: Filters, range: Range) => Promise<Row[]>
  count: (db: ReadDatabase, municipalityId: number, filters: Filters) => Promise<number>
  choices: readonly ChoiceName[]
  /** Path of the calendar of those to come, below the feeds of the council. */
  calendar?: string
  /** Values of its filter `kind`, with words for each. */
  kinds?: readonly EntryKind[]
  /** Counts above the entries, by what the register is often asked for. */
  sums?: (db: ReadDatabase, municipalityId: number, filters: Filters) => Promise<Sum[]>
  position: (row: Row) => Position
  entry: (row: Row, visit: Visit) => RegisterEntry
}

/** The entries of a page, and what is shown above them. */
export interface RegisterRead extends Awaited<ReturnType<typeof readChoices>> {
  page: ListPage<RegisterEntry>
  sums: readonly Sum[]
}

/** A list that a municipality keeps beside its minutes. */
export interface Register<Name extends RegisterName = RegisterName> {
  name: Name
  query: TObject
  calendar: string | undefined
  kinds: readonly EntryKind[]
  /** What the page of a query shows, in at most four statements. */
  readPage: (visit: Visit, db: ReadDatabase) => Promise<RegisterRead>
  /** The newest entries that match the query. */
  readNewest: (visit: Visit, db: ReadDatabase, limit: number) => Promise<RegisterEntry[]>
}

/** The words of a register. */
export const wordsOf = ({ name }: Pick<Register, 'name'>, words: Words) => words.registers.of[name]

export type EntryKind = keyof Words['registers']['kinds']

export function register<Name extends RegisterName, Filters extends object, Row>(
  definition: Definition<Name, Filters, Row>,
): Register<Name> {
  const {
    name,
    query,
    list,
    count,
    choices,
    calendar,
    kinds = [],
    sums,
    position,
    entry,
  } = definition
  return {
    name,
    query,
    calendar,
    kinds,
    async readPage(visit, db) {
      const { municipality, query: filters } = visit
      const state = municipality.registers[name]
      const { rows, ...page } = await readListPage(
        visit,
        (paging) => list(db, municipality.id, filters as Filters, paging),
        position,
      )
      const undated = await countUndated(visit, (left: Filters) => count(db, municipality.id, left))
      const entries = rows.map((row) => entry(row, visit))
      return {
        page: { ...page, rows: entries, undated },
        ...(await readChoices(db, { municipalityId: municipality.id, name, choices, state })),
        sums: (await sums?.(db, municipality.id, filters as Filters)) ?? [],
      }
    },
    async readNewest(visit, db, limit) {
      const rows = await list(db, visit.municipality.id, visit.query as Filters, { limit })
      return rows.map((row) => entry(row, visit))
    },
  }
}
