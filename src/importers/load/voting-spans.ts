import { castVotes } from '../../core/cast-votes.ts'
import type { VotingSpansTable } from '../../store/record-tables.ts'
import type { LoadScope, RowIds } from './scope.ts'

type SpanScope = Pick<LoadScope, 'db' | 'dialect' | 'target'>

/** Sets where people without a seat on a council on record voted, and when; writes only changed rows. */
export async function deriveVotingSpans(scope: SpanScope, dirty: RowIds): Promise<void> {
  const { db, dialect, target } = scope
  const stored = await db
    .selectFrom('voting_spans')
    .selectAll()
    .where('municipality_id', '=', target.id)
    .execute()
  const former = new Map(stored.map((span) => [keyOf(span), span]))
  const spans = await listSpans(scope)
  const changed = spans.filter((span) => !isSame(span, former.get(keyOf(span))))
  const found = new Set(spans.map(keyOf))
  const stale = [...stored.filter((span) => !found.has(keyOf(span))), ...changed]
  for (const { person_id: person, organization_id: organization } of stale) {
    dirty.person.add(person)
    await db
      .deleteFrom('voting_spans')
      .where('person_id', '=', person)
      .where('organization_id', '=', organization)
      .execute()
  }
  await dialect.insertAll(
    db,
    'voting_spans',
    changed.map((span) => ({ ...span })),
  )
}

const keyOf = ({ person_id: person, organization_id: organization }: VotingSpansTable) =>
  `${person} ${organization}`

function isSame(one: VotingSpansTable, other: VotingSpansTable | undefined): boolean {
  const columns = ['first_date', 'last_date', 'votes', 'undated'] as const
  return columns.every((column) => one[column] === other?.[column])
}

async function listSpans({ db, target }: SpanScope): Promise<VotingSpansTable[]> {
  const rows = await db
    .selectFrom('people')
    .innerJoin('votes', 'votes.person_id', 'people.id')
    .select(['people.id as person_id', 'votes.decided_by_id as organization_id'])
    .select(({ fn, val }) => [
      fn.min(fn<string | null>('nullif', ['votes.date', val('')])).as('first_date'),
      fn.max(fn<string | null>('nullif', ['votes.date', val('')])).as('last_date'),
      fn.countAll<number>().as('votes'),
      fn.count<number>(fn('nullif', ['votes.date', val('')])).as('dated'),
    ])
    .where('people.municipality_id', '=', target.id)
    .where('votes.decided_by_id', 'is not', null)
    .where('votes.value', 'in', castVotes)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('memberships')
            .innerJoin('organizations', 'organizations.id', 'memberships.organization_id')
            .select('memberships.id')
            .whereRef('memberships.person_id', '=', 'people.id')
            .where('organizations.classification', '=', 'council'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('memberships')
            .select('memberships.id')
            .whereRef('memberships.person_id', '=', 'people.id')
            .whereRef('memberships.organization_id', '=', 'votes.decided_by_id'),
        ),
      ),
    )
    .groupBy(['people.id', 'votes.decided_by_id'])
    .orderBy('people.id')
    .orderBy('votes.decided_by_id')
    .execute()
  return rows.flatMap(({ organization_id, votes, dated, ...row }) =>
    organization_id === null
      ? []
      : [
          {
            ...{ ...row, organization_id, municipality_id: target.id },
            votes: Number(votes),
            undated: Number(votes) - Number(dated),
          },
        ],
  )
}
