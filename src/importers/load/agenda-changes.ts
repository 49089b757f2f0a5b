import { batches } from '../../core/batches.ts'
import { groupBy } from '../../core/group-by.ts'
import { isOfTakedown, type Masks, masksOf } from './masked.ts'
import { documentChange, movedPositions, type PartChange } from './part-changes.ts'
import type { Change, HistoryScope, Replaced } from './record-change.ts'

/** An item as an agenda has it. */
interface Item {
  meeting_id: number
  title: string
  item_number: string | null
  position: number
}

interface ItemChange {
  id: number
  slug: string
  /** Null if it was on no agenda, or is on none now. */
  old: Item | null
  new: Item | null
  masks: Masks
}

/** What a source changed in agendas; known only once all items are written. */
export class AgendaChanges {
  static readonly columns = ['meeting_id', 'title', 'item_number', 'position'] as const

  readonly #scope: HistoryScope
  readonly #newMeetings = new Set<number>()
  /** Whether a meeting had items before this import. */
  readonly #hadItems = new Map<number, boolean>()
  readonly #items: ItemChange[] = []
  /** Of files and motions. */
  readonly #parts: Change[] = []

  constructor(scope: HistoryScope) {
    this.#scope = scope
  }

  noteMeetings(meetings: readonly Replaced[]): void {
    for (const { id, old } of meetings) if (old === undefined) this.#newMeetings.add(id)
  }

