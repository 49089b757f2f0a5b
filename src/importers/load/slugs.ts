import { createHash } from 'node:crypto'
import slugify from '@sindresorhus/slugify'
import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import type { ImportedTable } from './kind-tables.ts'

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
  readonly #municipalityId: number
  readonly #lastSuffix = new Map<string, number>()
  readonly #known = new Map<string, string>()

  constructor(db: Kysely<Tables>, municipalityId: number) {
    this.#db = db
    this.#municipalityId = municipalityId
  }

  async free(table: ImportedTable, wanted: string): Promise<string> {
    const counted = `${table} ${wanted}`
    for (let suffix = (this.#lastSuffix.get(counted) ?? 0) + 1; ; suffix += 1) {
      const slug = suffix === 1 ? wanted : `${wanted}-${suffix}`
      if (await this.#isTaken(table, slug)) continue
      this.#lastSuffix.set(counted, suffix)
      return slug
    }
  }

  /** The slug of a row that is already written. */
  async of(table: ImportedTable, id: number): Promise<string> {
    const known = this.#known.get(`${table} ${id}`)
    if (known !== undefined) return known
    const { slug } = await this.#db
      .selectFrom(table as 'people')
      .select('slug')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    if (this.#known.size >= knownMax) this.#known.clear()
    this.#known.set(`${table} ${id}`, slug)
    return slug
  }

  async #isTaken(table: ImportedTable, slug: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom(table as 'people')
      .select('id')
      .where('municipality_id', '=', this.#municipalityId)
      .where('slug', '=', slug)
      .executeTakeFirst()
    return row !== undefined
  }
}
