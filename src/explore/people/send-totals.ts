import { dateInZone } from '../../core/calendar-date.ts'
import type { DownloadList } from '../../http/list-download.ts'
import { Int, NullableInt, NullableStr, Obj, Str } from '../../http/schema-types.ts'
import type { MunicipalityToday } from '../../resources/_shared/queries.ts'
import { toPersonItem } from '../../resources/people/v1.represent.ts'
import type { ReadDatabase } from '../../store/open.ts'
import { findTotals, noTotals, type Totals } from '../parts/totals.ts'
import { paths } from '../paths.ts'
import { readCouncil } from './read-members.ts'

const TotalsLine = Obj('TotalsLine', 'How somebody took part, as the page of members has it.', {
  name: Str('Name.', 'Ada Pell'),
  slug: Str('Slug.', 'ada-pell'),
  standing: Str('`member`, `former`, or `voted` if only votes are on record.', 'member'),
  role: NullableStr('Role on the council today.', 'Councillor'),
  ward: NullableStr('Label of the seat on the council today.', 'Ward 3'),
  party: NullableStr('Party.', null),
  votes_cast: NullableInt('Votes for, against and abstentions.', 417),
  meetings: NullableInt('Meetings whose roll call names the person.', 58),
  meetings_attended: NullableInt('Of these, those attended.', 53),
  settled_votes: NullableInt('Votes for or against a motion that was carried or defeated.', 405),
  losing_votes: NullableInt('Of these, those on the losing side.', 33),
  recusals: NullableInt('Votes kept out of because of an interest.', 2),
  motions_moved: NullableInt('Motions that name the person as mover.', 85),
  recorded_votes: NullableInt('Recorded votes that name the person.', 420),
  absent_votes: NullableInt('Of these, those that say absent.', 3),
  url: Str('The page of the person.', 'https://council.example/lowmere/people/ada-pell'),
  id: Int('Numeric id.', 4),
})

type Line = Awaited<ReturnType<typeof readLines>>[number]

/** Members, former members and others who voted in the council, each once, by name, without seats that have no vote. */
async function readLines(db: ReadDatabase, scope: MunicipalityToday) {
  const { rows, former, voters } = await readCouncil(db, scope)
  const none = { role: null, ward: null, party: null }
  const members = rows.map(toPersonItem).map(({ id, slug, name, role, ward, party }) => ({
    ...{ id, slug, name, role, ward, party },
    standing: 'member',
  }))
  const listed = new Set([...rows, ...former].map(({ id }) => id))
  const apart = new Map(voters.filter(({ id }) => !listed.has(id)).map((one) => [one.id, one]))
  const people = [
    ...members,
    ...former.map(({ id, slug, name }) => ({ id, slug, name, ...none, standing: 'former' })),
    ...[...apart.values()].map(({ id, slug, name }) => ({
      ...{ id, slug, name, ...none },
      standing: 'voted',
    })),
  ]
  const ids = people.map(({ id }) => id)
  const totals = await findTotals(db, scope.municipalityId, ids)
  return people.map((person) => ({ ...person, totals: totals.get(person.id) ?? noTotals }))
}

/** The table of members. */
export const sendTotals: DownloadList = (context, _list, options) => {
  const { request, deps } = context
  const { id: municipalityId, slug, timeZone } = request.municipality
  const council = { base: `${deps.siteUrl}/${slug}` }
  const scope = { municipalityId, today: dateInZone(deps.clock.now(), timeZone) }
  // They are of one order and read as a whole, once.
  let lines: Promise<Line[]> | undefined
  const list = {
    name: 'people',
    item: TotalsLine,
    read: async (db: ReadDatabase, { after, limit }: { after?: unknown; limit: number }) => {
      if (after === undefined) lines = readLines(db, scope)
      const [position] = (after ?? [-1]) as [number]
      return ((await lines) ?? [])
        .map((line, at) => ({ ...line, at }))
        .slice(position + 1, position + 1 + limit)
    },
    count: async () => ((await lines) ?? []).length,
    position: ({ at }: { at: number }) => [at],
    represent: (line: Line) => toLine(line, council),
  }
  return deps.downloads.send(context, list, options)
}

function toLine({ totals, ...person }: Line, council: { base: string }) {
  const { id, slug, name, standing, role, ward, party } = person
  return {
    ...{ name, slug, standing, role, ward, party },
    ...toColumns(totals),
    url: paths.person(council, slug),
    id,
  }
}

function toColumns({ votes, attended, absences, losing, recusals, moved }: Totals) {
  return {
    votes_cast: votes,
    meetings: attended?.of ?? null,
    meetings_attended: attended?.count ?? null,
    settled_votes: losing?.of ?? null,
    losing_votes: losing?.count ?? null,
    recusals,
    motions_moved: moved,
    recorded_votes: absences?.of ?? null,
    absent_votes: absences?.count ?? null,
  }
}
