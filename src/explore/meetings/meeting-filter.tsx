import { useLocale } from '../locale.ts'
import { Check, Choice, DateField, FilterForm } from '../parts/filter-form.tsx'
import { useBodies } from '../record-name.ts'
import type { Visit } from '../visit.ts'

interface MeetingFilterProps {
  visit: Visit
  bodies: readonly { slug: string; name: string }[]
}

export function MeetingFilter({ visit, bodies }: MeetingFilterProps) {
  const { words } = useLocale()
  const { query } = visit
  const { meetings, list } = words
  return (
    <FilterForm visit={visit}>
      <Choice
        {...{ query, name: 'organization', options: useBodies(bodies) }}
        {...{ label: list.body, all: list.allBodies }}
      />
      <DateField {...{ query, name: 'date_from', label: list.from }} />
      <DateField {...{ query, name: 'date_to', label: list.to }} />
      <Check {...{ query, name: 'has_recorded_votes', label: meetings.withVotes }} />
    </FilterForm>
  )
}
