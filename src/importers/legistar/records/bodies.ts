import type { EmitOnce } from '../../kit/emit-once.ts'
import { findBodyKind } from '../../kit/vocabulary.ts'
import type { OrganizationRecord } from '../../records/people.ts'
import type { SourceItem } from '../../source.ts'
import type { Body } from '../model.ts'

export function bodyItems(
  { id, name, type, url, location }: Body,
  emitted: EmitOnce,
): SourceItem[] {
  const classification = findBodyKind(type, name)
  return itemsOf({ key: String(id), source_url: url, name, classification }, location, emitted)
}

/** An incomplete record of a body that is only named; Legistar writes 0 for no body. */
export function bodyStub(
  { id, name, location }: Pick<Body, 'id' | 'name' | 'location'>,
  emitted: EmitOnce,
): SourceItem[] {
  const key = String(id)
  if (emitted.has('organization', key)) return []
  return itemsOf(
    { key, incomplete: true, name, classification: findBodyKind(name) },
    location,
    emitted,
  )
}

export function bodyKey(id: number | null): string | null {
  return id === null || id === 0 ? null : String(id)
}

function itemsOf(
  body: Omit<OrganizationRecord, 'kind'>,
  location: string,
  emitted: EmitOnce,
): SourceItem[] {
  if (body.key === '0' || body.name === '') return []
  return emitted.record({ kind: 'organization', ...body }, location)
}
