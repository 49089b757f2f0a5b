import { Scroll } from '../../site/scroll.tsx'
import { useLocale } from '../locale.ts'
import { isLargeMatrix } from '../parts/large-matrix.ts'
import { PersonName } from '../parts/names.tsx'
import type { Person } from './queries.ts'
import type { Pair, Table } from './table.ts'

interface MatrixProps {
  table: Table
  /** Where two people are compared. */
  hrefOf(one: Person, other: Person): string
}

/** So few columns have room to be wide. */
const fewMax = 14

function classOf(members: number): string {
  if (isLargeMatrix(members)) return 'matrix large'
  return members > fewMax ? 'matrix' : 'matrix few'
}

/** A row and a column for each member; each cell, the percentage of a pair. */
export function Matrix({ table, hrefOf }: MatrixProps) {
  const { words } = useLocale()
  const { members } = table
  const cells = useCells({ table, hrefOf })
  return (
    <Scroll name={words.agreement.caption}>
      <table class={classOf(members.length)}>
        <caption>{words.agreement.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{words.compare.person}</th>
            {members.map(({ slug, name }) => (
              <th scope="col" key={slug}>
                <span>{name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {members.map((one) => (
            <tr key={one.slug}>
              <th scope="row">
                <PersonName name={one.name} slug={one.slug} />
              </th>
              {members.map((other) => cells(one, other))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

/** The cell of two members. No component, because there may be thousands of them. */
function useCells({ table, hrefOf }: MatrixProps) {
  const { words, count } = useLocale()
  const isLarge = isLargeMatrix(table.members.length)
  const links = new Map(
    table.pairs.map((pair) => [
      pair,
      <a
        href={hrefOf(pair.one, pair.other)}
        // Thousands of them would be a third of the page.
        title={isLarge ? undefined : words.agreement.of(count(pair.same), count(pair.motions))}
      >
        {pair.percent}
      </a>,
    ]),
  )
  return (one: Person, other: Person) => {
    const pair = table.pairOf(one, other)
    if (one === other) return <td class="self" />
    if (pair === undefined) return <td>–</td>
    return <td class={`shade-${shadeOf(pair.percent)}`}>{links.get(pair)}</td>
  }
}

/** The least percentages of all shades but the first; the words name them. */
const shadeStarts = [25, 50, 70, 85, 95]

/** From 1 to 6. */
export function shadeOf(percent: number): number {
  return 1 + shadeStarts.filter((start) => percent >= start).length
}

/** What the shades mean. */
export function Shades() {
  const { words } = useLocale()
  return (
    <ul class="shades">
      {words.agreement.shades.map((name, at) => (
        <li key={name} class={`shade-${at + 1}`}>
          {name}
        </li>
      ))}
    </ul>
  )
}

const listedMax = 5

/** The pairs at both ends, none of them in both lists. */
export function ClosestPairs({ table: { pairs }, hrefOf }: MatrixProps) {
  const { words } = useLocale()
  const shown = Math.min(listedMax, Math.floor(pairs.length / 2))
  if (shown === 0) return null
  const lists = [
    { id: 'most', name: words.agreement.most, sorted: pairs },
    { id: 'least', name: words.agreement.least, sorted: pairs.toReversed() },
  ]
  return (
    <div class="multiples">
      {lists.map(({ id, name, sorted }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id}>{name}</h2>
          <PairList pairs={sorted.slice(0, shown)} hrefOf={hrefOf} />
          <Tied pairs={sorted} shown={shown} />
        </section>
      ))}
    </div>
  )
}

function PairList({ pairs, hrefOf }: { pairs: readonly Pair[] } & Pick<MatrixProps, 'hrefOf'>) {
  const { words, count, percent: inPercent } = useLocale()
  return (
    <ul class="pairs">
      {pairs.map(({ one, other, motions, same, percent }) => (
        <li key={`${one.slug} ${other.slug}`}>
          <a href={hrefOf(one, other)}>{words.compare.pair(one.name, other.name)}</a>
          <strong>{inPercent(percent / 100)}</strong>
          <span class="quiet">{words.agreement.of(count(same), count(motions))}</span>
        </li>
      ))}
    </ul>
  )
}

/** How many pairs that are not listed have the share of the last one that is. */
function Tied({ pairs, shown }: { pairs: readonly Pair[]; shown: number }) {
  const { words, count } = useLocale()
  const last = pairs[shown - 1]?.share
  const tied = pairs.slice(shown).filter(({ share }) => share === last).length
  if (tied === 0) return null
  return <p class="quiet">{words.agreement.tied(tied, count(tied))}</p>
}
