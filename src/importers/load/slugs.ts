import slugify from '@sindresorhus/slugify'
import type { Kysely } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import type { ImportedTable } from './kind-tables.ts'

const slugLengthMax = 100

/** A URL slug for `title`; `fallback` where nothing of it can be written in ASCII (syllabics, for one). */
export function toSlug(title: string, fallback: string): string {
  const slug = slugify(title, { decamelize: false }).slice(0, slugLengthMax).replace(/-+$/, '')
  return slug === '' ? fallback : slug
}

/** Hands out slugs that are free in a municipality: the second `budget` becomes `budget-2`. */
export class Slugs {
  readonly #db: Kysely<Tables>
  readonly #municipalityId: number
  readonly #lastSuffix = new Map<string, number>()

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
    const row = await this.#db
      .selectFrom(table as 'people')
      .select('slug')
      .where('id', '=', id)
      .executeTakeFirst()
    return row?.slug ?? String(id)
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
