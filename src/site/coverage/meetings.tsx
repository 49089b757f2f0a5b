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

/** How many meetings have an agenda, minutes and so on: in total, and by year. */
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
      <ul class="quiet">
        <li>
          <strong>Not yet</strong>: the meeting is upcoming, or took place in the last {graceDays}{' '}
          days, so it may still be published.
        </li>
        <li>
          <strong>Not recorded</strong>: the meeting is older, and the imported source does not have
          it. The council may.
        </li>
        <li>
          <strong>Recorded votes</strong>: for at least one motion, the record says who voted how.
        </li>
        <li>Cancelled meetings are not in the chart.</li>
      </ul>
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
  const span = first === last ? `for ${last}` : `from ${first} to ${last}`
  const all = shownCount(meetings + cancelled)
  const older = olderYears === 1 ? 'and one earlier year' : `and ${olderYears} earlier years`
  return (
    <p>
      {`${all} ${meetings + cancelled === 1 ? 'meeting' : 'meetings'} on record ${span}`}
      {olderYears > 0 && ` ${older}`}
      {cancelled > 0 && `, ${shownCount(cancelled)} of them cancelled`}.
    </p>
  )
}

function Overview({ counts: { years, total, present } }: { counts: MeetingCounts }) {
  const chart = {
    title:
      years.length === 1
        ? `What is on record for meetings in ${years[0]?.year}`
        : 'What is on record for meetings in all years',
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
    ['Held or planned', ({ meetings }: YearCounts) => meetings],
    ...present.map(
      ({ key, name }) => [name, ({ tallies }: YearCounts) => tallies[key].recorded] as const,
    ),
    ['Cancelled', ({ cancelled }: YearCounts) => cancelled],
  ] as const
  return (
    <Scroll name="Meetings by year">
      <table>
        <caption>Meetings by year, and what is on record</caption>
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
