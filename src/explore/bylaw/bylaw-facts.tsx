import { isDefeated } from '../../core/carried-results.ts'
import { foldCase } from '../../core/fold.ts'
import { useLocale } from '../locale.ts'
import { Fact } from '../parts/facts.tsx'
import { SourcePage } from '../parts/source-page.tsx'
import { Sponsors } from '../parts/sponsors.tsx'
import { paths } from '../paths.ts'
import { useRecordName } from '../record-name.ts'
import type { Visit } from '../visit.ts'
import type { BylawOnPage } from './read-bylaw.ts'

/** Number, status and dates, beside the text. */
export function BylawFacts({ visit, found }: { visit: Visit; found: BylawOnPage }) {
  const { words, date } = useLocale()
  const nameOf = useRecordName()
  const { bylaw, minutes } = found
  const { bylaw_number: number, year, status, category, sponsors, source_url: source } = bylaw
  const list = paths.bylaws(visit.municipality)
  const filtered = (name: string, value: string, shown = value) => (
    <a href={`${list}?${new URLSearchParams({ [name]: value })}`}>{shown}</a>
  )
  const dateOf = (stated: string | null) => {
    if (stated !== null) return date(stated)
    return isLost(bylaw) ? null : words.bylaw.unknown
  }
  return (
    <aside class="facts-card">
      <dl>
        <Fact name={words.bylaw.number}>{number}</Fact>
        <Fact name={words.bylaw.year}>{year !== null && filtered('year', String(year))}</Fact>
        <Fact name={words.bylaw.status}>
          {status !== null && filtered('status', status, nameOf(status))}
        </Fact>
        <Fact name={words.bylaw.category}>
          {category !== null && filtered('category', category, nameOf(category))}
        </Fact>
        <Fact name={words.bylaw.passed}>{dateOf(bylaw.passed_date)}</Fact>
        <Fact name={words.bylaw.enacted}>{dateOf(bylaw.enacted_date)}</Fact>
        <Fact name={words.bylaw.sponsors}>
          {sponsors.length > 0 && <Sponsors sponsors={sponsors} />}
        </Fact>
        <Fact name={words.motion.documents}>
          {source !== null && (
            <SourcePage url={source} minutes={minutes} name={words.bylaw.official} />
          )}
        </Fact>
      </dl>
    </aside>
  )
}

/** What was defeated or withdrawn was neither passed nor enacted. */
export function isLost({ status }: Pick<BylawOnPage['bylaw'], 'status'>): boolean {
  return isDefeated(status) || foldCase(status ?? '') === 'withdrawn'
}
