import type { ComponentChildren } from 'preact'
import type { Locale } from '../locale.ts'
import type { MotionCounts } from '../queries.ts'

/** A fact beside the text; nothing without children. */
export function Fact({ name, children }: { name: string; children?: ComponentChildren }) {
  if (children === undefined || children === null || children === false) return null
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** A name, its count, and where on the page the records are. */
type NamedCount = readonly [name: string, value: string, href?: string | undefined]

/** Counts side by side; nothing without any. */
export function Counts({ counts }: { counts: readonly NamedCount[] }) {
  if (counts.length === 0) return null
  return (
    <dl class="counts">
      {counts.map(([name, value, href]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{href === undefined ? value : <a href={href}>{value}</a>}</dd>
        </div>
      ))}
    </dl>
  )
}

/** 15 full votes, 7 with only some of the names, of 371 motions on record for this council. */
export function motionCountsIn({ recorded, partial, motions }: MotionCounts, locale: Locale) {
  const { words, count } = locale
  const votes = [words.motion.fullVotes(recorded, count(recorded))]
  if (partial > 0) votes.push(words.motion.partialVotes(count(partial)))
  return words.motion.coverage(votes.join(', '), words.motion.motions(motions, count(motions)))
}
