import { shorten } from '../../core/shorten.ts'
import { Scroll } from '../../site/scroll.tsx'
import { useLocale } from '../locale.ts'
import { MotionLink } from '../parts/motion-link.tsx'
import { PersonName } from '../parts/names.tsx'
import { sortPeople } from '../parts/people-order.tsx'
import type { MotionOfGrid } from '../parts/queries.ts'
import { RecordText } from '../parts/record-text.tsx'
import { ResultTag } from '../parts/tags.tsx'
import { wordOf } from '../words/word-of.ts'

const peopleMax = 60
const titleLength = 70
const itemLength = 40

interface Row {
  name: string
  slug: string | null
  /** Votes by motion. */
  votes: Map<string, string>
}

/** Who voted how on each motion, by family name, as far as a name shows it. */
export function Grid({ motions }: { motions: readonly MotionOfGrid[] }) {
  const locale = useLocale()
  const { words, count, date } = locale
  const rows = rowsOf(motions, locale.tag)
  const columns = motions.map((motion) => ({ motion, presenceOf: presenceAt(motion) }))
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
                    <Item motion={motion} />
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
                {columns.map(({ motion: { slug }, presenceOf }) => (
                  <Cell key={slug} value={row.votes.get(slug) ?? presenceOf(row)} />
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

/** What the motion is about, in a few words. */
function Item({ motion }: { motion: MotionOfGrid }) {
  const item = motion.agenda_item_title ?? motion.matter_title
  if (item === null) return null
  return (
    <span class="quiet">
      <RecordText text={shorten(item, itemLength)} />
    </span>
  )
}

function Outcome({ motion }: { motion: MotionOfGrid }) {
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

function Cell({ value }: { value: string }) {
  const { words } = useLocale()
  const { votesPage } = words
  if (value === 'unnamed') return <td class="quiet">{votesPage.unnamed}</td>
  if (value === 'no member') return <td class="quiet">{votesPage.noMember}</td>
  const kind = { For: 'for', Against: 'against' }[value]
  return <td class={kind}>{wordOf(words.votes, value) ?? value}</td>
}

/** Why a person has no vote on a motion, as far as attendance and seats say so. */
function presenceAt({ attendees, seated }: MotionOfGrid) {
  const present = new Map(attendees.map((each) => [keyOf(each), each.present === 1]))
  const seats = new Set(seated.map(({ slug }) => slug))
  const isKnown = present.size + seats.size > 0
  return (row: Row): 'Absent' | 'unnamed' | 'no member' => {
    if (present.get(keyOf(row)) === false) return 'Absent'
    const isListed = present.has(keyOf(row)) || (row.slug !== null && seats.has(row.slug))
    return isKnown && !isListed ? 'no member' : 'unnamed'
  }
}

function rowsOf(motions: readonly MotionOfGrid[], language: string): Row[] {
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
