import type { ImportRecord, RecordKind } from '../../record/kinds.ts'
import type { SourceItem } from '../source.ts'

/** Emits each record once, even if the source names it several times. */
export class EmitOnce {
  readonly #keys = new Map<RecordKind, Set<string>>()

  has(kind: RecordKind, key: string): boolean {
    return this.#keys.get(kind)?.has(key) ?? false
  }

  /** Emits no record of this kind and key: the source does not publish it. */
  withhold(kind: RecordKind, key: string): void {
    this.#keys.set(kind, (this.#keys.get(kind) ?? new Set()).add(key))
  }

  /** The record as an item; nothing if its kind and key were emitted before. */
  record(record: ImportRecord, location: string): SourceItem[] {
    const { kind, key } = record
    const keys = this.#keys.get(kind) ?? new Set()
    if (keys.has(key)) return []
    this.#keys.set(kind, keys.add(key))
    return [{ type: 'record', record, location }]
  }
}
