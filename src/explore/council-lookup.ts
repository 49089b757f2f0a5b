import DataLoader from 'dataloader'
import type { Municipality } from '../http/municipality.ts'
import { findWithImports } from '../store/import-runs.ts'
import type { ReadStore } from '../store/open.ts'
import type { Council } from './council-context.ts'
import { english, type Locale } from './locale.ts'
import { listFrenchNames } from './queries.ts'

type FoundCouncil = Awaited<ReturnType<typeof findWithImports>>[number]

export type CouncilLookup = (slug: string) => Promise<FoundCouncil | undefined>

/** Looks up municipalities with their imports. Requests of one event loop iteration share a statement. */
export function councilLookup({ db, dialect }: ReadStore): CouncilLookup {
  const loader = new DataLoader<string, FoundCouncil | undefined>(
    async (slugs) => {
      const found = await findWithImports(db, dialect.arrayParam([...new Set(slugs)]))
      return slugs.map((slug) => found.find(({ municipality }) => municipality.slug === slug))
    },
    { batchScheduleFn: (run) => setImmediate(run), cache: false, maxBatchSize: 100 },
  )
  return (slug) => loader.load(slug)
}

/** A council as the pages in one language name it; one statement, and none in English. */
export async function councilOnPage(
  store: ReadStore,
  municipality: Municipality,
  locale: Locale,
): Promise<Council> {
  const rows = locale === english ? [] : await listFrenchNames(store.db, { id: municipality.id })
  const names = new Map(rows.map(({ name, name_fr }) => [name, name_fr]))
  return { ...municipality, base: `${locale.prefix}/${municipality.slug}`, names }
}
