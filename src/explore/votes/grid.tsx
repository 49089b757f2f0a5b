import { Scroll } from '../../site/scroll.tsx'
import { useLocale } from '../locale.ts'
import type { MotionWithVotes } from '../motions/queries.ts'
import { MotionLink } from '../parts/motion-link.tsx'
import { PersonName } from '../parts/person-name.tsx'
import { ResultTag } from '../parts/result-tag.tsx'
import { sortPeople } from '../parts/sort-people.ts'
import { shorten } from '../shorten.ts'
import { wordOf } from '../word-of.ts'

const peopleMax = 60
const titleLength = 70

interface Row {
  name: string
  slug: string | null
  /** Votes by motion. */
  votes: Map<string, string>
}

/** Who voted how on each motion, by family name, as far as a name shows it. */
export function Grid({ motions }: { motions: readonly MotionWithVotes[] }) {
  const locale = useLocale()
  const { words, count, date } = locale
  const rows = rowsOf(motions, locale.tag)
  return (
    <>
      <p class="quiet">{words.votesPage.legend}</p>
      <Scroll name={words.votesPage.grid}>
        <table class="grid">
          <thead>
            <tr>
              <th scope="col">{words.votesPage.member}</th>
              {motions.map((motion) => (
                <th scope="col" key={motion.slug}>
                  <div>
                    <MotionLink motion={motion} shorten={(title) => shorten(title, titleLength)} />
                    {motion.date !== '' && <span class="quiet">{date(motion.date)}</span>}
                  </div>
                  <Outcome motion={motion} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, peopleMax).map((row) => (
              <tr key={keyOf(row)}>
                <th scope="row">
                  <PersonName name={row.name} slug={row.slug} />
                </th>
                {motions.map(({ slug }) => (
                  <Cell key={slug} value={row.votes.get(slug)} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {rows.length > peopleMax && (
        <p>{words.votesPage.moreMembers(count(peopleMax), count(rows.length))}</p>
      )}
    </>
  )
}

function Outcome({ motion }: { motion: MotionWithVotes }) {
  const { words, count } = useLocale()
  const { tally_for: inFavour, tally_against: against } = motion
  return (
    <>
      <ResultTag {...motion} />
      {inFavour !== null && against !== null && (
        <span class="quiet">{words.motion.tally(count(inFavour), count(against))}</span>
      )}
    </>
  )
}

function Cell({ value }: { value: string | undefined }) {
  const { words } = useLocale()
  if (value === undefined) return <td class="quiet">{words.votesPage.unnamed}</td>
  const kind = { For: 'for', Against: 'against' }[value]
  return <td class={kind}>{wordOf(words.votes, value) ?? value}</td>
}

function rowsOf(motions: readonly MotionWithVotes[], language: string): Row[] {
  const rows = new Map<string, Row>()
  for (const motion of motions)
    for (const { person_name: name, person_slug: slug, vote_value: value } of motion.votes) {
      const key = keyOf({ name, slug })
      const row = rows.get(key) ?? { name, slug, votes: new Map() }
      rows.set(key, row)
      // Some sources have several votes of a person on one motion.
      if (!row.votes.has(motion.slug)) row.votes.set(motion.slug, value)
    }
  return sortPeople([...rows.values()], { by: 'name', language })
}

/** Two people may have one name, and a name may be that of no one in the record. */
function keyOf({ name, slug }: Pick<Row, 'name' | 'slug'>): string {
  return slug === null ? `name ${name}` : `slug ${slug}`
}
