import { turnedDown } from '../../core/headings/outcome.ts'
import { useCouncil } from '../council-context.ts'
import { urlOf } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import { monthsBetween } from '../parts/voters.tsx'
import { paths } from '../paths.ts'
import type { Overview } from './read-overview.ts'

const meetingParts = ['agendas', 'minutes', 'motions', 'votes'] as const

/** The lists that residents ask for most, each with how much is in it. */
export function Doors({ counts, lastYear, holds }: Overview) {
  const locale = useLocale()
  const { words, count, list } = locale
  const council = useCouncil()
  const { doors } = words.overview
  const dates = { date_from: lastYear?.first }
  const months = lastYear === undefined ? '' : monthsBetween(lastYear, locale)
  const held = meetingParts.filter((part) => holds[part]).map((part) => doors.meetings.parts[part])
  const all = [
    [
      counts.turnedDown,
      urlOf(paths.motions(council), { outcome: turnedDown.join(','), ...dates }),
      { name: doors.defeated.name, about: doors.defeated.about(months) },
    ],
    [
      counts.contested,
      urlOf(paths.motions(council), { contested: true, ...dates }),
      { name: doors.contested.name, about: doors.contested.about(months) },
    ],
    [
      counts.bylaws,
      paths.bylaws(council),
      { name: words.frame.bylaws, about: doors.bylaws.about(holds.texts) },
    ],
    [counts.matters, paths.matters(council), doors.matters],
    [counts.meetings, paths.meetings(council), { name: doors.meetings.name, about: list(held) }],
  ] as const
  if (all.every(([number]) => number === 0)) return null
  return (
    <nav aria-label={doors.label}>
      <ul class="doors">
        {all
          .filter(([number]) => number > 0)
          .map(([number, href, { name, about }]) => (
            <li key={href}>
              <a href={href}>
                <b>{count(number)}</b> {name}
              </a>
              <span class="quiet">{about}</span>
            </li>
          ))}
      </ul>
    </nav>
  )
}
