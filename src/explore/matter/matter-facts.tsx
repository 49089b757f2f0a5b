import { useLocale } from '../locale.ts'
import { Fact } from '../parts/facts.tsx'
import { SourcePage } from '../parts/source-page.tsx'
import { Sponsors } from '../parts/sponsors.tsx'
import { paths } from '../paths.ts'
import type { Visit } from '../visit.ts'
import { statusOf } from '../words/word-of.ts'
import type { MatterOnPage } from './read-matter.ts'

/** Number, status, dates, the by-law that came of it, and sponsors. */
export function MatterFacts({ visit, found }: { visit: Visit; found: MatterOnPage }) {
  const { words, date } = useLocale()
  const { matter, sourceUrl, proceedings } = found
  const { identifier, status, category, bylaw, sponsors } = matter
  const list = paths.matters(visit.municipality)
  const filtered = (name: string, value: string, shown = value) => (
    <a href={`${list}?${new URLSearchParams({ [name]: value })}`}>{shown}</a>
  )
  return (
    <aside class="facts-card">
      <dl>
        <Fact name={words.matter.identifier}>{identifier}</Fact>
        <Fact name={words.matter.status}>
          {status !== null && filtered('status', status, statusOf(status, words))}
        </Fact>
        <Fact name={words.matter.category}>
          {category !== null && filtered('category', category)}
        </Fact>
        <Fact name={words.matter.firstSeen}>
          {matter.first_seen !== null && date(matter.first_seen)}
        </Fact>
        <Fact name={words.matter.lastSeen}>
          {matter.last_seen !== null && date(matter.last_seen)}
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
