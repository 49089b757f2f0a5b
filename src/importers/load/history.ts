import { hash } from 'node:crypto'
import { batches } from '../../core/batches.ts'
import { isCalledOff } from '../../core/called-off.ts'
import { groupBy } from '../../core/group-by.ts'
import {
  type HistoryKind,
  historyFields,
  historyKinds,
  historyMax,
  historyOfRecordMax,
  historyValueMax,
  ownFields,
} from '../../record/history-fields.ts'
import type { RecordKind } from '../../record/kinds.ts'
import { localTime } from '../../record/meetings.ts'
import type { Tables } from '../../store/tables.ts'
import { AgendaChanges } from './agenda-changes.ts'
import { isOfTakedown, type Masks, masksOf } from './masked.ts'
import {
  countsOfVotes,
  type DocumentFields,
  documentChange,
  documentChanges,
  type PartChange,
  type VoteFields,
  voteChanges,
} from './part-changes.ts'
import type { Change, HistoryScope, KeptHistory, Replaced, Values } from './record-change.ts'

const columnOf: Readonly<Record<string, string>> = { start_time: 'starts_at', end_time: 'ends_at' }
const columnNamed = (field: string) => columnOf[field] ?? field.replaceAll('.', '_')

const movers = ['mover', 'seconder'] as const
const isMover = (field: string): field is (typeof movers)[number] =>
  movers.some((one) => one === field)

const isHistoryKind = (kind: RecordKind): kind is HistoryKind =>
  historyKinds.some((one) => one === kind)

/**
 * Keeps what a source changed in records that are on record. It compares what a source states, and never what follows
 * from that.
 */
export class History implements KeptHistory {
  readonly #scope: HistoryScope
  readonly #notBefore: string | null
  readonly #agendas: AgendaChanges
  readonly #removed: Change[] = []
  readonly #changed: Record<HistoryKind, Set<number>>

  constructor(scope: HistoryScope, notBefore: string | null) {
    this.#scope = scope
    this.#notBefore = notBefore
    this.#agendas = new AgendaChanges(scope)
    this.#changed = { meeting: new Set(), motion: new Set(), matter: new Set() }
  }

  columnsOf(kind: RecordKind): string[] {
    if (kind === 'agenda_item') return [...AgendaChanges.columns]
    if (!isHistoryKind(kind)) return []
    const columns = ownFields(kind).flatMap((field) =>
      isMover(field) ? [`${field}_key`, `${field}_name`] : columnNamed(field),
    )
    return kind === 'motion' ? [...columns, 'title'] : columns
  }

