import { dateInZone } from '../core/calendar-date.ts'
import type { Clock } from '../core/clock.ts'
import type { Municipality } from '../http/admission.ts'
import type { FrenchNames, ImportState } from '../store/import-runs.ts'
import { councilIn } from './council-context.ts'
import type { Visit } from './visit.ts'

interface FoundCouncil {
  municipality: Municipality
  importState: ImportState
  frenchNames: FrenchNames
}

type Visited = Pick<Visit, 'path' | 'params' | 'query' | 'client' | 'locale'>

export interface VisitTools extends Pick<Visit, 'config' | 'store' | 'cursors'> {
  clock: Clock
}

export function toVisit(
  { municipality: found, importState, frenchNames }: FoundCouncil,
  visited: Visited,
  { config, store, cursors, clock }: VisitTools,
): Visit {
  const municipality = councilIn(visited.locale, found, frenchNames)
  const now = clock.now()
  return {
    ...visited,
    municipality,
    lastImport: importState?.last,
    now,
    today: dateInZone(now, municipality.timeZone),
    config,
    store,
    cursors,
  }
}
