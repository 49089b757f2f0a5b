import { totalNames } from '../../core/total-names.ts'
import { useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { Counts, motionCountsIn } from '../parts/facts.tsx'
import { isKnown, totalOf } from '../parts/totals.ts'
import { paths } from '../paths.ts'
import type { PersonOnPage } from './read-person.ts'

/** Where the page lists what each total counts. */
const hrefs = {
  votes: '#votes',
  attendance: '#attendance',
  absences: '?value=Absent#votes',
  losing: '?dissent=true#votes',
  recusals: '?value=Recused#votes',
  moved: '#moved',
} as const

/** Totals that lead to what they count. */
export function PersonTotals({ found: { person, totals } }: { found: PersonOnPage }) {
  const { words, count } = useLocale()
  const { names, part, unknown } = words.totals
  const council = useCouncil()
  const shownOf = (total: ReturnType<typeof totalOf>) => {
    if (total === null) return unknown
    return typeof total === 'number' ? count(total) : part(count(total.count), count(total.of))
  }
  const path = paths.person(council, person.slug)
  return (
    <>
      <div class="stone">
        <Counts
          counts={totalNames.map((name) => {
            const total = totalOf(totals, name)
            const isEmpty = total === null || total === 0
            return [names[name], shownOf(total), isEmpty ? undefined : path + hrefs[name]]
          })}
        />
      </div>
      {Number(totals.votes) > 0 && (
        <p>
          <a href={paths.others(council, person.slug)}>{words.compare.link}</a>
        </p>
      )}
    </>
  )
}

/** What the totals count, and how far they can be trusted. */
export function TotalsNote({ found: { person, counts, totals } }: { found: PersonOnPage }) {
  const locale = useLocale()
  const { words, count } = locale
  const { uncounted } = totals
  return (
    <p class="quiet">
      {totalNames.flatMap((name) => (isKnown(totals, name) ? `${words.totals.means[name]} ` : []))}
      {uncounted > 0 && `${words.person.uncounted(uncounted, count(uncounted))} `}
      {words.person.coverage(motionCountsIn(counts, locale))}
      {person.memberships.length === 0 && ` ${words.person.onlyVotes}`}
    </p>
  )
}
