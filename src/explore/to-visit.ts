import DataLoader from 'dataloader'
import { dateInZone } from '../core/calendar-date.ts'
import type { Clock } from '../core/clock.ts'
import { findWithImports } from '../store/import-runs.ts'
import type { ReadStore } from '../store/open.ts'
import type { TakePart } from '../store/take-part.ts'
import { councilIn } from './council-context.ts'
import { localeFor } from './locale.ts'
import type { Visit } from './visit.ts'

type FoundCouncil = Awaited<ReturnType<typeof findWithImports>>[number]

type Visited = Pick<Visit, 'path' | 'params' | 'query' | 'client' | 'locale'>

export interface VisitTools extends Pick<Visit, 'config' | 'store' | 'accounts' | 'cursors'> {
  clock: Clock
}

export function toVisit(
  council: FoundCouncil & { takePart?: readonly TakePart[] },
  visited: Visited,
  { config, store, accounts, cursors, clock }: VisitTools,
): Visit {
  const { municipality: found, importState, frenchNames, lawKind, registers } = council
  const locale = localeFor(visited.locale, lawKind)
  const municipality = { ...councilIn(locale, found, frenchNames), lawKind, registers }
  const now = clock.now()
  return {
    ...visited,
    locale,
    municipality,
    isOnly: council.isOnly,
    lastImport: importState?.last,
    now,
    today: dateInZone(now, municipality.timeZone),
    config,
    store,
    accounts,
    takePart: council.takePart ?? [],
    cursors,
  }
}

type CouncilLookup = (slug: string) => Promise<FoundCouncil | undefined>

/**
 * Looks up municipalities with their imports, and at most `namesMax` names of bodies in French. Requests of one event loop
 * iteration share a statement.
 */
export function councilLookup({ db }: ReadStore, shape: { namesMax: number }): CouncilLookup {
  const loader = new DataLoader<string, FoundCouncil | undefined>(
    async (slugs) => {
      const found = await findWithImports(db, [...new Set(slugs)], shape)
      return slugs.map((slug) => found.find(({ municipality }) => municipality.slug === slug))
    },
    { batchScheduleFn: (run) => setImmediate(run), cache: false, maxBatchSize: 100 },
  )
  return (slug) => loader.load(slug)
}
