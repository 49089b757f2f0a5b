import type { ServerResponse } from 'node:http'
import { expect, it, onTestFinished, vi } from 'vitest'
import { freshStore } from '../../test/support/database/fresh-store.ts'
import { startJsonServer } from '../../test/support/http/json-server.ts'
import { systemClock } from '../core/clock.ts'
import { toronto } from '../importers/votes-csv/toronto.ts'
import { importInto } from './import-run.ts'
import { syncCommand } from './sync.ts'

const head =
  'First Name,Last Name,Committee,Date/Time,Agenda Item #,Agenda Item Title,Motion Type,Vote,Result,Vote Description'
const row = (name: string, day: string, item: string) =>
  `${name},City Council,${day} 10:00,${item},Ditch,Adopt Item,Yes,"Carried, 1-0",Dig it`

it('reeve sync keeps what a table has brought whose address differs in its query alone', async () => {
  const fresh = await freshStore()
  onTestFinished(fresh.remove)
  vi.stubEnv('DATABASE_URL', fresh.databaseUrl)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { url } = await startJsonServer(
    (path: string) => (response: ServerResponse) =>
      response.end(
        `${head}\n${path.includes('?') ? row('Old,Member', '2022-03-02', '2022.CC9.1') : row('Ann,Byatt', '2026-03-02', '2026.CC1.1')}\n`,
      ),
  )
  for (const location of [`${url}/votes.csv`, `${url}/votes.csv?term=2`])
    await importInto(fresh.databaseUrl, {
      ...{ importer: 'toronto', municipality: 'toronto', locations: [location] },
      open: (options) => toronto.open(location, options),
      ...{ prune: false, dryRun: false, quiet: true, clock: systemClock },
    })
  const people = async () =>
    (await fresh.store.db.selectFrom('people').select('name').orderBy('name').execute()).map(
      ({ name }) => name,
    )
  expect(await people()).toEqual(['Ann Byatt', 'Old Member'])
  await syncCommand().parseAsync(['--quiet'], { from: 'user' })
  expect(await people()).toEqual(['Ann Byatt', 'Old Member'])
  const imports = fresh.store.db.selectFrom('imports').select('source_url as shown').distinct()
  expect((await imports.orderBy('shown').execute()).map(({ shown }) => shown)).toEqual([
    `${url}/votes.csv`,
    `${url}/votes.csv?`,
  ])
})
