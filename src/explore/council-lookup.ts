import DataLoader from 'dataloader'
import { findWithImports } from '../store/import-runs.ts'
import type { ReadStore } from '../store/open.ts'

type FoundCouncil = Awaited<ReturnType<typeof findWithImports>>[number]

export type CouncilLookup = (slug: string) => Promise<FoundCouncil | undefined>

/**
 * Looks up municipalities with their imports, and at most `namesMax` names of bodies in French. Requests of one event loop
 * iteration share a statement.
 */
export function councilLookup(
  { db, dialect }: ReadStore,
  shape: { namesMax: number },
): CouncilLookup {
  const loader = new DataLoader<string, FoundCouncil | undefined>(
    async (slugs) => {
      const found = await findWithImports(db, dialect.arrayParam([...new Set(slugs)]), shape)
      return slugs.map((slug) => found.find(({ municipality }) => municipality.slug === slug))
    },
    { batchScheduleFn: (run) => setImmediate(run), cache: false, maxBatchSize: 100 },
  )
  return (slug) => loader.load(slug)
}
