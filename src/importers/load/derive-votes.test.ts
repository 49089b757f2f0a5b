import type { Kysely } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { runOn } from '../../../test/support/database/inspector.ts'
import { importedTown } from '../../../test/support/imports/municipality.ts'
import { up } from '../../store/migrations/0019-votes.ts'
import { openWriteStore } from '../../store/open.ts'
import { columnsOfMotions } from '../../store/record-tables.ts'

it('an upgrade sets the columns of votes and motions as an import does', async () => {
  const { databaseUrl, rows, run, remove } = await importedTown()
  onTestFinished(remove)
  const votes = [{ name: 'Zoë Élan', value: 'Against' }]
  await run([{ kind: 'motion', key: 'w', position: 1, result: 'Carried as amended', votes }])
  const before = { motions: await rows('motions'), votes: await rows('votes') }
  const names = [...columnsOfMotions, 'name_folded', 'dissent'] as const
  for (const name of names)
    expect(new Set(before.votes.map((vote) => vote[name])).size, name).toBeGreaterThan(
      name === 'municipality_id' ? 0 : 1,
    )
  for (const name of [
    ...['votes_municipality_id', 'votes_value', 'votes_result', 'votes_contested'],
    ...['votes_dissent', 'votes_decided_by_id', 'votes_matter_id', 'votes_meeting_id'],
    ...['votes_motion_id_name', 'votes_person_id'],
  ])
    await runOn(databaseUrl, `drop index ${name}`)
  for (const name of names) await runOn(databaseUrl, `alter table votes drop column ${name}`)
  await runOn(databaseUrl, 'alter table motions drop column decided_by_id')
  await runOn(databaseUrl, 'create index votes_person_id_value on votes (person_id, value)')
  const store = openWriteStore(databaseUrl)
  await up(store.db as unknown as Kysely<unknown>)
  await store.close()
  expect({ motions: await rows('motions'), votes: await rows('votes') }).toEqual(before)
})
