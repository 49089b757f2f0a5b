import { CompiledQuery } from 'kysely'
import { systemClock } from '../../src/core/clock.ts'
import { deriveVotes } from '../../src/importers/load/derive.ts'
import { insertMunicipality } from '../../src/importers/load/municipalities.ts'
import type { LoadTarget } from '../../src/importers/load/scope.ts'
import type { WriteStore } from '../../src/store/open.ts'
import { rebuildSearch } from '../../src/store/search/index-documents.ts'
import { Random } from '../kit/random.ts'
import type { TownPlan } from './row-parts.ts'
import { rowGenerators } from './rows.ts'
import type { Counts, Kind, TownShape } from './shape.ts'

const batchLength = 2000
const kinds = Object.keys(rowGenerators) as Kind[]

/** Fills a store with generated municipalities in batches; the same seed generates the same rows. */
export async function fill(
  store: WriteStore,
  towns: readonly TownShape[],
  seed: number,
): Promise<void> {
  const random = new Random(seed)
  const first = Object.fromEntries(kinds.map((kind) => [kind, 1])) as Counts
  for (const [index, { slug, counts }] of towns.entries()) {
    await store.transaction(async (db) => {
      const inside = { ...store, db }
      const target = await addTown(inside, slug, index)
      const plan = {
        random,
        municipalityId: target.id,
        jurisdictionId: target.jurisdictionId,
        counts,
        first,
      }
      for (const kind of kinds) await fillKind(inside, plan, kind)
      // Without statistics PostgreSQL takes minutes to join many votes with their motions.
      for (const kind of kinds) await inside.dialect.analyze(db, kind)
      await deriveVotes({ ...inside, target })
    }, 'record')
    for (const kind of kinds) first[kind] += counts[kind]
  }
  await store.transaction(async (db) => {
    for (const text of [deriveDissents, deriveFirst]) await db.executeQuery(CompiledQuery.raw(text))
    // Rows have their ids, which PostgreSQL's sequences do not know.
    for (const kind of kinds) await store.dialect.setLastId(db, kind, first[kind] - 1)
    await rebuildSearch(db, store.dialect)
  }, 'record')
  await store.dialect.afterBulkLoad(store.db)
}

// What an import knows of a vote when it writes it.
const deriveDissents = `update votes set dissent = case
  when result_folded = 'carried' then case value when 'Against' then 1 else 0 end
  when result_folded = 'defeated' then case value when 'For' then 1 else 0 end end
  where value in ('For', 'Against')`
const deriveFirst = `update votes set is_first = 1
  where id in (select min(id) from votes group by motion_id, value)`

async function addTown(store: WriteStore, slug: string, index: number): Promise<LoadTarget> {
  const target = await insertMunicipality(
    store,
    {
      slug,
      name: `Town ${index + 1}`,
      divisionId: `ocd-division/country:ca/csd:${9_910_001 + index}`,
      timeZone: 'America/Toronto',
      url: null,
    },
    systemClock,
  )
  const now = new Date(systemClock.now()).toISOString()
  await store.db
    .insertInto('imports')
    .values({
      municipality_id: target.id,
      source: 'scale',
      source_url: null,
      licence: null,
      started_at: now,
      finished_at: now,
      added: 1,
      changed: 0,
      same: 0,
      removed: 0,
    })
    .execute()
  return target
}

async function fillKind({ db, dialect }: WriteStore, plan: TownPlan, kind: Kind): Promise<void> {
  for (let start = 0; start < plan.counts[kind]; start += batchLength) {
    const end = Math.min(start + batchLength, plan.counts[kind])
    const rows = Array.from({ length: end - start }, (_, offset) => {
      const index = start + offset
      return { id: plan.first[kind] + index, ...rowGenerators[kind](plan, index) }
    })
    await dialect.insertAll(db, kind, rows)
  }
}
