import { batches } from '../../core/batches.ts'
import { calledOffStatuses } from '../../core/called-off.ts'
import { foldText } from '../../core/fold.ts'
import { groupBy } from '../../core/group-by.ts'
import { warnOfEntries } from './registers.ts'
import type { LoadScope } from './scope.ts'

export type LinkedDeclaration = Awaited<ReturnType<typeof listDeclarations>>[number]

/** The declarations of a council, with what they name where the record has exactly one such record. */
export async function linkDeclarations(scope: LoadScope): Promise<LinkedDeclaration[]> {
  const rows = await listDeclarations(scope)
  if (rows.length === 0) return []
  const record = new NamedRecords(scope)
  await record.load(rows)
  const linked = rows.map((row) => linkOne(row, record))
  await warnOfEntries(scope, 'declaration', linked, (row) => reasonsOf(row, record))
  return linked
}

function listDeclarations({ db, target }: LoadScope) {
  return db
    .selectFrom('declarations')
    .leftJoin('meetings', 'meetings.id', 'declarations.meeting_id')
    .leftJoin('agenda_items', 'agenda_items.id', 'declarations.agenda_item_id')
    .select(['declarations.id', 'declarations.municipality_id', 'declarations.source'])
    .select(['declarations.key', 'declarations.slug', 'declarations.person_name'])
    .select(['declarations.person_id', 'declarations.person_key', 'declarations.organization_id'])
    .select(['declarations.organization_key', 'declarations.organization_name'])
    .select(['declarations.meeting_id', 'declarations.meeting_key', 'declarations.matter_id'])
    .select(['declarations.agenda_item_id', 'declarations.agenda_item_key'])
    .select(['declarations.matter_key', 'declarations.item_number', 'declarations.declared_on'])
    .select(['meetings.organization_id as host_id', 'agenda_items.matter_id as item_matter_id'])
    .where('declarations.municipality_id', '=', target.id)
    .orderBy('declarations.id')
    .execute()
}

/** A reference that the source states is not replaced by one of the same name. */
function linkOne(row: LinkedDeclaration, record: NamedRecords): LinkedDeclaration {
  const person_id = row.person_id ?? (row.person_key === null ? record.personOf(row) : null)
  const organization_id =
    row.organization_id ??
    (row.organization_key === null ? record.bodyOf(row) : null) ??
    row.host_id
  const meeting_id =
    row.meeting_id ?? (row.meeting_key === null ? record.meetingOf(row, organization_id) : null)
  const item =
    row.agenda_item_id === null && row.agenda_item_key === null
      ? record.itemOf(row, meeting_id)
      : { id: row.agenda_item_id, matter_id: row.item_matter_id }
  const matter_id =
    row.matter_id ?? item?.matter_id ?? (row.matter_key === null ? record.matterOf(row) : null)
  const agenda_item_id = item?.id ?? null
  return { ...row, person_id, organization_id, meeting_id, agenda_item_id, matter_id }
}

/** Records by their names and numbers, in which case and accents do not count. */
class NamedRecords {
  readonly #scope: LoadScope
  #people: Named = new Map()
  #bodies: Named = new Map()
  #matters: Named = new Map()
  #meetings: (body: number) => readonly MeetingRow[] = () => []
  #items: (meeting: number) => readonly ItemRow[] = () => []

  constructor(scope: LoadScope) {
    this.#scope = scope
  }

