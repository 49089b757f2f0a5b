import { foldText } from '../../core/fold.ts'
import { columnsOfMotions } from '../../store/vote-tables.ts'
import type { LoadScope } from './scope.ts'

type VotesScope = Pick<LoadScope, 'db' | 'dialect' | 'target'>

/** Sets what votes repeat from their motions and people; writes only changed rows. */
export async function deriveVotes(scope: VotesScope): Promise<void> {
  await copyFromMotions(scope)
  await copyNames(scope)
  await restoreNames(scope)
}

/** The votes of the municipality, each with its motion. */
function votesOf({ db, target }: VotesScope) {
  return db
    .selectFrom('motions')
    .innerJoin('votes', 'votes.motion_id', 'motions.id')
    .where('motions.municipality_id', '=', target.id)
}

async function copyFromMotions(scope: VotesScope): Promise<void> {
  const stale = votesOf(scope)
    .select('votes.id')
    .select(columnsOfMotions.map((column) => `motions.${column}` as const))
    .where(({ or, eb, ref }) =>
      or(
        columnsOfMotions.map((column) =>
          eb(`votes.${column}`, 'is distinct from', ref(`motions.${column}`)),
        ),
      ),
    )
  await scope.db
    .updateTable('votes')
    .from(stale.as('stale'))
    .set(({ ref }) =>
      Object.fromEntries(columnsOfMotions.map((column) => [column, ref(`stale.${column}`)])),
    )
    .whereRef('votes.id', '=', 'stale.id')
    .execute()
}

async function copyNames(scope: VotesScope): Promise<void> {
  const renamed = votesOf(scope)
    .innerJoin('people', 'people.id', 'votes.person_id')
    .select(['votes.id', 'people.name_folded'])
    .whereRef('people.name_folded', '!=', 'votes.name_folded')
  await scope.db
    .updateTable('votes')
    .from(renamed.as('renamed'))
    .set(({ ref }) => ({ name_folded: ref('renamed.name_folded') }))
    .whereRef('votes.id', '=', 'renamed.id')
    .execute()
}

/** Votes of people who were removed have the name as written. */
async function restoreNames(scope: VotesScope): Promise<void> {
  const { db, dialect } = scope
  const rows = await votesOf(scope)
    .select(['votes.id', 'votes.person_name', 'votes.name_folded'])
    .where('votes.person_id', 'is', null)
    .where('votes.person_key', 'is not', null)
    .execute()
  const written = rows
    .filter(({ person_name, name_folded }) => foldText(person_name) !== name_folded)
    .map(({ id, person_name }) => ({ id, name_folded: foldText(person_name) }))
  await dialect.updateAll(db, 'votes', written)
}
