import { migrate, openWriteStore } from '../../src/store/open.ts'
import { fill } from '../../stress/scale/fill.ts'
import { newYorkRows, type TownShape, townOf } from '../../stress/scale/shape.ts'
import type { Databases } from './databases.ts'
import { addMunicipality, importArguments, runReeve, type Source } from './source.ts'

/** A filled database, and the keys to its API. */
export interface Dataset {
  /** Name in the report. */
  name: string
  /** The municipality that requests are about. */
  slug: string
  databaseUrl: string
  keys: readonly string[]
}

const seed = 20_260_101
// RATE_LIMIT is at most a million a minute, which a fast server reaches with one key.
const keyCount = 4

/** The datasets of one run, each created once. */
export class Datasets {
  readonly #databases: Databases
  readonly #source: Source
  readonly #datasets = new Map<string, Promise<Dataset>>()

  constructor(databases: Databases, source: Source) {
    this.#databases = databases
    this.#source = source
  }

  /** A published record, imported with the built command. */
  published(): Promise<Dataset> {
    const { name, slug } = this.#source
    return this.#once(name, slug, async (databaseUrl) => {
      await addMunicipality(this.#source, databaseUrl)
      await runReeve(importArguments(this.#source), databaseUrl)
    })
  }

  /** A record of the size of New York: the archive, if given. */
  newYorkSized(share: number): Promise<Dataset> {
    if (this.#source.importer === 'legistar-archive') return this.published()
    return this.synthetic('New York, synthetic', [townOf('town', newYorkRows * share)])
  }

  /** Synthetic municipalities, the same in each run; requests are about the last one. */
  synthetic(name: string, towns: readonly TownShape[]): Promise<Dataset> {
    return this.#once(name, towns.at(-1)?.slug ?? '', async (databaseUrl) => {
      const store = openWriteStore(databaseUrl)
      try {
        await migrate(store)
        await fill(store, towns, seed)
      } finally {
        await store.close()
      }
    })
  }

  /** Drops a dataset that no other group uses. */
  async drop({ name, databaseUrl }: Dataset): Promise<void> {
    this.#datasets.delete(name)
    await this.#databases.drop(databaseUrl)
  }

  #once(
    name: string,
    slug: string,
    create: (databaseUrl: string) => Promise<void>,
  ): Promise<Dataset> {
    const existing = this.#datasets.get(name)
    if (existing !== undefined) return existing
    const creating = this.#databases.create().then(async (databaseUrl): Promise<Dataset> => {
      await create(databaseUrl)
      return { name, slug, databaseUrl, keys: await createKeys(databaseUrl) }
    })
    this.#datasets.set(name, creating)
    return creating
  }
}

async function createKeys(databaseUrl: string): Promise<string[]> {
  const keys: string[] = []
  const args = ['keys', 'create', '--email', 'bench@town.example']
  for (let created = 0; created < keyCount; created += 1)
    keys.push((await runReeve(args, databaseUrl)).trim())
  return keys
}
