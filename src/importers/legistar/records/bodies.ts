import type { OrganizationRecord } from '../../records.ts'
import type { SourceItem } from '../../source.ts'
import type { Body } from '../model.ts'

type Classification = NonNullable<OrganizationRecord['classification']>

const classifications: readonly [RegExp, Classification][] = [
  [/^primary legislative body$/i, 'council'],
  [
    /^(?:(?:city|town|township|village|county|common|metro|metropolitan|municipal) )*council$/i,
    'council',
  ],
  [/\bcommittee\b/i, 'committee'],
  [/\bboard\b/i, 'board'],
  [/\bcommission\b/i, 'commission'],
]

/** One organization for each body that is mentioned, wherever that is first. */
export class Bodies {
  readonly #seen = new Set<number>()

  has(id: number): boolean {
    return this.#seen.has(id)
  }

  /** The body's record, where it was not told yet; Legistar writes 0 where no body is meant. */
  *mention({ id, name, type, url, where }: Body): Generator<SourceItem> {
    if (id === 0 || name === '' || this.#seen.has(id)) return
    this.#seen.add(id)
    const record: OrganizationRecord = {
      kind: 'organization',
      key: String(id),
      source_url: url,
      name,
      classification: classify(type ?? name) ?? classify(name),
    }
    yield { type: 'record', record, where }
  }
}

/** The key of a body as other records refer to it. */
export function bodyKey(id: number | null): string | null {
  return id === null || id === 0 ? null : String(id)
}

function classify(text: string): Classification | null {
  return classifications.find(([pattern]) => pattern.test(text))?.[1] ?? null
}
