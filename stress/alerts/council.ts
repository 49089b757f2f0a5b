import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundleFileName } from '../../src/importers/bundle/schema.ts'
import { recordKindNames } from '../../src/record/kinds.ts'
import type { Service } from '../../test/support/service/service.ts'
import type { Random } from '../kit/random.ts'
import { EditedTown, readBundle, subjects } from './edited-town.ts'
import type { Machine } from './machine.ts'
import { dayIn, readList, type TownFeed } from './town-feed.ts'

const all = ['decided', 'agenda', 'changed', 'other']
const languages = ['en-CA', 'fr-CA']

/** A council whose record goes on between imports. */
export class Council {
  readonly slug: string
  readonly timeZone: string
  #town: EditedTown | undefined

  constructor(slug: string, timeZone: string) {
    this.slug = slug
    this.timeZone = timeZone
  }

  /** Whether it has a record. */
  get isImported(): boolean {
    return this.#town !== undefined
  }

  /** Imports from its source, the first time. */
  async importFirst(machine: Machine, source: readonly string[], random: Random, folder: string) {
    await machine.must(['import', ...source, '--municipality', this.slug])
    await this.takeOver(machine, random, folder)
  }

  /** Continues the record that is there. */
  async takeOver(machine: Machine, random: Random, folder: string): Promise<void> {
    const bundle = join(folder, this.slug)
    await machine.must(['export', bundle, '--municipality', this.slug])
    this.#town = new EditedTown(readBundle(bundle), random)
  }

  /** Imports its record after some edits. */
  async importNext(
    machine: Machine,
    { folder, edits, isAddingOnly }: { folder: string; edits: number; isAddingOnly: boolean },
  ): Promise<void> {
    if (this.#town === undefined) throw new Error(`${this.slug} has no record`)
    const bundle = join(folder, this.slug)
    this.#town.edit(dayIn(this.timeZone, machine.now), { edits, isAddingOnly })
    for (const kind of recordKindNames) {
      const records = this.#town.records.filter((record) => record.kind === kind)
      const lines = records.map((record) => `${JSON.stringify(record)}\n`)
      writeFileSync(join(bundle, bundleFileName(kind)), lines.join(''))
    }
    const words = ['import', 'bundle', bundle, '--municipality', this.slug]
    await machine.must([...words, '--prune', '--accept-fewer'])
  }

  /** What can be followed, before its first import as well. */
  feeds(): TownFeed[] {
    return [
      { path: '/motions', events: ['decided', 'other'] },
      { path: '/votes', events: ['decided'] },
      { path: '/meetings', events: ['agenda', 'changed', 'other'] },
      { path: '/bylaws', events: ['decided'] },
      { path: '/changes', events: ['changed'] },
      ...subjects.map((subject) => ({ path: `/search?q=${subject}`, events: all })),
    ].flatMap((feed) => this.#inEach(feed))
  }

  /** The same, and the feeds of some of its records. */
  async allFeeds({ url, key }: Service): Promise<TownFeed[]> {
    const base = `${url}/api/v1/${this.slug}`
    const slugs = async (list: string, count: number) =>
      (await readList<{ slug: string }>(`${base}/${list}`, key)).slice(0, count)
    const [bodies, people, matters, motions] = await Promise.all([
      slugs('organizations', 6),
      slugs('people', 6),
      slugs('matters', 10),
      slugs('motions', 3),
    ])
    return [
      ...this.feeds(),
      ...[
        ...bodies.map(({ slug }) => ({ path: `/bodies/${slug}`, events: all })),
        ...people.map(({ slug }) => ({ path: `/people/${slug}`, events: ['decided'] })),
        ...matters.map(({ slug }) => ({ path: `/matters/${slug}`, events: all })),
        ...motions.map(({ slug }) => ({
          ...{ path: `/motions/${slug}`, events: ['decided', 'changed', 'other'] },
        })),
      ].flatMap((feed) => this.#inEach(feed)),
    ]
  }

  #inEach = (feed: Pick<TownFeed, 'path' | 'events'>): TownFeed[] =>
    languages.map((language) => ({ municipality: this.slug, language, ...feed }))
}
