import type { PersonItem } from '../../resources/people/schema.ts'
import { useRecordName } from '../council-context.ts'
import { type Locale, useLocale } from '../locale.ts'
import type { Voter } from '../queries.ts'
import { PersonName } from './names.tsx'
import { sortPeople } from './people-order.tsx'

type Span = Pick<PersonItem['voted_in'][number], 'first' | 'last' | 'undated'>

/** The months of the first and the last vote, and how many votes have no date; empty if none has one. */
export function monthsOf({ first, last, undated }: Span, locale: Locale): string {
  if (first === null || last === null) return ''
  const { words, count } = locale
  const months = monthsBetween({ first, last }, locale)
  return undated === 0 ? months : words.people.undated(months, undated, count(undated))
}

/** "November 2022 to September 2024", or one month. */
export function monthsBetween(
  { first, last }: { first: string; last: string },
  { words, month }: Locale,
): string {
  const [from, to] = [month(first), month(last)]
  return from === to ? from : words.people.months(from, to)
}

/** People known from votes alone: where they voted, when and how often. */
export function Voters({ voters }: { voters: readonly Voter[] }) {
  const locale = useLocale()
  const { words, count } = locale
  const nameOf = useRecordName()
  return (
    <ul class="members">
      {byYear(voters, locale.tag).map((voter) => (
        <li key={`${voter.slug} ${voter.organization}`}>
          <PersonName name={voter.name} slug={voter.slug} />
          <span class="quiet">
            {words.people.votedIn(nameOf(voter.organization), monthsOf(voter, locale))}
            {' · '}
            {words.people.votes(voter.votes, count(voter.votes))}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** By the year of the last vote, since its day says only who missed the last meeting; then by family name. */
export function byYear<V extends Pick<Voter, 'name' | 'last'>>(
  voters: readonly V[],
  language: string,
): V[] {
  const year = ({ last }: V) => last?.slice(0, 4) ?? ''
  return sortPeople(voters, { by: 'name', language }).toSorted((one, other) =>
    year(other).localeCompare(year(one)),
  )
}
