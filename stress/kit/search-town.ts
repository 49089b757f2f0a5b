import { resolve } from 'node:path'
import { searchKinds } from '../../src/store/tables.ts'
import { withStore } from '../../test/support/database/moving.ts'
import { indexTexts, type SearchText } from '../../test/support/database/search.ts'
import type { Reeve } from '../../test/support/process/reeve.ts'
import { bareTown } from '../../test/support/towns/bare-town.ts'
import { commonWords } from './hostile-queries.ts'
import { Random } from './random.ts'

const slug = 'searched'
const textsMax = 50_000
const batch = 200
// One of 2,500 texts is as long as the longest document of New York.
const longWords = 40_000

/** A municipality with generated texts. */
export async function searchTown(
  reeve: Reeve,
  databaseUrl: string,
  { texts: wanted, seed }: { texts: number; seed: number },
): Promise<string> {
  await reeve.create(databaseUrl)
  const random = new Random(seed)
  await withStore(databaseUrl, async (store) => {
    const town = await bareTown(store, slug)
    const count = Math.min(textsMax, wanted)
    for (let first = 1; first <= count; first += batch) {
      const ids = Array.from({ length: batch }, (_, index) => first + index)
      const texts = ids.map((id) => textOf(random, id))
      await indexTexts(store, town, texts)
    }
    await store.dialect.afterBulkLoad(store.db)
  })
  return slug
}

function textOf(random: Random, id: number): SearchText {
  const isLong = id % 2500 === 0
  const body = wordsOf(random, isLong ? longWords : random.between(5, 120))
  return { kind: random.pick(searchKinds), title: wordsOf(random, 12), body }
}

// The first words are the most frequent, as in natural language.
function wordsOf(random: Random, count: number): string {
  const word = () => {
    const rank = Math.floor(2 ** (random.next() * 13)) - 1
    return commonWords[rank] ?? `word${rank}`
  }
  return Array.from({ length: count }, word).join(' ')
}

/** Imports a Legistar archive with the built command. */
export async function importArchive(
  reeve: Reeve,
  databaseUrl: string,
  archive: string,
): Promise<string> {
  const settings = { DATABASE_URL: databaseUrl }
  const division = 'ocd-division/country:ca/csd:9900001'
  const options = ['--name', 'Searched', '--timezone', 'America/New_York', '--division', division]
  const commands = [
    ['municipalities', 'add', slug, ...options],
    ['import', 'legistar-archive', resolve(archive), '--municipality', slug],
  ]
  for (const command of commands) {
    const { status, stderr } = await reeve.run(command, settings)
    if (status !== 0) throw new Error(`${command[0]} ended with ${status}: ${stderr.slice(-500)}`)
  }
  return slug
}
