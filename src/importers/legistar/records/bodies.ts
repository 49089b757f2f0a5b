import { findBodyKind } from '../../kit/vocabulary/body-kinds.ts'
import type { OrganizationRecord } from '../../records.ts'
import type { SourceItem } from '../../source.ts'
import type { Body } from '../model.ts'

/** One organization for each body that is mentioned, wherever that is first. */
export class Bodies {
  readonly #seen = new Set<number>()

  has(id: number): boolean {
    return this.#seen.has(id)
  }

  /** Of a list of bodies. */
  *body({ id, name, type, url, where }: Body): Generator<SourceItem> {
    if (this.#seen.has(id)) return
    const classification = findBodyKind(type, name)
    yield* this.#emit({ key: String(id), source_url: url, name, classification }, id, where)
  }

  /** A body that something else only names; Legistar writes 0 where no body is meant. */
  *mention({ id, name, where }: Pick<Body, 'id' | 'name' | 'where'>): Generator<SourceItem> {
    if (this.#seen.has(id)) return
    const classification = findBodyKind(name)
    yield* this.#emit({ key: String(id), incomplete: true, name, classification }, id, where)
  }

  *#emit(body: Omit<OrganizationRecord, 'kind'>, id: number, where: string): Generator<SourceItem> {
    if (id === 0 || body.name === '') return
    this.#seen.add(id)
    yield { type: 'record', record: { kind: 'organization', ...body }, where }
  }
}

/** The key of a body as other records refer to it. */
export function bodyKey(id: number | null): string | null {
  return id === null || id === 0 ? null : String(id)
}