  async note(kind: RecordKind, all: readonly Replaced[]): Promise<void> {
    if (kind === 'meeting') this.#agendas.noteMeetings(all)
    if (kind === 'agenda_item') await this.#agendas.note(all, await this.#documents(kind, all))
    if (!isHistoryKind(kind)) return
    const plain = all
      .filter(({ old }) => old !== undefined)
      .flatMap((one) => plainChanges(kind, one, masksOf(one, this.#scope.lifted)))
    const back = all.filter(({ isReturned }) => kind === 'meeting' && isReturned)
    const returned = back.map(({ id, slug, columns }) =>
      meetingChange({ ...columns, id, slug }, true),
    )
    await this.#keep([...plain, ...returned, ...(await this.#partsOf(kind, all))])
  }

  noteRemoved(kind: RecordKind, rows: readonly (Values & { id: number })[]): void {
    if (kind === 'agenda_item') this.#agendas.noteRemoved(rows)
    if (kind === 'motion') this.#agendas.noteRemovedMotions(rows)
    if (kind === 'meeting') this.#removed.push(...rows.map((row) => meetingChange(row, false)))
  }

  async finish(): Promise<void> {
    const all = [...(await this.#agendas.list()), ...this.#removed]
    for (const some of batches(all)) await this.#keep(some)
    await this.#dropOlder()
  }

  async #partsOf(kind: HistoryKind, all: readonly Replaced[]): Promise<Change[]> {
    if (kind === 'motion') return [...(await this.#votes(all)), ...(await this.#movers(all))]
    const files = await this.#documents(kind, all)
    return all.flatMap(({ id }) => files(id).map((file) => documentChange(kind, id, file)))
  }

  /** The files that a source added to records or removed from them, by the id of the record. */
  async #documents(kind: 'meeting' | 'matter' | 'agenda_item', all: readonly Replaced[]) {
    const { db, lifted } = this.#scope
    const owner = `${kind}_id` as const
    const rows = await db
      .selectFrom('documents')
      .select(['title', 'url', 'type', 'language', `${owner} as owner`])
      .where(owner, 'in', idsOf(all))
      .orderBy('id')
      .execute()
    const before = groupBy(rows, (row) => row.owner)
    const changes = all.flatMap((one) => {
      const { id, old, record } = one
      if (old === undefined || !('documents' in record || before(id).length > 0)) return []
      const { documents = [] } = record as { documents?: DocumentFields[] }
      const files = { masks: masksOf(one, lifted), isLifted: lifted.documents }
      return documentChanges(before(id), documents, files).map((change) => ({ id, change }))
    })
    const byId = groupBy(changes, ({ id }) => id)
    return (id: number) => byId(id).map(({ change }) => change)
  }

  /** Votes by name, and counts that do not follow from these. */
  async #votes(all: readonly Replaced[]): Promise<Change[]> {
    const { db, lifted } = this.#scope
    const rows = await db
      .selectFrom('votes')
      .select(['motion_id', 'person_key', 'person_name as name', 'value', 'weight', 'candidate'])
      .where('motion_id', 'in', idsOf(all))
      .orderBy('id')
      .execute()
    const before = groupBy(rows, (row) => row.motion_id)
    const votes: { id: number; change: PartChange }[] = []
    const counts: Change[] = []
    for (const one of all) {
      const { id, old, record } = one
      if (old === undefined) continue
      const { votes: now = [] } = record as { votes?: VoteFields[] }
      for (const change of voteChanges(before(id), now, masksOf(one, lifted)))
        votes.push({ id, change })
      counts.push(...countChanges(one, before(id), now))
    }
    const people = await this.#people(votes.map(({ change }) => change.personKey))
    const changes = votes.map(({ id, change }): Change => {
      const { old, new: now, title, personKey = null } = change
      const slug = people.get(personKey ?? '')?.slug ?? null
      const about = { kind: 'person', slug, title } as const
      return { kind: 'motion', id, field: 'vote', old, new: now, about }
    })
    return [...changes, ...counts]
  }

  /** Movers and seconders, by name; another name of the same person does not count as a change. */
  async #movers(all: readonly Replaced[]): Promise<Change[]> {
    const { lifted } = this.#scope
    const replaced = all.flatMap((one) => {
      const { id, old, columns } = one
      if (old === undefined) return []
      return movers.map((field) => ({ id, field, old, columns, masks: masksOf(one, lifted) }))
    })
    const changed = replaced.filter(({ field, old, columns }) =>
      [`${field}_key`, `${field}_name`].some((column) => old[column] !== columns[column]),
    )
    const keys = changed.flatMap(({ field, old, columns }) =>
      [old, columns].map((row) => row[`${field}_key`] as string | null),
    )
    const people = await this.#people(keys)
    const nameIn = (row: Values, field: string) => {
      const key = row[`${field}_key`] as string | null
      const name = row[`${field}_name`] as string | null
      return name ?? people.get(key ?? '')?.name ?? key
    }
    return changed.flatMap(({ id, field, old, columns, masks }): Change[] => {
      const names = { old: nameIn(old, field), new: nameIn(columns, field) }
      if (isOfTakedown(names, masks, { isRemovable: true })) return []
      return [{ kind: 'motion', id, field, ...names, about: { kind: 'motion' } }]
    })
  }

  async #people(keys: readonly (string | null | undefined)[]) {
    const { db, dialect, target, source } = this.#scope
    const named = [...new Set(keys.filter((key) => typeof key === 'string'))]
    if (named.length === 0) return new Map<string, { slug: string; name: string }>()
    const rows = await db
      .selectFrom('people')
      .select(['key', 'slug', 'name'])
      .where('municipality_id', '=', target.id)
      .where('source', '=', source)
      .where(({ ref }) => dialect.inArray(ref('key'), dialect.arrayParam(named)))
      .execute()
    return new Map(rows.map((row) => [row.key, row]))
  }

  async #keep(changes: readonly Change[]): Promise<void> {
    const { db, dialect, target, now } = this.#scope
    const rows = changes
      .filter((change) => change.old !== change.new)
      .map(({ kind, id, field, about, ...values }) => ({
        municipality_id: target.id,
        ...{ kind, record_id: id, seen_at: now, not_before: this.#notBefore, field },
        ...storedValues(values),
        ...{ about_kind: about.kind, about_slug: about.slug ?? null },
        about_title: about.title ?? null,
      }))
    for (const { kind, record_id: id } of rows) this.#changed[kind].add(id)
    await dialect.insertAll(db, 'record_changes', rows)
  }

  /** Keeps the newest changes of each record, and of the municipality. */
  async #dropOlder(): Promise<void> {
    for (const kind of historyKinds)
      for (const ids of batches(this.#changed[kind])) await this.#dropOlderOf(kind, ids)
    if (historyKinds.every((kind) => this.#changed[kind].size === 0)) return
    const { db, target } = this.#scope
    const ofTown = db.selectFrom('record_changes').where('municipality_id', '=', target.id)
    const last = ofTown.select('id').orderBy('id', 'desc').limit(1).offset(historyMax)
    await db
      .deleteFrom('record_changes')
      .where('municipality_id', '=', target.id)
      .where('id', '<=', last)
      .execute()
  }

  async #dropOlderOf(kind: HistoryKind, ids: readonly number[]): Promise<void> {
    const { db } = this.#scope
    const long = await db
      .selectFrom('record_changes')
      .select('record_id')
      .where('kind', '=', kind)
      .where('record_id', 'in', ids)
      .groupBy('record_id')
      .having(({ fn }) => fn.countAll<number>(), '>', historyOfRecordMax)
      .execute()
    for (const { record_id } of long) {
      const ofRecord = db
        .selectFrom('record_changes')
        .where('kind', '=', kind)
        .where('record_id', '=', record_id)
      const last = ofRecord.select('id').orderBy('id', 'desc').limit(1).offset(historyOfRecordMax)
      await db
        .deleteFrom('record_changes')
        .where('kind', '=', kind)
        .where('record_id', '=', record_id)
        .where('id', '<=', last)
        .execute()
    }
  }
}

function meetingChange(row: Values & { id: number }, isBack: boolean): Change {
  const [date, about] = [String(row.date), { kind: 'meeting', slug: String(row.slug) } as const]
  const values = isBack ? { old: null, new: date } : { old: date, new: null }
  return {
    ...{ kind: 'meeting', id: row.id, field: 'meeting', ...values },
    about: { ...about, title: String(row.title) },
  }
}

// SQL has no empty list.
const idsOf = (all: readonly Replaced[]) => [0, ...all.map(({ id }) => id)]

/** The fields of a record whose values are those of a column. */
function plainChanges(
  kind: HistoryKind,
  { id, old = {}, columns }: Replaced,
  masks: Masks,
): Change[] {
  const fields = ownFields(kind).filter((field) => !isMover(field) && !field.startsWith('tally.'))
  return fields.flatMap((field): Change[] => {
    const values = valuesOf(field, old[columnNamed(field)], columns[columnNamed(field)])
    if (kind === 'meeting' && field === 'status' && isOnlyOver(values)) return []
    if (isOfTakedown(values, masks, { isRemovable: field.endsWith('_url') })) return []
    return [{ kind, id, field, ...values, about: { kind } }]
  })
}

/** That a meeting is over is read from the calendar. */
const isOnlyOver = (values: { old: string | null; new: string | null }) =>
  ![values.old, values.new].some((status) => isCalledOff(status ?? ''))

function valuesOf(field: string, old: unknown, now: unknown) {
  const isTime = field === 'start_time' || field === 'end_time'
  const read = isTime ? localTime : textOf
  return { old: read(old), new: read(now) }
}

const textOf = (value: unknown) => (value === null || value === undefined ? null : String(value))

/** A count that is that of the votes, before and now, is not one that the source changed. */
function countChanges(
  { id, old = {}, columns }: Replaced,
  before: readonly VoteFields[],
  now: readonly VoteFields[],
): Change[] {
  const [votesBefore, votesNow] = [countsOfVotes(before), countsOfVotes(now)]
  const fields = Object.keys(historyFields.motion).filter((field) => field.startsWith('tally.'))
  return fields.flatMap((field): Change[] => {
    const [was, is] = [old[columnNamed(field)] ?? null, columns[columnNamed(field)] ?? null]
    const isCounted = (was ?? 0) === votesBefore[field] && (is ?? 0) === votesNow[field]
    if (isCounted) return []
    return [
      { kind: 'motion', id, field, old: textOf(was), new: textOf(is), about: { kind: 'motion' } },
    ]
  })
}

/** The values, or digests of both if one is too long. */
function storedValues(values: {
  old: string | null
  new: string | null
}): Pick<Tables['record_changes'], 'old' | 'new' | 'long'> {
  const isLong = [values.old, values.new].some(
    (value) => value !== null && Buffer.byteLength(value) > historyValueMax,
  )
  if (!isLong) return { ...values, long: null }
  const long = JSON.stringify({ old: digestOf(values.old), new: digestOf(values.new) })
  return { old: null, new: null, long }
}

function digestOf(value: string | null) {
  if (value === null) return null
  return { sha256: hash('sha256', value), bytes: Buffer.byteLength(value) }
}
