import { summarizeMeetings } from '../explore/coverage/meetings.tsx'
import { findCoverage } from '../explore/coverage/queries.ts'
import { lastSettledDate } from '../explore/minutes.ts'
import { paths } from '../explore/paths.ts'
import { countMotions } from '../resources/motions/queries.ts'
import { countVotedMotions } from '../resources/votes/queries.ts'
import { definedOf } from './counts.ts'
import { countMotionsOfBodies } from './queries.ts'
import { type CallTools, type Council, daysIn, findCouncil, periodOf, urlWith } from './results.ts'
import type { InputOf } from './schema.ts'

/** `coverage`. */
export async function coverageOf(tools: CallTools, input: InputOf<'coverage'>) {
  const council = await findCouncil(tools, input.council)
  const { municipality, municipalityId, pages, slug } = council
  const days = inWholeYears(input)
  const covered = await periodOf(tools, council, days)
  const settled = lastSettledDate(tools.clock.now(), municipality.timeZone)
  const found = await findCoverage(tools.store, municipalityId, settled)
  const { years, total } = summarizeMeetings(found.meetings)
  const isPart = input.from !== undefined || input.to !== undefined
  const inPeriod = years.filter(
    ({ year }) =>
      (days.from === undefined || `${year}-12-31` >= days.from) &&
      (days.to === undefined || `${year}-01-01` <= days.to),
  )
  const ofBodies = await tools.store.readLong(tools.client, (db) =>
    countMotionsOfBodies(db, definedOf({ municipalityId, ...days })),
  )
  return {
    quoted: ['bodies.name'],
    council: slug,
    means: {
      not_yet: 'the meeting is so recent that the source may still publish it',
      not_recorded: 'the source does not have it, which says nothing about what happened',
      recorded_votes: 'meetings with a motion whose votes are recorded by name',
      with_some_names: 'motions where the source names some voters only',
      bodies: `motions of a body are counted at ${pages}${paths.votes({ base: '' })}?organization=<slug>&view=counts`,
    },
    ...(isPart
      ? {
          motions: await motionsBetween(tools, council, days),
          ...firstBodies(ofBodies),
        }
      : { motions: motionsOf(found), ...bodiesOf(found, ofBodies) }),
    years: inPeriod.map(yearOf),
    ...(!isPart && { all_years: { ...yearOf(total), year: 'all' } }),
    ...daysIn(covered, inPeriod.length === 0),
    as_of: municipality.asOf,
    url: pages + paths.coverage({ base: '' }),
    source_url: council.sourceUrl,
  }
}

/** The page counts by year. */
const inWholeYears = ({ from, to }: Pick<InputOf<'coverage'>, 'from' | 'to'>) => ({
  from: from && `${from.slice(0, 4)}-01-01`,
  to: to && `${to.slice(0, 4)}-12-31`,
})

type Found = Awaited<ReturnType<typeof findCoverage>>

const motionsOf = ({ motions, recorded, partial, votes, moved }: Found) => ({
  ...{ of: motions, with_recorded_votes: recorded, with_some_names: partial, votes_by_name: votes },
  with_mover: moved,
})

/** The counts of the page of votes, which the page of coverage has for the whole record only. */
async function motionsBetween(
  { store, client }: CallTools,
  { municipalityId, pages }: Council,
  { from, to }: ReturnType<typeof inWholeYears>,
) {
  const filters = definedOf<{ date_from?: string; date_to?: string }>({
    ...{ date_from: from, date_to: to },
  })
  const { all, recorded, partial } = await store.readLong(client, async (db) => ({
    all: await countMotions(db, municipalityId, filters),
    recorded: await countMotions(db, municipalityId, { ...filters, has_votes: true }),
    partial: await countVotedMotions(db, municipalityId, { ...filters, uncounted: true }),
  }))
  return {
    of: all,
    with_any_recorded_votes: recorded,
    with_some_names: partial,
    without_recorded_vote: Number(all) - Number(recorded),
    url: urlWith(pages + paths.votes({ base: '' }), { ...filters, view: 'counts' }),
  }
}

type OfBodies = Awaited<ReturnType<typeof countMotionsOfBodies>>

/** Those that met or decided in any year, with what they decided. */
function bodiesOf({ bodies }: Found, ofBodies: OfBodies) {
  const decided = new Map(ofBodies.map((body) => [body.slug, body]))
  return firstBodies(
    bodies.map(({ slug: body, name, meetings }) => ({
      ...{ slug: body, name, meetings },
      motions: decided.get(body)?.motions ?? 0,
      with_any_recorded_votes: decided.get(body)?.with_any_recorded_votes ?? 0,
    })),
  )
}

const firstBodies = (bodies: readonly object[]) => ({
  bodies: bodies.slice(0, bodiesMax),
  bodies_of: bodies.length,
})

/** As many as its page shows. */
const bodiesMax = 100

type YearCounts = ReturnType<typeof summarizeMeetings>['total']

function yearOf({ year, meetings, cancelled, tallies }: YearCounts) {
  const { agenda, minutes, video, rollCalls, transcript } = tallies
  const partsOf = ({ recorded, notYet, notRecorded }: typeof agenda) => ({
    ...{ recorded, not_yet: notYet, not_recorded: notRecorded },
  })
  return {
    ...{ year, meetings, cancelled_or_postponed: cancelled },
    agenda: partsOf(agenda),
    minutes: partsOf(minutes),
    recorded_votes: partsOf(rollCalls),
    video: partsOf(video),
    transcript: partsOf(transcript),
  }
}
