import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { LawKind } from '../core/law-kind.ts'
import type { Municipality } from '../http/admission.ts'
import type { RegisterStates } from '../store/registers.ts'
import { type Locale, useLocale } from './locale.ts'

/** A municipality with the path of its pages in the language of the page. */
export interface Council extends Municipality {
  /** "/ottawa" or "/fr/ottawa". */
  base: string
  /** The names of its bodies in the language of the page, by name, where the record states them. */
  names: ReadonlyMap<string, string>
  /** What it calls its by-laws. */
  lawKind: LawKind
  /** The registers that have entries. */
  registers: RegisterStates
}

export function councilIn(
  { prefix, nameOf }: Locale,
  municipality: Municipality,
  names: Council['names'],
): Omit<Council, 'lawKind' | 'registers'> {
  const { name, slug } = municipality
  return { ...municipality, name: nameOf(name), base: `${prefix}/${slug}`, names }
}

/** What components need of the council of the page. */
type CouncilOnPage = Pick<Council, 'base' | 'names'>

export const CouncilContext = createContext<CouncilOnPage>({ base: '', names: new Map() })

/** The council of the page. */
export function useCouncil(): CouncilOnPage {
  return useContext(CouncilContext)
}

/** The name of a body, a role or a ward in the language of the page, or as the source has it. */
export function recordName({ names }: Pick<Council, 'names'>, locale: Locale, name: string) {
  return names.get(name) ?? locale.nameOf(name)
}

/** Bodies to choose from, with their names in the language of the page. */
export function useBodyOptions(bodies: readonly { slug: string; name: string }[]) {
  const nameOf = useRecordName()
  return bodies.map(({ slug, name }) => ({ value: slug, name: nameOf(name) }))
}

/** `recordName` on the page. */
export function useRecordName(): (name: string) => string {
  const council = useCouncil()
  const locale = useLocale()
  return (name) => recordName(council, locale, name)
}
