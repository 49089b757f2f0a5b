import type { OrganizationRecord } from '../../records.ts'

export type BodyKind = NonNullable<OrganizationRecord['classification']>

// A council is matched by its full type or name, any other kind by a word in it.
const kinds: readonly [RegExp, BodyKind][] = [
  [/^(?:primary legislative body|legislature|upper|lower)$/i, 'council'],
  [
    /^(?:(?:borough|city|common|county|district|metro|metropolitan|municipal|regional|town|township|village) )*council$/i,
    'council',
  ],
  [/\b(?:sub-?)?committee\b/i, 'committee'],
  [/\bboard\b/i, 'board'],
  [/\bcommission\b/i, 'commission'],
]

/** The kind of a body by the first type or name that states it. */
export function findBodyKind(...texts: (string | null)[]): BodyKind | null {
  for (const text of texts) {
    const kind = kinds.find(([pattern]) => text !== null && pattern.test(text))?.[1]
    if (kind !== undefined) return kind
  }
  return null
}
