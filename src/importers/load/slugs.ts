import { createHash } from 'node:crypto'
import slugify from '@sindresorhus/slugify'
import { importedTables, recordKinds } from '../../store/record-kinds.ts'
import type { RecordKind } from '../records.ts'
import type { LoadScope } from './scope.ts'

const slugLengthMax = 100
// Numbered slugs in the first lookup of a title; each further lookup has four times as many.
const firstWidth = 8

/** A URL slug for `title`; `fallback` if it has no ASCII form, for example syllabics. */
export function toSlug(title: string, fallback: string): string {
  const slug = slugify(title, { decamelize: false }).slice(0, slugLengthMax).replace(/-+$/, '')
  return slug === '' ? fallback : slug
}

/** A slug from the key, for records without a usable title; it survives a rebuilt database. */
export function keyedSlug(kind: string, key: string): string {
  return `${kind}-${createHash('sha256').update(key).digest('hex').slice(0, 8)}`
}

/** Taken slugs, and the number up to which each title was looked up. */
interface TakenSlugs {
  taken: Set<string>
  checkedTo: Map<string, number>
}

/** Assigns slugs that are unique in a municipality: the second `budget` becomes `budget-2`. */
export class Slugs {
  readonly #scope: LoadScope
  /** The last number by kind and title. */
  readonly #last = new Map<string, number>()

  constructor(scope: LoadScope) {
    this.#scope = scope
  }

  /** A slug for each title, in the same order. */
  async free(kind: RecordKind, titles: readonly string[]): Promise<string[]> {
    if (titles.length === 0) return []
    const lookup = { taken: await this.#taken(kind, titles), checkedTo: new Map<string, number>() }
    const repeated = titles.filter((slug, n) => lookup.taken.has(slug) || titles.indexOf(slug) < n)
    await this.#lookUpNumbers(kind, new Set(repeated), lookup)
    const slugs: string[] = []
    for (const title of titles) {
      const slug = lookup.taken.has(title) ? await this.#numbered(kind, title, lookup) : title
      lookup.taken.add(slug)
      slugs.push(slug)
    }
    return slugs
  }

  async #numbered(kind: RecordKind, title: string, lookup: TakenSlugs): Promise<string> {
    let number = this.#lastOf(kind, title)
    do {
      number += 1
      if (number > (lookup.checkedTo.get(title) ?? 0))
        await this.#lookUpNumbers(kind, new Set([title]), lookup)
    } while (lookup.taken.has(`${title}-${number}`))
    this.#last.set(`${kind} ${title}`, number)
    return `${title}-${number}`
  }

  async #lookUpNumbers(
    kind: RecordKind,
    titles: ReadonlySet<string>,
    lookup: TakenSlugs,
  ): Promise<void> {
    const candidates: string[] = []
    for (const title of titles) {
      const last = this.#lastOf(kind, title)
      const from = lookup.checkedTo.get(title) ?? last
      const to = Math.max(last + firstWidth, last + 4 * (from - last))
      lookup.checkedTo.set(title, to)
      for (let number = from + 1; number <= to; number += 1) candidates.push(`${title}-${number}`)
    }
    for (const slug of await this.#taken(kind, candidates)) lookup.taken.add(slug)
  }

  #lastOf(kind: RecordKind, title: string): number {
    return this.#last.get(`${kind} ${title}`) ?? 1
  }

  async #taken(kind: RecordKind, slugs: readonly string[]): Promise<Set<string>> {
    if (slugs.length === 0) return new Set()
    const { db, dialect, target } = this.#scope
    const rows = await importedTables(db)
      .selectFrom(`${recordKinds[kind].table} as row`)
      .select('slug')
      .where('municipality_id', '=', target.id)
      .where(({ ref }) => dialect.inArray(ref('row.slug'), dialect.arrayParam(slugs)))
      .execute()
    return new Set(rows.map(({ slug }) => slug))
  }
}
