import { dayMs, utcDate } from '../../../core/calendar-date.ts'
import { systemClock } from '../../../core/clock.ts'
import { Diagnostics } from '../../kit/diagnostics.ts'
import { EmitOnce } from '../../kit/emit-once.ts'
import { inOrder } from '../../kit/in-order.ts'
import { JsonApi } from '../../kit/json-api.ts'
import { MeetingStates } from '../../kit/meeting-state.ts'
import { defaultFetchPolicy, type FetchPolicy } from '../../kit/retries.ts'
import type { ShapeCheck } from '../../kit/shape-issues.ts'
import type { ImportSource, SourceItem } from '../../source.ts'
import { parseCouncilUrl, sourceOfClient } from '../council.ts'
import type { Event } from '../model.ts'
import { DoubledMeetings } from '../records/doubled-meetings.ts'
import { matterItems } from '../records/matters.ts'
import { meetingItems, type Reading as Records, waitingMeetings } from '../records/meetings.ts'
import {
  bodyItems,
  bodyStub,
  personItems,
  personStub,
  Roster,
  toMembership,
} from '../records/people.ts'
import { toBody, toOffice, toPerson } from './map.ts'
import {
  listById,
  type Reading,
  readEvent,
  readListedMatter,
  readMatter,
  validRows,
  withVotes,
} from './read-parts.ts'
import { type MatterRow, rowChecks } from './schema.ts'

const hourMs = 60 * 60 * 1000
const hint = '; if the council requires a token, set LEGISTAR_TOKEN'

/** The live Web API of a council that publishes with Legistar. */
export const legistar = legistarSource(defaultFetchPolicy)

export function legistarSource(policy: FetchPolicy): ImportSource {
  return {
    name: 'legistar',
    describe: 'the URL of a council in the Web API: https://webapi.legistar.com/v1/<client>',
    takes: ['since', 'resume'],
    sharedDomains: ['legistar.com'],
    async open(location, options = {}) {
      const { since, legistarToken: token, clock = systemClock } = options
      const { base, client: council } = parseCouncilUrl(location)
      const name = sourceOfClient(council)
      const from = (await since?.(name)) ?? null
      const secret = token ? { token } : {}
      const api = await JsonApi.open(base, options, { policy, secret, hint })
      const run: Run = {
        api,
        emitted: new EmitOnce(),
        diagnostics: new Diagnostics(),
        states: new MeetingStates(),
        doubled: new DoubledMeetings(),
        roster: new Roster(),
        matters: new Set(),
        unvoted: new Set(),
        // The date at UTC-12: every earlier date is over in all time zones.
        asOf: utcDate(clock.now() - 12 * hourMs),
        ahead: policy.concurrency,
      }
      return {
        name,
        url: base,
        licence: null,
        municipality: null,
        expected: null,
        isThirdParty: true,
        since: from,
        ...(from === null ? { listsFrom: null } : {}),
        listsWhole: ['organization', 'person'],
        items: readItems(run, from),
        finish: () => api.finish(),
      }
    },
  }
}

interface Run extends Reading, Records {
  matters: Set<number>
  /** The number of matters or meetings that are read concurrently. */
  ahead: number
}

// Bodies and people are always read in full, so that a vote does not leave a person incomplete. Matters come before
// meetings, because histories describe decisions more fully than items do.
async function* readItems(run: Run, since: string | null): AsyncGenerator<SourceItem> {
  const filters = filtersSince(since)
  try {
    yield* bodies(run)
    yield* people(run)
    yield* offices(run)
    yield* matters(run, filters.matters)
    yield* events(run, filters.events, since !== null)
    yield* waitingMeetings(run)
    yield* run.states.warnings()
    yield* run.diagnostics.drain()
    yield* run.diagnostics.missingEndpoints()
  } finally {
    run.api.stop()
  }
}

async function* bodies(run: Run): AsyncGenerator<SourceItem> {
  for await (const { row, url } of rowsOf(run, 'Bodies', 'BodyId', null, rowChecks.body))
    yield* bodyItems(toBody(row, url), run.emitted)
}

