import { summarizeMeetings } from '../explore/coverage/meetings.tsx'
import { findCoverage } from '../explore/coverage/queries.ts'
import { lastSettledDate } from '../explore/minutes.ts'
import { paths } from '../explore/paths.ts'
import { type CallTools, findCouncil, periodOf } from './results.ts'
import type { InputOf } from './schema.ts'

/** `coverage`. */
export async function coverageOf(tools: CallTools, input: InputOf<'coverage'>) {
  const council = await findCouncil(tools, input.council)
  const { municipality, municipalityId, pages, slug } = council
  const period = await periodOf(tools, council, input)
  const settled = lastSettledDate(tools.clock.now(), municipality.timeZone)
  const found = await findCoverage(tools.store, municipalityId, settled)
  const { years, total } = summarizeMeetings(found.meetings)
  const isInPeriod = (year: string) =>
    (period.from === null || year >= period.from.slice(0, 4)) &&
    (period.to === null || year <= period.to.slice(0, 4))
  return {
    quoted: ['bodies.name'],
    council: slug,
    means: {
      not_yet: 'the meeting is so recent that the source may still publish it',
      not_recorded: 'the source does not have it, which says nothing about what happened',
      recorded_votes: 'meetings with a motion whose votes are recorded by name',
    },
    motions: {
      of: found.motions,
      with_recorded_votes: found.recorded,
      with_some_names: found.partial,
      votes_by_name: found.votes,
    },
    years: years.filter(({ year }) => isInPeriod(year)).map(yearOf),
    all_years: { ...yearOf(total), year: 'all' },
    bodies: found.bodies.slice(0, bodiesMax).map(({ slug: body, name, meetings }) => ({
      ...{ slug: body, name, meetings },
      url: pages + paths.body({ base: '' }, body),
    })),
    bodies_of: found.bodies.length,
    period,
    as_of: municipality.asOf,
    url: pages + paths.coverage({ base: '' }),
    source_url: council.sourceUrl,
  }
}

/** As many as its page shows. */
const bodiesMax = 100

type YearCounts = ReturnType<typeof summarizeMeetings>['total']

function yearOf({ year, meetings, cancelled, tallies }: YearCounts) {
  const { agenda, minutes, video, rollCalls, transcript } = tallies
  const partsOf = ({ recorded, notYet, notRecorded }: typeof agenda) => ({
    ...{ recorded, not_yet: notYet, not_recorded: notRecorded },
  })
  return {
    ...{ year, meetings, cancelled },
    agenda: partsOf(agenda),
    minutes: partsOf(minutes),
    recorded_votes: partsOf(rollCalls),
    video: partsOf(video),
    transcript: partsOf(transcript),
  }
}
