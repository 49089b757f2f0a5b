import { expect, it, onTestFinished } from 'vitest'
import { freshTown } from '../../test/support/database/fresh-store.ts'
import { rowsOf } from '../../test/support/database/inspector.ts'
import { sourceOf, town, townRecords } from '../../test/support/towns/town.ts'
import { systemClock } from '../core/clock.ts'
import { SourceError } from '../importers/source.ts'
import { importInto } from './import-run.ts'

it('an import succeeds even if the resume cache cannot be removed', async () => {
  const fresh = await freshTown()
  onTestFinished(() => fresh.remove())
  const finish = async () => {
    throw new SourceError('the responses cannot be removed: EROFS')
  }
  const report = await importInto(fresh.databaseUrl, {
    importer: 'legistar',
    open: async () => ({ ...sourceOf(townRecords(), 'town'), finish }),
    municipality: town.slug,
    prune: false,
    dryRun: false,
    clock: systemClock,
  })
  expect(report.warnings.map(({ reason }) => reason)).toEqual([
    'the import succeeded, but temporary files of the source could not be removed: the responses cannot be removed: EROFS',
  ])
  const runs = await rowsOf(fresh.databaseUrl, 'select importer, result from imports order by id')
  expect(runs.slice(1)).toEqual([{ importer: 'legistar', result: 'done' }])
})