async function* people(run: Run): AsyncGenerator<SourceItem> {
  for await (const { row, url } of rowsOf(run, 'Persons', 'PersonId', null, rowChecks.person)) {
    const person = toPerson(row, url)
    if (person.id === 0 || person.name === '') continue
    yield* personItems(person, run.emitted)
    run.roster.addPerson(person)
  }
}

async function* offices(run: Run): AsyncGenerator<SourceItem> {
  const { emitted } = run
  const rows = rowsOf(run, 'OfficeRecords', 'OfficeRecordId', null, rowChecks.office)
  for await (const { row, url: location } of rows) {
    const office = toOffice(row, location)
    const { bodyId, bodyName, personId, personName } = office
    yield* bodyStub({ id: bodyId, name: bodyName, location }, emitted)
    yield* personStub({ id: personId || null, name: personName }, location, emitted)
    const isKnown =
      emitted.has('organization', String(bodyId)) && emitted.has('person', String(personId))
    run.roster.addOffice(office)
    if (isKnown) yield { type: 'record', record: toMembership(office), location }
  }
}

async function* matters(run: Run, filter: string | null): AsyncGenerator<SourceItem> {
  const listed = inOrder(publicMatters(run, filter), run.ahead, (row) => readMatter(row, run))
  for await (const matter of listed) {
    yield* matterItems(matter, run)
    yield* run.diagnostics.drain()
  }
}

async function* publicMatters(run: Run, filter: string | null): AsyncGenerator<MatterRow> {
  for await (const { row } of rowsOf(run, 'Matters', 'MatterId', filter, rowChecks.matter)) {
    run.matters.add(row.MatterId)
    if (row.MatterRestrictViewViaWeb === true) run.emitted.withhold('matter', String(row.MatterId))
    else yield row
  }
}

async function* events(
  run: Run,
  filter: string | null,
  includeRelated: boolean,
): AsyncGenerator<SourceItem> {
  const rows = rowsOf(run, 'Events', 'EventId', filter, rowChecks.event)
  for await (const event of inOrder(rows, run.ahead, ({ row }) => readEvent(row, run))) {
    if (includeRelated) yield* relatedMatters(event, run)
    const items = await Promise.all(
      event.items.map((item) =>
        run.emitted.has('motion', String(item.id)) ? item : withVotes(item, run),
      ),
    )
    yield* meetingItems({ ...event, items }, run)
  }
}

// A meeting's decision changes the matter's history, but not always the matter's modification date.
async function* relatedMatters({ items }: Event, run: Run): AsyncGenerator<SourceItem> {
  const { matters } = run
  const ids = new Set(items.flatMap(({ matterId }) => matterId ?? []))
  const unread = [...ids].filter((id) => !matters.has(id))
  for (const id of unread) matters.add(id)
  for await (const matter of inOrder(unread, run.ahead, (id) => readListedMatter(id, run)))
    if (matter !== undefined) yield* matterItems(matter, run)
}

/** The valid rows of a list, each with the URL of its page. */
async function* rowsOf<T>(
  { api, diagnostics }: Reading,
  list: string,
  id: string,
  filter: string | null,
  check: ShapeCheck<T>,
): AsyncGenerator<{ row: T; url: string }> {
  for await (const { url, rows } of listById(api, { list, id, filter }))
    for (const row of validRows(rows, check, { url, subject: list, diagnostics }))
      yield { row, url }
}

// Legistar adds minutes, recordings and votes without updating the modification date of their meeting or matter.
const windowDays = 3

const eventDates = [
  'EventLastModifiedUtc',
  'EventDate',
  'EventAgendaLastPublishedUTC',
  'EventMinutesLastPublishedUTC',
]
const matterDates = ['MatterLastModifiedUtc']

/** OData filters for changes since three days before a date (YYYY-MM-DD); null for everything. */
function filtersSince(since: string | null): {
  events: string | null
  matters: string | null
} {
  if (since === null) return { events: null, matters: null }
  const from = utcDate(Date.parse(since) - windowDays * dayMs)
  const oneOf = (fields: string[]) =>
    fields.map((field) => `${field} ge datetime'${from}T00:00:00'`).join(' or ')
  return { events: oneOf(eventDates), matters: oneOf(matterDates) }
}
