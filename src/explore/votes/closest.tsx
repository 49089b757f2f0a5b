import { useLocale } from '../locale.ts'
import { MotionRow } from '../parts/motion-row.tsx'
import type { MotionLine } from '../parts/queries.ts'
import { List } from '../parts/rows.tsx'
import type { Visit } from '../visit.ts'

export const closestMax = 5

/** Whether the page begins with the closest votes: on the first page of the close ones, without filters. */
export function leadsWithClosest({ query }: Pick<Visit, 'query'>): boolean {
  return query.show === 'close' && Object.keys(query).length === 1
}

/** The closest votes on record, above the list of all close ones; nothing without any. */
export function Closest({ visit, motions }: { visit: Visit; motions: readonly MotionLine[] }) {
  const { closest, byDate } = useLocale().words.votesPage
  if (motions.length === 0) return null
  return (
    <>
      <section class="stone closest">
        <h2 id="closest">{closest}</h2>
        <List
          rows={motions}
          keyOf={({ slug }) => slug}
          show={(motion) => <MotionRow visit={visit} motion={motion} />}
        />
      </section>
      <h2>{byDate}</h2>
    </>
  )
}
