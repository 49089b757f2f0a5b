import { seatBeside } from '../../core/seat-beside.ts'
import { seatNoun } from '../../core/ward-name.ts'
import type { PersonItem } from '../../resources/people/schema.ts'
import { useCouncil, useRecordName } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { sortPeople } from '../parts/people-order.tsx'
import { byYear } from '../parts/voters.tsx'
import { WardFinder } from '../parts/ward-finder.tsx'
import { paths } from '../paths.ts'
import type { Overview } from './read-overview.ts'

/** More members than that would take more than three screens of a phone. */
const listedMax = 16

/** Who sits for the reader: on the map where wards are on record, else in a list. */
export function FindCouncillor(found: Overview) {
  const { words, tag: language } = useLocale()
  const { members, seats, wards, voters } = found
  const sorted = sortPeople(members, { by: 'ward', language })
  const form = members.length === 0 ? <FindVoter voters={voters} /> : <FindForm members={sorted} />
  if (seats.length > 0) {
    const hasPostalCodes = wards.some(({ postal_codes: codes }) => codes !== '[]')
    return (
      <WardFinder wards={seats} members={members} hasPostalCodes={hasPostalCodes}>
        {form}
      </WardFinder>
    )
  }
  return (
    <section class="stone" aria-labelledby="find">
      <h2 id="find">{members.length === 0 ? words.overview.yourCouncil : words.overview.find}</h2>
      {form}
      {members.length > 0 && members.length <= listedMax && <Members members={sorted} />}
    </section>
  )
}

/** A form that leads to a member of council by ward or by name. */
function FindForm({ members }: { members: readonly PersonItem[] }) {
  const { words } = useLocale()
  const council = useCouncil()
  const nameOf = useRecordName()
  const noun = seatNoun(members.map(({ ward }) => ward))
  return (
    <form class="filter" action={paths.people(council)} method="get">
      <label class="whole">
        <span class="announced">{words.overview.find}</span>
        <select name="member">
          <option value="">{words.overview.bySeat[noun]}</option>
          {members.map(({ slug, name, ward, role }) => {
            const seat = seatBeside(ward ?? role, name)
            return (
              <option key={slug} value={slug}>
                {seat === null ? name : words.overview.seat(nameOf(seat), name)}
              </option>
            )
          })}
        </select>
      </label>
      <button type="submit">{words.list.show}</button>
      <a href={paths.people(council)}>{words.overview.allMembers}</a>
    </form>
  )
}

/** The way to those who voted in the council, where nothing says who sits on it. */
function FindVoter({ voters }: Pick<Overview, 'voters'>) {
  const { words, tag: language } = useLocale()
  const path = paths.people(useCouncil())
  const all = <a href={path}>{words.overview.allMembers}</a>
  const named = new Map(byYear(voters, language).map(({ slug, name }) => [slug, name]))
  return (
    <>
      <p>
        {words.people.noMembers} {named.size === 0 && all}
      </p>
      {named.size > 0 && (
        <form class="filter" action={path} method="get">
          <label class="whole">
            {words.people.voters}
            <select name="member">
              <option value="">{words.people.byLatestVote}</option>
              {[...named].map(([slug, name]) => (
                <option key={slug} value={slug}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <button type="submit">{words.list.show}</button>
          <a href={`${path}#voters`}>{words.people.allVoters}</a>
        </form>
      )}
    </>
  )
}

/** Each with the number of the ward, as residents know it. */
function Members({ members }: { members: readonly PersonItem[] }) {
  const council = useCouncil()
  const nameOf = useRecordName()
  return (
    <ul class="seats">
      {members.map(({ slug, name, ward, role }) => {
        const seat = seatBeside(ward ?? role, name)
        const shown = seat === null ? '' : nameOf(seat)
        const [, number, area] = /^\D*?(\d+)\s*(.*)$/.exec(shown) ?? []
        return (
          <li key={slug}>
            <b>{number}</b>
            <span>
              <a href={paths.person(council, slug)}>{name}</a>
              <small>{number === undefined ? shown : area}</small>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
