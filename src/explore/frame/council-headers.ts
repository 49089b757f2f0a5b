import type { CouncilHeaders, HeaderSource } from '../../site/face.tsx'
import type { ReadStore } from '../../store/open.ts'
import { councilIn } from '../council-context.ts'
import { english, french, type Locale, localeFor } from '../locale.ts'
import { findOnlyVersion } from '../queries.ts'
import { councilLookup } from '../to-visit.ts'
import { councilHeader } from './council-header.ts'

/** Finds headers of councils, for the pages that are about no record. */
export function councilHeaders(store: ReadStore): HeaderSource {
  const lookup = councilLookup(store, { namesMax: 0 })
  const findHeaders = async (slug: string): Promise<CouncilHeaders | null> => {
    const found = await lookup(slug)
    return found === undefined
      ? null
      : { en: headerIn(english, found), fr: headerIn(french, found) }
  }
  let existing: { version: string; headers: CouncilHeaders | null } | undefined
  const findOnly = async () => {
    const only = await findOnlyVersion(store.db)
    if (only === undefined) return null
    if (existing?.version !== only.version)
      existing = { version: only.version, headers: await findHeaders(only.slug) }
    return existing.headers
  }
  const whileAvailable = async <Found>(found: Promise<Found>) => {
    try {
      return await found
    } catch (error) {
      if (store.dialect.isUnavailable(error)) return undefined
      throw error
    }
  }
  return {
    findOnly: () => whileAvailable(findOnly()),
    find: (slug) => whileAvailable(findHeaders(slug)),
  }
}

type FoundCouncil = NonNullable<Awaited<ReturnType<ReturnType<typeof councilLookup>>>>

function headerIn(language: Locale, found: FoundCouncil) {
  const { municipality, lawKind, registers, isOnly, frenchNames, importState } = found
  const locale = localeFor(language, lawKind)
  const council = { ...councilIn(locale, municipality, frenchNames), lawKind, registers }
  return councilHeader({ municipality: council, locale, isOnly, lastImport: importState.last })
}
