import { isReservedSlug } from '../core/municipality-slug.ts'
import { distanceOf } from '../core/similar-words.ts'
import type { ReadStore } from '../store/open.ts'
import { listCouncilNames } from './queries.ts'
import { VersionedMemo } from './versioned-memo.ts'

type CouncilName = Awaited<ReturnType<typeof listCouncilNames>>[number]

export interface CouncilOfPath {
  /** The council that the path begins with. */
  council?: CouncilName | undefined
  /** The only council whose slug is spelled alike. */
  similar?: CouncilName | undefined
  /** The section of the council that the path was probably meant for. */
  section?: string | undefined
}

/** Finds the council that an unknown path was probably meant for; none while the database is out of reach. */
export function councilOfPath(store: ReadStore): (path: string) => Promise<CouncilOfPath> {
  const memo = new VersionedMemo<CouncilName[]>(store)
  return async (path) => {
    const [, word = '', section = ''] = path.toLowerCase().split(/[/?#]/)
    if (word === '' || word.length > slugMax || isReservedSlug(word)) return {}
    const councils = await memo
      .get('', () => listCouncilNames(store.db))
      .catch((error: unknown) => {
        if (store.dialect.isUnavailable(error)) return undefined
        throw error
      })
    const council = councils?.find(({ slug }) => slug === word)
    return council === undefined
      ? { similar: similarTo(word, councils ?? []) }
      : { council, section: sectionLike(section) }
  }
}

const [slugMax, lettersMin, distanceMax] = [100, 4, 2]

function similarTo(word: string, councils: readonly CouncilName[]): CouncilName | undefined {
  if (word.length < lettersMin) return undefined
  const [similar, ...others] = councils.filter(
    ({ slug }) =>
      Math.abs(slug.length - word.length) <= distanceMax && distanceOf(word, slug) <= distanceMax,
  )
  return others.length === 0 ? similar : undefined
}

/** Sections of a council, by what visitors may call them. */
const sections: Readonly<Record<string, string>> = {
  ...{ meetings: 'meetings', agendas: 'meetings', minutes: 'meetings', calendar: 'meetings' },
  ...{ votes: 'votes', motions: 'motions', decisions: 'motions' },
  ...{ people: 'people', members: 'people', councillors: 'people', council: 'people' },
  ...{ bodies: 'bodies', committees: 'bodies', boards: 'bodies' },
  ...{ matters: 'matters', reports: 'matters', files: 'matters' },
  ...{ bylaws: 'bylaws', 'by-laws': 'bylaws' },
  ...{ coverage: 'coverage', search: 'search' },
  ...{ reunions: 'meetings', conseil: 'people', comites: 'bodies', rapports: 'matters' },
  ...{ reglements: 'bylaws', recherche: 'search' },
}

function sectionLike(word: string): string | undefined {
  if (word.length < lettersMin || word.length > slugMax) return undefined
  const name = Object.hasOwn(sections, word)
    ? word
    : Object.keys(sections).find((section) => distanceOf(word, section) <= distanceMax)
  return name === undefined ? undefined : sections[name]
}
