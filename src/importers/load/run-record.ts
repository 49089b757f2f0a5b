import type { Clock } from '../../core/clock.ts'
import type { RecordKind } from '../records.ts'
import type { OpenedSource } from '../source.ts'
import type { LoadContext } from './context.ts'
import type { KindReport } from './report.ts'

/** One run of an import, as far as it does not follow from what was written. */
export interface Run {
  source: OpenedSource
  startedAt: string
  clock: Clock
}

/** Notes that an import ran, and what came of it, also where nothing did. No data version moves for this. */
export async function recordRun(
  { db, target }: Pick<LoadContext, 'db' | 'target'>,
  { source, startedAt, clock }: Run,
  kinds: Record<RecordKind, KindReport>,
): Promise<void> {
  await db
    .insertInto('imports')
    .values({
      municipality_id: target.id,
      source: source.name,
      source_url: source.url,
      licence: source.licence,
      started_at: startedAt,
      finished_at: new Date(clock.now()).toISOString(),
      ...totals(kinds),
    })
    .execute()
}

function totals(kinds: Record<RecordKind, KindReport>): KindReport {
  const all = { added: 0, changed: 0, same: 0, removed: 0 }
  for (const report of Object.values(kinds)) {
    for (const what of Object.keys(all) as (keyof KindReport)[]) all[what] += report[what]
  }
  return all
}
