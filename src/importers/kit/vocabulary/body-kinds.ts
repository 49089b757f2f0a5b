import type { OrganizationRecord } from '../../records.ts'

export type BodyKind = NonNullable<OrganizationRecord['classification']>

// A council is the whole of its type or name; any other body says what it is in one of its words.
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

/** What a type or a name says that a body is, the first of them that says it; null where none does. */
export function findBodyKind(...texts: (string | null)[]): BodyKind | null {
  for (const text of texts) {
    const kind = kinds.find(([pattern]) => text !== null && pattern.test(text))?.[1]
    if (kind !== undefined) return kind
  }
  return null
}
