import { createHash } from 'node:crypto'
import slugify from '@sindresorhus/slugify'
import type { Kysely } from 'kysely'
import type { SqlDialect } from '../../store/dialect/dialect.ts'
import type { WriteStore } from '../../store/open.ts'
import { type ImportedTable, importedTables } from '../../store/record-kinds.ts'
import type { Tables } from '../../store/tables.ts'

const slugLengthMax = 100
const knownMax = 100_000

/** A URL slug for `title`; `fallback` where nothing of it can be written in ASCII (syllabics, for one). */
export function toSlug(title: string, fallback: string): string {
  const slug = slugify(title, { decamelize: false }).slice(0, slugLengthMax).replace(/-+$/, '')
  return slug === '' ? fallback : slug
}

/** A slug for what has no word to make one of: from its key, so that it survives a rebuilt database. */
export function keyedSlug(kind: string, key: string): string {
  return `${kind}-${createHash('sha256').update(key).digest('hex').slice(0, 8)}`
}

/** Hands out slugs that are free in a municipality: the second `budget` becomes `budget-2`. */
export class Slugs {
  readonly #db: Kysely<Tables>
  readonly #dialect: SqlDialect
  readonly #municipalityId: number
  readonly #lastSuffix = new Map<string, number>()
  readonly #known = new Map<string, string>()

  constructor({ db, dialect }: Pick<WriteStore, 'db' | 'dialect'>, municipalityId: number) {
    this.#db = db
    this.#dialect = dialect
    this.#municipalityId = municipalityId
  }

  /** A slug for each new row, in the order of the rows, which are not written yet. */
  async free(table: ImportedTable, wanted: readonly string[]): Promise<string[]> {
    if (wanted.length === 0) return []
    const taken = await this.#taken(table, wanted)
    const slugs: string[] = []
    for (const each of wanted) {
      const slug = taken.has(each) ? await this.#numbered(table, each, taken) : each
      taken.add(slug)
      slugs.push(slug)
    }
    return slugs
  }

  /** The slug of a row that is already written. */
  async of(table: ImportedTable, id: number): Promise<string> {
    const known = this.#known.get(`${table} ${id}`)
    if (known !== undefined) return known
    const { slug } = await importedTables(this.#db)
      .selectFrom(table)
      .select('slug')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    this.remember(table, id, slug)
    return slug
  }

  remember(table: ImportedTable, id: number, slug: string): void {
    if (this.#known.size >= knownMax) this.#known.clear()
    this.#known.set(`${table} ${id}`, slug)
  }

  async #numbered(
    table: ImportedTable,
    wanted: string,
    taken: ReadonlySet<string>,
  ): Promise<string> {
    const counted = `${table} ${wanted}`
    for (let suffix = (this.#lastSuffix.get(counted) ?? 1) + 1; ; suffix += 1) {
      const slug = `${wanted}-${suffix}`
      if (taken.has(slug) || (await this.#taken(table, [slug])).size > 0) continue
      this.#lastSuffix.set(counted, suffix)
      return slug
    }
  }

  async #taken(table: ImportedTable, slugs: readonly string[]): Promise<Set<string>> {
    const rows = await importedTables(this.#db)
      .selectFrom(table)
      .select('slug')
      .where('municipality_id', '=', this.#municipalityId)
      .where(({ ref }) => this.#dialect.isAmong(ref('slug'), this.#dialect.listOf(slugs)))
      .execute()
    return new Set(rows.map(({ slug }) => slug))
  }
}
