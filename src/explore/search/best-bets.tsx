import type { VNode } from 'preact'
import { useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { RecordText } from '../parts/record-text.tsx'
import { paths } from '../paths.ts'
import { useRecordName } from '../record-name.ts'
import type { BesideSearch } from './queries.ts'

/** The records that the query names; nothing if it names none. */
export function BestBets({ bets }: Pick<BesideSearch, 'bets'>) {
  const { words, date } = useLocale()
  const nameOf = useRecordName()
  const council = useCouncil()
  const { search } = words
  const bet = (href: string, name: string, about: string): [string, VNode] => [
    href,
    <>
      <a href={href}>
        <RecordText text={name} />
      </a>{' '}
      <span class="quiet">
        <RecordText text={about} />
      </span>
    </>,
  ]
  const found = [
    ...bets.people.map(({ slug, name }) => bet(paths.person(council, slug), name, search.person)),
    ...bets.bylaws.map(({ slug, title, bylaw_number: number }) =>
      number === null
        ? bet(paths.bylaw(council, slug), title, '')
        : bet(paths.bylaw(council, slug), search.bylaw(number), title),
    ),
    ...bets.files.map(({ slug, title, identifier }) =>
      bet(paths.matter(council, slug), search.file(identifier ?? ''), title),
    ),
    ...bets.meetings.map(({ slug, title, date: day }) =>
      bet(paths.meeting(council, slug), words.meeting.titled(nameOf(title), date(day)), ''),
    ),
    ...bets.bodies.map(({ slug, name }) =>
      bet(paths.body(council, slug), nameOf(name), search.body),
    ),
  ]
  if (found.length === 0) return null
  return (
    <section class="notice bets" aria-label={search.bets}>
      <ul>
        {found.map(([href, link]) => (
          <li key={href}>{link}</li>
        ))}
      </ul>
    </section>
  )
}
