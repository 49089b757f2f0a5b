import type { Kysely } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { dropIndexes, rowsOf, runOn } from '../../../test/support/database/inspector.ts'
import { importedTown } from '../../../test/support/imports/municipality.ts'
import { up as votesUp } from '../../store/migrations/0019-votes.ts'
import { up as filtersUp } from '../../store/migrations/0020-filters.ts'
import { up as recordCountsUp } from '../../store/migrations/0022-record-counts.ts'
import { up as facetsUp } from '../../store/migrations/0023-facets.ts'
import { up as agreementUp } from '../../store/migrations/0024-agreement.ts'
import { up as recordedVoteCountUp } from '../../store/migrations/0029-recorded-vote-count.ts'
import { up as firstVotesUp } from '../../store/migrations/0031-first-votes.ts'
import { up as emptyTalliesUp } from '../../store/migrations/0032-empty-tallies.ts'
import { up as foldedNamesUp } from '../../store/migrations/0035-folded-names.ts'
import { openWriteStore } from '../../store/open.ts'
import { columnsOfMotions } from '../../store/vote-tables.ts'

/** The columns that an upgrade adds, by table. */
const added = {
  votes: [...columnsOfMotions, 'name_folded', 'dissent', 'is_first'],
  motions: ['decided_by_id', 'has_votes'],
  meetings: ['has_recorded_votes'],
  bylaws: ['title_folded', 'number_folded', 'number_groups'],
  municipalities: [
    ...['meeting', 'motion', 'matter', 'bylaw', 'person', 'vote', 'recorded_vote'].map(
      (name) => `${name}_count`,
    ),
    ...['partial_vote_count', 'first_meeting', 'last_meeting', 'languages'],
  ],
}

/** The tables that it adds. */
const addedTables = ['facets', 'agreements', 'agreement_days']
/** The names that it folds again, as they were folded before. */
const foldedBefore = [
  "people set name_folded = 'łukasz zak' where key = 'p-lukasz'",
  "organizations set name_folded = 'comite d’øst' where key = 'o-ost'",
]
const keys = '1, 2, 3, 4'
const ups = [
  ...[votesUp, filtersUp, recordCountsUp, facetsUp, agreementUp],
  ...[recordedVoteCountUp, firstVotesUp, emptyTalliesUp, foldedNamesUp],
]

it('an upgrade sets the columns that follow from others as an import does', async () => {
  const { databaseUrl, rows, run, remove } = await importedTown()
  onTestFinished(remove)
  const votes = ['Zoë Élan', 'Ann Lee', 'Søren O’Dell'].map((name) => ({ name, value: 'Against' }))
  const documents = ['fr', null, 'en'].map((language) => ({ title: 'Text', language }))
  const bylaw = {
    documents,
    kind: 'bylaw',
    key: 'z',
    title: 'Règlement d’Øst',
    bylaw_number: 'Ł‑2024‑007',
  }
  const motion = { kind: 'motion', key: 'w', position: 1, result: 'Carried as amended', votes }
  const absent = [{ name: 'Zoë Élan', value: 'Absent' }]
  const impossible = { ...motion, key: 'w-2', votes: [{ name: 'Zoë Élan', value: 'Against' }] }
  const body = { kind: 'organization', key: 'o-ost', name: 'Comité d’Øst' }
  await run([motion, bylaw, impossible, { ...motion, key: 'w-3', votes: absent }, body])
  // SQL cannot read what a text decides: the next import counts it.
  await runOn(databaseUrl, "delete from facets where name = 'text_complete'")
  const content = async () =>
    Promise.all(
      [...Object.keys(added), 'people', 'organizations'].map(
        async (table) => [table, await rows(table)] as const,
      ),
    )
  const counted = () =>
    Promise.all(
      addedTables.map((table) => rowsOf(databaseUrl, `select * from ${table} order by ${keys}`)),
    )
  const [before, countedBefore] = [await content(), await counted()]
  for (const counts of countedBefore) expect(counts.length).toBeGreaterThan(10)
  expectVaried(new Map(before))
  await runOn(
    databaseUrl,
    `update motions set tally_for = 0, tally_against = 0, tally_abstain = 0, tally_absent = 1, contested = 0
      where key = 'w-3'`,
  )
  for (const names of foldedBefore) await runOn(databaseUrl, `update ${names}`)
  await dropIndexes(databaseUrl, Object.keys(added))
  for (const [table, columns] of Object.entries(added))
    for (const column of columns)
      await runOn(databaseUrl, `alter table ${table} drop column ${column}`)
  await runOn(databaseUrl, 'create index votes_person_id_value on votes (person_id, value)')
  for (const table of addedTables) await runOn(databaseUrl, `drop table ${table}`)
  const upgraded = openWriteStore(databaseUrl)
  for (const up of ups) await up(upgraded.db as unknown as Kysely<unknown>)
  await upgraded.close()
  expect(await content()).toEqual(before)
  expect(await counted()).toEqual(countedBefore)
})

/** Asserts that no added column has one value in all rows, with which a wrong upgrade could pass. */
function expectVaried(content: ReadonlyMap<string, Record<string, unknown>[]>): void {
  for (const [table, columns] of Object.entries(added)) {
    if (table === 'municipalities') continue
    for (const column of columns.filter((name) => name !== 'municipality_id'))
      expect(new Set(content.get(table)?.map((row) => row[column])).size, column).toBeGreaterThan(1)
  }
}
