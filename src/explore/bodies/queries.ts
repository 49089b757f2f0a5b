import { byIdsQuery } from '../../resources/_shared/queries.ts'

/** The number of meetings of each body, including cancelled and scheduled ones. */
export const countMeetingsByIds = byIdsQuery('organizations.id', (db) =>
  db
    .selectFrom('organizations')
    .select('organizations.id')
    .select(({ selectFrom }) =>
      selectFrom('meetings')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('meetings.organization_id', '=', 'organizations.id')
        .as('meetings'),
    ),
)
