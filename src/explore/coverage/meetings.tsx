import { BarTable } from '../../site/bar-table.tsx'
import { Phrase } from '../../site/phrase.tsx'
import { type Locale, useLocale } from '../locale.ts'
import { graceDays } from '../minutes.ts'
import type { Coverage } from './queries.ts'

/** How many meetings have an agenda, minutes and so on: in total, and by year. */
export function Meetings({ counts }: { counts: MeetingCounts }) {
  const { coverage: words } = useLocale().words
  const { years, total, present } = counts
  if (total.meetings + total.cancelled === 0) return <p>{words.noMeetings}</p>
  return (
    <>
      {present.length > 0 && <Overview counts={counts} />}
      <Meanings />
      <h3>{words.byYear}</h3>
      <div class="multiples">
        <AllByYear years={years} />
        {years.length > 1 &&
          present.map((measure) => <MeasureByYear key={measure} measure={measure} years={years} />)}
      </div>
    </>
  )
}

/** What the words of the tables mean. */
function Meanings() {
  const { coverage: words } = useLocale().words
  const meanings = [
    [words.notYet, words.notYetIs(graceDays)],
    [words.notRecorded, words.notRecordedIs],
    [words.recordedVotes, words.recordedVotesAre],
  ] as const
  return (
    <ul class="quiet">
      {meanings.map(([term, text]) => (
        <li key={term}>
          <Phrase text={text} values={{ term: <strong>{term}</strong> }} />
        </li>
      ))}
      <li>{words.notCounted}</li>
    </ul>
  )
}

/** How many meetings are on record, from when to when, and what none of them has. */
export function Summary({ counts }: { counts: MeetingCounts }) {
  const { years, olderYears, total, absences } = counts
  const { words, count } = useLocale()
  const { coverage } = words
  const all = total.meetings + total.cancelled
  const span = coverage.span(years[0]?.year ?? '', years.at(-1)?.year ?? '')
  if (all === 0) return <p class="lead">{coverage.lead}</p>
  const lacking = absences.map(({ measure, isPending }) =>
    isPending ? coverage.absencesYet[measure] : coverage.absences[measure],
  )
  return (
    <>
      <p class="lead">
        {coverage.onRecord(all, count(all), span)}
        {olderYears > 0 && coverage.olderYears(olderYears)}
        {total.cancelled > 0 && coverage.cancelled(count(total.cancelled))}.
      </p>
      {lacking.length > 0 && <p>{lacking.join(' ')}</p>}
    </>
  )
}

function Overview({ counts: { years, total, present } }: { counts: MeetingCounts }) {
  const { coverage: words } = useLocale().words
  return (
    <BarTable
      title={years.length === 1 ? words.oneYear(years[0]?.year ?? '') : words.allYears}
      rowName={words.meetingsWith}
      series={seriesOf(words)}
      rows={present.map((measure) => ({
        key: words.measures[measure],
        values: valuesOf(total.tallies[measure]),
      }))}
    />
  )
}

function MeasureByYear({ measure, years }: { measure: Measure; years: readonly YearCounts[] }) {
  const { coverage: words } = useLocale().words
  return (
    <BarTable
      title={words.measureByYear(words.measures[measure])}
      rowName={words.year}
      series={seriesOf(words)}
      rows={years.map(({ year, tallies }) => ({ key: year, values: valuesOf(tallies[measure]) }))}
    />
  )
}

function seriesOf({ recorded, notYet, notRecorded }: Locale['words']['coverage']): string[] {
  return [recorded, notYet, notRecorded]
}

function valuesOf({ recorded, notYet, notRecorded }: MeasureCounts): number[] {
  return [recorded, notYet, notRecorded]
}

function AllByYear({ years }: Pick<MeetingCounts, 'years'>) {
  const { coverage: words } = useLocale().words
  return (
    <BarTable
      title={words.meetingsByYear}
      rowName={words.year}
      series={[words.heldOrPlanned, words.cancelledColumn]}
      rows={years.map(({ year, meetings, cancelled }) => ({
        key: year,
        values: [meetings, cancelled],
      }))}
    />
  )
}

type Counts = Coverage['meetings'][number]

/** The page shows this many years, the newest; years without meetings are filled in only within this span. */
const yearsMax = 30

/** What can be published for a meeting. */
const measures = ['agenda', 'minutes', 'video', 'rollCalls', 'transcript'] as const

type Measure = (typeof measures)[number]

/** How many meetings have something, may still get it, or lack it; without cancelled meetings. */
export interface MeasureCounts {
  recorded: number
  notYet: number
  notRecorded: number
}

interface YearCounts {
  year: string
  /** Without cancelled ones. */
  meetings: number
  cancelled: number
  tallies: Record<Measure, MeasureCounts>
}

export interface MeetingCounts {
  /** The oldest first. */
  years: YearCounts[]
  /** How many years are older than those shown. */
  olderYears: number
  total: YearCounts
  /** The measures that at least one meeting has, and the others, which may all still be published. */
  present: Measure[]
  absences: { measure: Measure; isPending: boolean }[]
}

export function summarizeMeetings(counts: readonly Counts[]): MeetingCounts {
  const names = [...new Set(counts.map(({ year }) => year))].sort()
  const all = withGaps(names)
  const shown = all.slice(-yearsMax)
  const total = yearCountsOf('', counts)
  const isPresent = (measure: Measure) => counts.some((each) => each[measure] > 0)
  return {
    years: shown.map((year) =>
      yearCountsOf(
        year,
        counts.filter((each) => each.year === year),
      ),
    ),
    olderYears: all.length - shown.length,
    total,
    present: measures.filter(isPresent),
    absences: measures
      .filter((measure) => !isPresent(measure))
      .map((measure) => {
        const { notYet, notRecorded } = total.tallies[measure]
        return { measure, isPending: notYet > 0 && notRecorded === 0 }
      }),
  }
}

// A year without meetings is shown; a span of centuries is a typo in the source.
function withGaps(years: readonly string[]): readonly string[] {
  const [first, last] = [Number(years[0]), Number(years.at(-1))]
  if (!(last - first < yearsMax)) return years
  return Array.from({ length: last - first + 1 }, (_, i) => String(first + i).padStart(4, '0'))
}

function yearCountsOf(year: string, counts: readonly Counts[]): YearCounts {
  const meetings = sumOfPhases(counts, ['open', 'settled'], 'meetings')
  const tallies = measures.map((measure) => [measure, measureCountsOf(counts, measure)])
  return {
    year,
    meetings,
    cancelled: sumOfPhases(counts, ['cancelled'], 'meetings'),
    tallies: Object.fromEntries(tallies) as YearCounts['tallies'],
  }
}

function measureCountsOf(counts: readonly Counts[], key: Measure): MeasureCounts {
  const without = (phase: Counts['phase']) =>
    sumOfPhases(counts, [phase], 'meetings') - sumOfPhases(counts, [phase], key)
  return {
    recorded: sumOfPhases(counts, ['open', 'settled'], key),
    notYet: without('open'),
    notRecorded: without('settled'),
  }
}

function sumOfPhases(
  counts: readonly Counts[],
  phases: readonly Counts['phase'][],
  key: Measure | 'meetings',
): number {
  return counts
    .filter(({ phase }) => phases.includes(phase))
    .reduce((sum, each) => sum + each[key], 0)
}
