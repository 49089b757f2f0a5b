import { foldText } from './fold.ts'

/** What a record calls its by-laws. */
export type LawKind = 'bylaw' | 'local_law' | 'ordinance'

// At the beginning, as titles of enactments are written; folded.
const named =
  /^(?:an? |the |une? |la |l['’] ?)?(local law|loi locale|ordinance|ordonnance|by-?law|reglement)\b/

const kinds = new Map<string, LawKind>([
  ...(['local law', 'loi locale'] as const).map((noun) => [noun, 'local_law'] as const),
  ...(['ordinance', 'ordonnance'] as const).map((noun) => [noun, 'ordinance'] as const),
])

/** What a record calls its by-laws, if some of them all have one noun. */
export function lawKindOfAll(laws: readonly Law[]): LawKind {
  const [kind = 'bylaw', ...others] = new Set(laws.map(lawKindOf))
  return others.length === 0 ? kind : 'bylaw'
}

interface Law {
  title: string
  description: string | null
  category?: string | null
}

/** The noun of the first of its own texts that begins with one. */
export function lawKindOf({ title, description, category = null }: Law): LawKind {
  const [noun] = [title, description, category].flatMap(
    (text) => named.exec(foldText(text ?? '').trim())?.[1] ?? [],
  )
  return kinds.get(noun ?? '') ?? 'bylaw'
}
