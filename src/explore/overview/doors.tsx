import { defeatedFilter } from '../../core/headings/outcome.ts'
import { useCouncil } from '../council-context.ts'
import { urlOf } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import { type Door, DoorList } from '../parts/door-list.tsx'
import { monthsBetween } from '../parts/voters.tsx'
import { paths } from '../paths.ts'
import type { Overview } from './read-overview.ts'

const meetingParts = ['agendas', 'minutes', 'motions', 'votes'] as const

/** The lists that residents ask for most, each with how much is in it. */
export function Doors({ counts, lastYear, holds }: Overview) {
  const locale = useLocale()
  const { words, list } = locale
  const council = useCouncil()
  const { doors } = words.overview
  const dates = { date_from: lastYear?.first }
  const months = lastYear === undefined ? '' : monthsBetween(lastYear, locale)
  const held = meetingParts.filter((part) => holds[part]).map((part) => doors.meetings.parts[part])
  const all: Door[] = [
    {
      number: counts.defeated,
      href: urlOf(paths.motions(council), { outcome: defeatedFilter, ...dates }),
      ...{ name: doors.defeated.name, about: doors.defeated.about(months) },
    },
    {
      number: counts.contested,
      href: urlOf(paths.motions(council), { contested: true, ...dates }),
      ...{ name: doors.contested.name, about: doors.contested.about(months) },
    },
    {
      number: counts.bylaws,
      href: paths.bylaws(council),
      ...{ name: words.frame.bylaws, about: doors.bylaws.about(holds.texts) },
    },
    { number: counts.matters, href: paths.matters(council), ...doors.matters },
    {
      number: counts.meetings,
      href: paths.meetings(council),
      ...{ name: doors.meetings.name, about: list(held) },
    },
  ]
  return <DoorList label={doors.label} doors={all} />
}
