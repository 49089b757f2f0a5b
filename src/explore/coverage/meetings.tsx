import { BarChart } from '../../site/chart/bar-chart.tsx'
import { ChartTable } from '../../site/chart/chart-table.tsx'
import type { Series } from '../../site/chart/layout.ts'
import { Phrase } from '../../site/phrase.tsx'
import { Scroll } from '../../site/scroll.tsx'
import { type Locale, useLocale } from '../locale.ts'
import { graceDays } from '../minutes.ts'
import type { Measure, MeasureCounts, MeetingCounts, YearCounts } from './meeting-counts.ts'

/** How many meetings have an agenda, minutes and so on: in total, and by year. */
export function Meetings({ counts }: { counts: MeetingCounts }) {
  const { coverage: words } = useLocale().words
  const { years, total, present, absences } = counts
  if (total.meetings + total.cancelled === 0) return <p>{words.noMeetings}</p>
  return (
    <>
      <Summary counts={counts} />
      {present.length > 0 && <Overview counts={counts} />}
      {absences.map(({ measure, isPending }) => (
        <p key={measure}>{isPending ? words.absencesYet[measure] : words.absences[measure]}</p>
      ))}
      <Meanings />
      <h3>{words.byYear}</h3>
      <YearTable counts={counts} />
      {years.length > 1 && (
        <div class="multiples">
          {present.map((measure) => (
            <MeasureByYear key={measure} measure={measure} years={years} />
          ))}
        </div>
      )}
    </>
  )
}

/** What the words of the chart mean. */
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
      <li>{words.notCharted}</li>
    </ul>
  )
}

function Summary({ counts: { years, olderYears, total } }: { counts: MeetingCounts }) {
  const { words, count } = useLocale()
  const { coverage } = words
  const all = total.meetings + total.cancelled
  const span = coverage.span(years[0]?.year ?? '', years.at(-1)?.year ?? '')
  return (
    <p>
      {coverage.onRecord(all, count(all), span)}
      {olderYears > 0 && coverage.olderYears(olderYears)}
      {total.cancelled > 0 && coverage.cancelled(count(total.cancelled))}.
    </p>
  )
}

function Overview({ counts: { years, total, present } }: { counts: MeetingCounts }) {
  const { coverage: words } = useLocale().words
  const chart = {
    title: years.length === 1 ? words.oneYear(years[0]?.year ?? '') : words.allYears,
    categories: present.map((measure) => words.measures[measure]),
    series: seriesOf(
      present.map((measure) => total.tallies[measure]),
      words,
    ),
  }
  return (
    <>
      <BarChart {...chart} />
      <ChartTable {...chart} categoryName={words.meetingsWith} />
    </>
  )
}

function MeasureByYear({ measure, years }: { measure: Measure; years: readonly YearCounts[] }) {
  const { coverage: words } = useLocale().words
  const chart = {
    title: words.measureByYear(words.measures[measure]),
    categories: years.map(({ year }) => year),
    series: seriesOf(
      years.map(({ tallies }) => tallies[measure]),
      words,
    ),
  }
  return (
    <div>
      <BarChart {...chart} small />
      <ChartTable {...chart} categoryName={words.year} />
    </div>
  )
}

function seriesOf(tallies: readonly MeasureCounts[], words: Locale['words']['coverage']): Series[] {
  return [
    { name: words.recorded, values: tallies.map(({ recorded }) => recorded) },
    { name: words.notYet, values: tallies.map(({ notYet }) => notYet) },
    { name: words.notRecorded, values: tallies.map(({ notRecorded }) => notRecorded) },
  ]
}

function YearTable({ counts: { years, present } }: { counts: MeetingCounts }) {
  const { words, count } = useLocale()
  const { coverage } = words
  const columns = [
    [coverage.heldOrPlanned, ({ meetings }: YearCounts) => meetings],
    ...present.map(
      (measure) =>
        [
          coverage.measures[measure],
          ({ tallies }: YearCounts) => tallies[measure].recorded,
        ] as const,
    ),
    [coverage.cancelledColumn, ({ cancelled }: YearCounts) => cancelled],
  ] as const
  return (
    <Scroll name={coverage.meetingsByYear}>
      <table class="compact">
        <caption>{coverage.tableByYear}</caption>
        <thead>
          <tr>
            <th scope="col">{coverage.year}</th>
            {columns.map(([name]) => (
              <th key={name} scope="col" class="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {years.map((year) => (
            <tr key={year.year}>
              <th scope="row">{year.year}</th>
              {columns.map(([name, value]) => (
                <td key={name} class="number">
                  {count(value(year))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
