import { turnedDown } from '../../core/headings/outcome.ts'
import { useCouncil } from '../council-context.ts'
import { urlOf } from '../list-page.ts'
import { useLocale } from '../locale.ts'
import { paths } from '../paths.ts'
import type { Overview } from './read-overview.ts'

/** The lists that residents ask for most, each with how much is in it. */
export function Doors({ counts, since }: Overview) {
  const { words, count } = useLocale()
  const council = useCouncil()
  const { doors } = words.overview
  const since12 = { date_from: since }
  const all = [
    [
      counts.turnedDown,
      urlOf(paths.motions(council), { outcome: turnedDown.join(','), ...since12 }),
      doors.defeated,
    ],
    [
      counts.contested,
      urlOf(paths.motions(council), { contested: true, ...since12 }),
      doors.contested,
    ],
    [counts.bylaws, paths.bylaws(council), { ...doors.bylaws, name: words.frame.bylaws }],
    [counts.matters, paths.matters(council), doors.matters],
    [counts.meetings, paths.meetings(council), doors.meetings],
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