  async note(
    all: readonly Replaced[],
    documents: (id: number) => readonly PartChange[],
  ): Promise<void> {
    await this.#findAgendas(all.map(({ columns }) => Number(columns.meeting_id)))
    for (const one of all) {
      const { id, slug, old, columns } = one
      const masks = masksOf(one, this.#scope.lifted)
      const [before, now] = [old === undefined ? null : itemIn(old), itemIn(columns)]
      if (isChanged(before, now)) this.#items.push({ id, slug, old: before, new: now, masks })
      if (before?.meeting_id === now.meeting_id)
        for (const file of documents(id))
          this.#parts.push(documentChange('meeting', now.meeting_id, file))
    }
  }

  noteRemoved(rows: readonly (Readonly<Record<string, unknown>> & { id: number })[]): void {
    const masks = { was: false, is: false, isLifted: false }
    for (const row of rows)
      this.#items.push({ id: row.id, slug: String(row.slug), old: itemIn(row), new: null, masks })
  }

  noteRemovedMotions(rows: readonly (Readonly<Record<string, unknown>> & { id: number })[]): void {
    for (const row of rows) {
      const title = String(row.title ?? row.text ?? row.slug)
      this.#parts.push({
        ...{ kind: 'meeting', id: Number(row.meeting_id), field: 'motion', old: title, new: null },
        about: { kind: 'motion', slug: String(row.slug), title },
      })
    }
  }

  async list(): Promise<Change[]> {
    const meetings = await this.#keptMeetings()
    const ofKept = this.#parts.filter(({ id }) => meetings.has(id))
    const changes = this.#items.flatMap((item) => this.#changesOf(item))
    return [...changes, ...(await this.#moves(meetings)), ...ofKept].filter(({ id }) =>
      meetings.has(id),
    )
  }

  async #findAgendas(meetings: readonly number[]): Promise<void> {
    const unknown = [...new Set(meetings)].filter((id) => !this.#hadItems.has(id))
    if (unknown.length === 0) return
    const { db, source } = this.#scope
    const rows = await db
      .selectFrom('agenda_items')
      .select('meeting_id')
      .distinct()
      .where('meeting_id', 'in', unknown)
      .where('source', '=', source)
      .execute()
    const had = new Set(rows.map((row) => row.meeting_id))
    for (const id of unknown) this.#hadItems.set(id, had.has(id))
  }

  /** Of the meetings with changes, those that were on record and still are. */
  async #keptMeetings(): Promise<Set<number>> {
    const ids = new Set(
      this.#items.flatMap(({ old, new: now }) => [old?.meeting_id ?? 0, now?.meeting_id ?? 0]),
    )
    for (const { id } of this.#parts) ids.add(id)
    const kept = new Set<number>()
    for (const some of batches(ids)) {
      const { db } = this.#scope
      const rows = await db.selectFrom('meetings').select('id').where('id', 'in', some).execute()
      for (const { id } of rows) if (!this.#newMeetings.has(id)) kept.add(id)
    }
    return kept
  }

  #changesOf({ slug, old, new: now, masks }: ItemChange): Change[] {
    const about = (item: Item) => ({ kind: 'agenda_item', slug, title: item.title }) as const
    const of = (item: Item) =>
      ({ kind: 'meeting', id: item.meeting_id, about: about(item) }) as const
    if (old !== null && now !== null && old.meeting_id === now.meeting_id)
      return (['title', 'item_number'] as const)
        .map((field) => ({ ...of(now), field, old: old[field], new: now[field] }))
        .filter((change) => !isOfTakedown(change, masks))
    const field = 'agenda_item'
    const changes: Change[] = []
    if (old !== null) changes.push({ ...of(old), field, old: old.title, new: null })
    const isBack = old === null && this.#scope.lifted.items
    // Items of an agenda that had none are its first publication.
    if (now !== null && !isBack && this.#hadItems.get(now.meeting_id) === true)
      changes.push({ ...of(now), field, old: null, new: now.title })
    return changes
  }

  /** The items that moved past others of their agenda, not those that an added or removed one shifted. */
  async #moves(meetings: ReadonlySet<number>): Promise<Change[]> {
    const kept = this.#items.filter(({ old, new: now }) => old?.meeting_id === now?.meeting_id)
    const moved = kept.filter(({ old, new: now }) => old?.position !== now?.position)
    const former = new Map(moved.map(({ id, old }) => [id, old?.position ?? 0]))
    const keptIds = new Set(kept.map(({ id }) => id))
    const added = new Set(this.#items.map(({ id }) => id).filter((id) => !keptIds.has(id)))
    const agendas = new Set(moved.map(({ new: now }) => now?.meeting_id ?? 0))
    const changes: Change[] = []
    for (const some of batches([...agendas].filter((id) => meetings.has(id)))) {
      const rows = await this.#listItems(some)
      const stayed = rows.filter(({ id }) => !added.has(id))
      const ofAgenda = groupBy(stayed, (row) => row.meeting_id)
      for (const id of some) changes.push(...movesIn(ofAgenda(id), former))
    }
    return changes
  }

  async #listItems(meetings: readonly number[]) {
    const { db, source } = this.#scope
    return db
      .selectFrom('agenda_items')
      .select(['id', 'slug', 'title', 'position', 'meeting_id'])
      .where('meeting_id', 'in', meetings)
      .where('source', '=', source)
      .orderBy('position')
      .orderBy('id')
      .execute()
  }
}

interface Listed {
  id: number
  slug: string
  title: string
  position: number
  meeting_id: number | null
}

function movesIn(items: readonly Listed[], former: ReadonlyMap<number, number>): Change[] {
  const positionOf = (item: Listed) => former.get(item.id) ?? item.position
  const before = items.toSorted((a, b) => positionOf(a) - positionOf(b) || a.id - b.id)
  const positions = new Map(before.map((item, position) => [item.id, position]))
  const moved = movedPositions(items.map(({ id }) => positions.get(id) ?? 0))
  return items
    .filter(({ id }) => moved.has(positions.get(id) ?? 0))
    .map((item) => ({
      ...{ kind: 'meeting', id: item.meeting_id ?? 0, field: 'position' },
      ...{ old: String(positionOf(item)), new: String(item.position) },
      about: { kind: 'agenda_item', slug: item.slug, title: item.title },
    }))
}

const itemIn = (row: Readonly<Record<string, unknown>>): Item => ({
  meeting_id: Number(row.meeting_id),
  title: String(row.title),
  item_number: (row.item_number as string | null | undefined) ?? null,
  position: Number(row.position),
})

const isChanged = (old: Item | null, now: Item) =>
  old === null || AgendaChanges.columns.some((column) => old[column] !== now[column])