  async load(rows: readonly LinkedDeclaration[]): Promise<void> {
    const { db, target } = this.#scope
    const named = async (table: 'people' | 'organizations') =>
      byName(
        await db
          .selectFrom(table as 'people')
          .select(['id', 'names_folded as names'])
          .where('municipality_id', '=', target.id)
          .execute(),
      )
    this.#people = await named('people')
    this.#bodies = await named('organizations')
    const matters = await db
      .selectFrom('matters')
      .select(['id', 'identifier'])
      .where('municipality_id', '=', target.id)
      .where('identifier', 'is not', null)
      .execute()
    this.#matters = byName(
      matters.map(({ id, identifier }) => ({ id, names: foldText(identifier ?? '') })),
    )
    this.#meetings = groupBy(await listHeld(this.#scope), ({ organization_id: body }) => body ?? 0)
    const held = new Set<number>()
    for (const row of rows) {
      const body = row.organization_id ?? this.bodyOf(row) ?? row.host_id
      const meeting = row.meeting_id ?? this.meetingOf(row, body)
      if (meeting !== null) held.add(meeting)
    }
    this.#items = groupBy(await listItems(this.#scope, held), (item) => item.meeting_id ?? 0)
  }

  personOf({ person_name: name }: LinkedDeclaration): number | null {
    return only(this.peopleNamed(name))
  }

  peopleNamed(name: string): readonly number[] {
    return this.#people.get(foldText(name)) ?? []
  }

  bodyOf({ organization_name: name }: LinkedDeclaration): number | null {
    return name === null ? null : only(this.#bodies.get(foldText(name)))
  }

  /** The one meeting of the body on the day. */
  meetingOf({ declared_on: day }: LinkedDeclaration, body: number | null): number | null {
    const held = this.#meetings(body ?? 0).filter(
      ({ date, end_date }) => date <= day && day <= (end_date ?? date),
    )
    return only(held.map(({ id }) => id))
  }

  /** The one item of a meeting with the number, or of the matter with it. */
  itemOf({ item_number: written }: LinkedDeclaration, meeting: number | null) {
    if (written === null || meeting === null) return null
    const number = foldText(written)
    const found = this.#items(meeting).filter(({ item_number, identifier }) =>
      [item_number, identifier].some((one) => one !== null && foldText(one) === number),
    )
    return found.length === 1 ? found[0] : null
  }

  matterOf({ item_number: number }: LinkedDeclaration): number | null {
    return number === null ? null : only(this.#matters.get(foldText(number)))
  }
}

type Named = ReadonlyMap<string, readonly number[]>

/** Ids by each name, one a line. */
function byName(rows: readonly { id: number; names: string }[]): Named {
  const named = new Map<string, number[]>()
  for (const { id, names } of rows)
    for (const name of new Set(names.split('\n'))) named.set(name, [...(named.get(name) ?? []), id])
  return named
}

const only = (ids: readonly number[] = []): number | null =>
  ids.length === 1 ? (ids[0] ?? null) : null

type MeetingRow = Awaited<ReturnType<typeof listHeld>>[number]

/** The meetings of bodies that were not called off. */
function listHeld({ db, target }: LoadScope) {
  return db
    .selectFrom('meetings')
    .select(['id', 'organization_id', 'date', 'end_date'])
    .where('municipality_id', '=', target.id)
    .where('organization_id', 'is not', null)
    .where('status', 'not in', calledOffStatuses)
    .execute()
}

type ItemRow = Awaited<ReturnType<typeof listItems>>[number]

async function listItems({ db }: LoadScope, meetings: Iterable<number>) {
  const select = (ids: readonly number[]) =>
    db
      .selectFrom('agenda_items')
      .leftJoin('matters', 'matters.id', 'agenda_items.matter_id')
      .select(['agenda_items.id', 'agenda_items.meeting_id', 'agenda_items.matter_id'])
      .select(['agenda_items.item_number', 'matters.identifier'])
      .where('agenda_items.meeting_id', 'in', ids)
      .execute()
  const items: Awaited<ReturnType<typeof select>> = []
  for (const ids of batches(meetings)) items.push(...(await select(ids)))
  return items
}

function reasonsOf(row: LinkedDeclaration, record: NamedRecords): string[] {
  const { person_name: name, item_number: number, organization_name: body } = row
  const people = record.peopleNamed(name).length
  const reasons: string[] = []
  if (row.person_id === null && row.person_key === null)
    reasons.push(
      people > 1
        ? `names "${name}", as ${people} people of the record are called; it is not linked to any`
        : `names "${name}", whom the record does not have by this name; it is not linked to a person`,
    )
  if (row.organization_id === null && body !== null)
    reasons.push(`names the body "${body}", which the record does not have`)
  else if (row.meeting_id === null && row.meeting_key === null)
    reasons.push(
      `is not linked to a meeting: the record has no single one of the body on ${row.declared_on}`,
    )
  else if (row.agenda_item_id === null && row.agenda_item_key === null && number !== null)
    reasons.push(`names item "${number}", which is not on the agenda of the meeting once`)
  return reasons
}
