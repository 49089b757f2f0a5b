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

export function toPersonDetail({ person, memberships }: PersonDetailRows): PersonDetail {
  const { votes_for, votes_against, abstentions, meetings_present, meetings_absent } = person
  return {
    memberships,
    voting_summary: {
      total_votes: votes_for + votes_against + abstentions,
      votes_for,
      votes_against,
      abstentions,
    },
    attendance_summary: {
      meetings: meetings_present + meetings_absent,
      present: meetings_present,
      absent: meetings_absent,
    },
    speaking_time: { seconds: person.speaking_seconds, meetings: person.speaking_meetings },
    ...toPersonItem(person),
  }
}
