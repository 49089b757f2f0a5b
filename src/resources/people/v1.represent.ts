import type { PersonDetailRows, PersonItemRow } from './queries.ts'
import type { PersonDetail, PersonItem } from './schema.ts'

export function toPersonItem(row: PersonItemRow): PersonItem {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    is_current_councillor: row.is_current_councillor === 1,
    party: row.party,
    image_url: row.image_url,
  }
}

export function toPersonDetail({ person, ...parts }: PersonDetailRows): PersonDetail {
  const votes = (value: string) =>
    Number(parts.votes.find((row) => row.value === value)?.count ?? 0)
  const attended = (present: 0 | 1) =>
    Number(parts.attendance.find((row) => row.present === present)?.count ?? 0)
  return {
    ...toPersonItem(person),
    memberships: parts.memberships.map((membership) => ({
      organization_name: membership.organization_name,
      organization_slug: membership.organization_slug,
      role: membership.role,
      start_date: membership.start_date,
      end_date: membership.end_date,
    })),
    voting_summary: {
      total_votes: votes('For') + votes('Against') + votes('Abstain'),
      votes_for: votes('For'),
      votes_against: votes('Against'),
      abstentions: votes('Abstain'),
    },
    attendance_summary: {
      meetings: attended(0) + attended(1),
      present: attended(1),
      absent: attended(0),
    },
    speaking_time: {
      seconds: Number(parts.speaking?.seconds ?? 0),
      meetings: Number(parts.speaking?.meetings ?? 0),
    },
  }
}
