import { type Kysely, type RawBuilder, sql } from 'kysely'

/** Totals per person, which every request used to count; now computed by imports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const counted: Record<string, RawBuilder<unknown>> = {
    votes_for: votes('For'),
    votes_against: votes('Against'),
    abstentions: votes('Abstain'),
    meetings_present: attended(1),
    meetings_absent: attended(0),
    speaking_seconds: spoken(sql`case when sum(seconds) > 2147483647 then 2147483647
      else coalesce(sum(seconds), 0) end`),
    speaking_meetings: spoken(sql`count(distinct meeting_id)`),
  }
  for (const column of Object.keys(counted)) {
    await db.schema
      .alterTable('people')
      .addColumn(column, 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
  }
  const assignments = Object.entries(counted).map(
    ([column, value]) => sql`${sql.id(column)} = ${value}`,
  )
  await sql`update people set ${sql.join(assignments)}`.execute(db)
}

function votes(value: string) {
  return sql`(select count(*) from votes inner join motions on motions.id = votes.motion_id
    where votes.person_id = people.id and motions.removed_at is null and votes.value = ${value})`
}

function attended(present: number) {
  return sql`(select count(*) from attendance inner join meetings on meetings.id = attendance.meeting_id
    where attendance.person_id = people.id and meetings.removed_at is null and present = ${present})`
}

function spoken(value: RawBuilder<unknown>) {
  return sql`(select ${value} from speaking_time
    inner join meetings on meetings.id = speaking_time.meeting_id
    where speaking_time.person_id = people.id and meetings.removed_at is null)`
}
