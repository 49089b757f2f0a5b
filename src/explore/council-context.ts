import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Municipality } from '../http/admission.ts'
import type { Locale } from './locale.ts'

/** A municipality with the path of its pages in the language of the page. */
export interface Council extends Municipality {
  /** "/ottawa" or "/fr/ottawa". */
  base: string
  /** The names of its bodies in the language of the page, by name, where the record states them. */
  names: ReadonlyMap<string, string>
}

export function councilIn(
  { prefix, nameOf }: Locale,
  municipality: Municipality,
  names: Council['names'],
): Council {
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
