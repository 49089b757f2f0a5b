import { useLocale } from '../locale.ts'
import { Fact } from '../parts/facts.tsx'
import { SourcePage } from '../parts/source-page.tsx'
import { Sponsors } from '../parts/sponsors.tsx'
import { paths } from '../paths.ts'
import { useRecordName } from '../record-name.ts'
import type { Visit } from '../visit.ts'
import type { MatterOnPage } from './read-matter.ts'

/** Status, the by-law that came of it, and sponsors. */
export function MatterFacts({ visit, found }: { visit: Visit; found: MatterOnPage }) {
  const { words } = useLocale()
  const nameOf = useRecordName()
  const { matter, sourceUrl, proceedings } = found
  const { status, category, bylaw, sponsors } = matter
  const list = paths.matters(visit.municipality)
  const filtered = (name: string, value: string, shown = value) => (
    <a href={`${list}?${new URLSearchParams({ [name]: value })}`}>{shown}</a>
  )
  return (
    <aside class="facts-card">
      <dl>
        <Fact name={words.matter.status}>
          {status !== null && filtered('status', status, nameOf(status))}
        </Fact>
        <Fact name={words.matter.category}>
          {category !== null && filtered('category', category, nameOf(category))}
        </Fact>
        <Fact name={words.matter.bylaw}>
          {bylaw && (
            <a href={paths.bylaw(visit.municipality, bylaw.slug)}>
              {bylaw.bylaw_number ?? bylaw.title}
            </a>
          )}
        </Fact>
        <Fact name={words.matter.sponsors}>
          {sponsors.length > 0 && <Sponsors sponsors={sponsors} />}
        </Fact>
        <Fact name={words.motion.documents}>
          {sourceUrl !== null && (
            <SourcePage
              url={sourceUrl}
              minutes={proceedings.minutes}
              name={words.matter.official}
            />
          )}
        </Fact>
      </dl>
    </aside>
  )
}
