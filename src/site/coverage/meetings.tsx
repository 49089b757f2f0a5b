import { BarChart } from '../chart/bar-chart.tsx'
import { ChartTable } from '../chart/chart-table.tsx'
import { type Series, shownCount } from '../chart/layout.ts'
import { Scroll } from '../scroll.tsx'
import {
  graceDays,
  type Measure,
  type MeasureCounts,
  type MeetingCounts,
  type YearCounts,
} from './meeting-counts.ts'

/** How many meetings have what, over all and year by year. */
export function Meetings({ counts }: { counts: MeetingCounts }) {
  const { years, total, present, absences } = counts
  if (total.meetings + total.cancelled === 0) return <p>No meetings on record.</p>
  return (
    <>
      <Summary counts={counts} />
      {present.length > 0 && <Overview counts={counts} />}
      {absences.map((absence) => (
        <p key={absence}>{absence}</p>
      ))}
      <p class="quiet">
        <strong>Not yet</strong> is what a meeting lacks that is still to come or took place in the
        last {graceDays} days: it may be published later. <strong>Not recorded</strong> is what an
        older one lacks: the source of this record does not have it. Cancelled meetings are in
        neither. <strong>Recorded votes</strong> are motions of which it is on record who voted how.
      </p>
      <h3>By year</h3>
      <YearTable counts={counts} />
      {years.length > 1 && (
        <div class="multiples">
          {present.map((measure) => (
            <MeasureByYear key={measure.key} measure={measure} years={years} />
          ))}
        </div>
      )}
    </>
  )
}

function Summary({ counts: { years, olderYears, total } }: { counts: MeetingCounts }) {
  const { meetings, cancelled } = total
  const [first, last] = [years[0]?.year, years.at(-1)?.year]
  const span = first === last ? `of ${last}` : `from ${first} to ${last}`
  const all = shownCount(meetings + cancelled)
  const older = olderYears === 1 ? 'and one earlier year' : `and ${olderYears} earlier years`
  return (
    <p>
      {`${all} ${meetings + cancelled === 1 ? 'meeting is' : 'meetings are'} on record, ${span}`}
      {olderYears > 0 && `, ${older}`}
      {cancelled > 0 && `; ${shownCount(cancelled)} of them cancelled`}.
    </p>
  )
}

function Overview({ counts: { years, total, present } }: { counts: MeetingCounts }) {
  const chart = {
    title:
      years.length === 1
        ? `What the meetings of ${years[0]?.year} have`
        : 'What the meetings of all years have',
    categories: present.map(({ name }) => name),
    series: seriesOf(present.map(({ key }) => total.tallies[key])),
  }
  return (
    <>
      <BarChart {...chart} />
      <ChartTable {...chart} categoryName="Meetings with" />
    </>
  )
}

function MeasureByYear({ measure, years }: { measure: Measure; years: readonly YearCounts[] }) {
  const chart = {
    title: `${measure.name}, by year`,
    categories: years.map(({ year }) => year),
    series: seriesOf(years.map(({ tallies }) => tallies[measure.key])),
  }
  return (
    <div>
      <BarChart {...chart} small />
      <ChartTable {...chart} categoryName="Year" />
    </div>
  )
}

function seriesOf(tallies: readonly MeasureCounts[]): Series[] {
  return [
    { name: 'Recorded', values: tallies.map(({ recorded }) => recorded) },
    { name: 'Not yet', values: tallies.map(({ notYet }) => notYet) },
    { name: 'Not recorded', values: tallies.map(({ notRecorded }) => notRecorded) },
  ]
}

function YearTable({ counts: { years, present } }: { counts: MeetingCounts }) {
  const columns = [
    ['Meetings', ({ meetings }: YearCounts) => meetings],
    ...present.map(
      ({ key, name }) => [name, ({ tallies }: YearCounts) => tallies[key].recorded] as const,
    ),
    ['Cancelled', ({ cancelled }: YearCounts) => cancelled],
  ] as const
  return (
    <Scroll name="Meetings by year">
      <table>
        <caption>Meetings of each year and what they have</caption>
        <thead>
          <tr>
            <th scope="col">Year</th>
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
                  {shownCount(value(year))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}
