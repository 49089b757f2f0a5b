import type { Coverage } from './queries.ts'

type Counts = Coverage['meetings'][number]

/** The page shows this many years, the newest; years without meetings are filled in only within this span. */
const yearsMax = 30

/** What can be published for a meeting. */
const measures = ['agenda', 'minutes', 'video', 'rollCalls', 'transcript'] as const

export type Measure = (typeof measures)[number]

/** How many meetings have something, may still get it, or lack it; without cancelled meetings. */
export interface MeasureCounts {
  recorded: number
  notYet: number
  notRecorded: number
}

export interface YearCounts {
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
