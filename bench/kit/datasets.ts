import { migrate, openWriteStore } from '../../src/store/open.ts'
import { fill } from '../../test/campaigns/scale/fill.ts'
import { newYorkRows, type TownShape, townOf } from '../../test/campaigns/scale/shape.ts'
import type { Databases } from './databases.ts'
import { addMunicipality, importWords, runReeve, type Source } from './source.ts'

/** A filled database, and what to ask it with. */
export interface Dataset {
  /** What the report calls it. */
  name: string
  /** The municipality that is asked about. */
  slug: string
  databaseUrl: string
  keys: readonly string[]
}

const seed = 20_260_101
// The highest limit that can be set is a million a minute, and a fast server gets there with one key.
const keyCount = 4

/** The records of one run of the benchmark, each made once. */
export class Datasets {
  readonly #databases: Databases
  readonly #source: Source
  readonly #made = new Map<string, Promise<Dataset>>()

  constructor(databases: Databases, source: Source) {
    this.#databases = databases
    this.#source = source
  }

  /** A record as its council published it, imported with the built command. */
  published(): Promise<Dataset> {
    const { name, slug } = this.#source
    return this.#once(name, slug, async (databaseUrl) => {
      await addMunicipality(this.#source, databaseUrl)
      await runReeve(importWords(this.#source), databaseUrl)
    })
  }

  /** A record of the size of New York: the archive, where there is one. */
  ofNewYork(share: number): Promise<Dataset> {
    if (this.#source.importer === 'legistar-archive') return this.published()
    return this.madeUp('New York, made up', [townOf('town', newYorkRows * share)])
  }

  /** Municipalities made up by the campaign `scale`, the same ones in each run; the last one is asked about. */
  madeUp(name: string, towns: readonly TownShape[]): Promise<Dataset> {
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

  /** Forgets one that no other group asks for, and its database. */
  async drop({ name, databaseUrl }: Dataset): Promise<void> {
    this.#made.delete(name)
    await this.#databases.drop(databaseUrl)
  }

  #once(
    name: string,
    slug: string,
    make: (databaseUrl: string) => Promise<void>,
  ): Promise<Dataset> {
    const known = this.#made.get(name)
    if (known !== undefined) return known
    const making = this.#databases.create().then(async (databaseUrl): Promise<Dataset> => {
      await make(databaseUrl)
      return { name, slug, databaseUrl, keys: await makeKeys(databaseUrl) }
    })
    this.#made.set(name, making)
    return making
  }
}

async function makeKeys(databaseUrl: string): Promise<string[]> {
  const keys: string[] = []
  const words = ['keys', 'create', '--email', 'bench@town.example']
  for (let made = 0; made < keyCount; made += 1)
    keys.push((await runReeve(words, databaseUrl)).trim())
  return keys
}
