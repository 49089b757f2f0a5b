import { personTitles } from '../../core/person-titles.ts'
import { nameOf, type PeopleByName, type SearchTerm } from './search-term.ts'
import { functionWords } from './text-language.ts'

const optional = new Set([
  ...functionWords.keys(),
  ...'a an as or about into what which who whom when where why how do does did has have had'.split(
    ' ',
  ),
  ...'were will would can could should must their there these those decide decided'.split(' '),
  ...'against contre'.split(' '),
  ...'i you he she we they me us my your our his her its many much too'.split(' '),
  ...'de d l un en ou ont ete son sa ses leur leurs quoi quand comment pourquoi combien'.split(' '),
  ...'quel quelle quels quelles entre sous sans'.split(' '),
])

/** What people add to any question; it weighs little unless it is in a title or in quotes. */
const common = new Set([
  ...'vote votes voted voting hearing hearings law laws bylaw bylaws meeting meetings report'.split(
    ' ',
  ),
  ...'reports council councils decision decisions motion motions city town municipal'.split(' '),
  ...'vote votes voter audience audiences loi lois reglement reglements reunion reunions'.split(
    ' ',
  ),
  ...'bill bills act acts resolution resolutions no new approve approved adopt adopted pass passed propose proposed'.split(
    ' ',
  ),
  ...'nouveau nouvelle approuve approuver adopte adopter propose'.split(' '),
  ...'seance rapport rapports conseil conseils decision decisions ville municipale municipaux'.split(
    ' ',
  ),
])

export const isCommonWord = ({ parts, isQuoted }: SearchTerm): boolean =>
  isQuoted !== true && parts.length === 1 && common.has(parts[0] ?? '')

/** The words of a query without articles, prepositions and the like outside quotes, if other words remain. */
export function withoutFunctionWords(terms: readonly SearchTerm[]): readonly SearchTerm[] {
  const others = terms.filter(
    ({ parts, isQuoted }) => isQuoted === true || parts.length > 1 || !optional.has(parts[0] ?? ''),
  )
  return others.length === 0 ? terms : others
}

/** The words of a query without titles before names of people, such as "Mayor". */
export function withoutTitles(
  terms: readonly SearchTerm[],
  people: PeopleByName,
): readonly SearchTerm[] {
  const kept: SearchTerm[] = []
  let isBeforeName = false
  for (const term of terms.toReversed()) {
    const name = nameOf(term)
    if (isBeforeName && personTitles.has(name)) continue
    kept.push(term)
    isBeforeName = people.has(name)
  }
  return kept.reverse()
}
