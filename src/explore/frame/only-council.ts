import type { CouncilHeaders } from '../../site/face.tsx'
import type { ReadStore } from '../../store/open.ts'
import { councilIn } from '../council-context.ts'
import { english, french, type Locale, localeFor } from '../locale.ts'
import { findOnlyVersion } from '../queries.ts'
import { councilLookup } from '../to-visit.ts'
import { councilHeader } from './council-header.ts'

/**
 * Finds the header of the only council, for the pages that are about no council; null if there are none or several,
 * undefined while the database is out of reach.
 */
export function onlyCouncil(store: ReadStore): () => Promise<CouncilHeaders | null | undefined> {
  const lookup = councilLookup(store, { namesMax: 0 })
  let existing: { version: string; headers: CouncilHeaders } | undefined
  const find = async () => {
    const only = await findOnlyVersion(store.db)
    if (only === undefined) return null
    if (existing?.version === only.version) return existing.headers
    const found = await lookup(only.slug)
    if (found === undefined) return null
    const headers = { en: headerIn(english, found), fr: headerIn(french, found) }
    existing = { version: only.version, headers }
    return headers
  }
  return async () => {
    try {
      return await find()
    } catch (error) {
      if (store.dialect.isUnavailable(error)) return undefined
      throw error
    }
  }
}

type FoundCouncil = NonNullable<Awaited<ReturnType<ReturnType<typeof councilLookup>>>>

function headerIn(language: Locale, found: FoundCouncil) {
  const { municipality, lawKind, isOnly, frenchNames, importState } = found
  const locale = localeFor(language, lawKind)
  const council = { ...councilIn(locale, municipality, frenchNames), lawKind }
  return councilHeader({ municipality: council, locale, isOnly, lastImport: importState.last })
}
