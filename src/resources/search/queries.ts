import type { SearchTerm } from '../../store/dialect/dialect.ts'
import type { ReadStore } from '../../store/open.ts'
import type { SearchKind } from '../../store/tables.ts'

export type { SearchRow } from '../../store/dialect/dialect.ts'

/** Texts that match all terms, best first; at most two statements. No terms match nothing. */
export async function searchTexts(
  store: Pick<ReadStore, 'search'>,
  municipalityId: number,
  filter: { terms: readonly SearchTerm[]; kinds: readonly SearchKind[] },
  range: { limit: number; offset: number; client: string },
) {
  return filter.terms.length === 0 ? [] : store.search({ municipalityId, ...filter, ...range })
}
