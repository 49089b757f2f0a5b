import { byIdsQuery } from '../../resources/_shared/queries.ts'

/** What a list says of a meeting besides the fields of the API. */
export const listMeetingNotesByIds = byIdsQuery('meetings.id', (db) =>
  db
    .selectFrom('meetings')
    .select(['meetings.id', 'status', 'starts_at', 'video_url', 'agenda_url'])
    .select(({ selectFrom }) =>
      selectFrom('motions')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('motions.meeting_id', '=', 'meetings.id')
        .as('motions'),
    )
    .select(({ selectFrom }) =>
      selectFrom('motions as voted')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('voted.meeting_id', '=', 'meetings.id')
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('votes').select('votes.id').whereRef('votes.motion_id', '=', 'voted.id'),
          ),
        )
        .as('recorded'),
    ),
)

export type MeetingNotes = Awaited<ReturnType<typeof listMeetingNotesByIds>>[number]
