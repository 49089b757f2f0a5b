import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { Municipality } from '../http/municipality.ts'
import type { Locale } from './locale.ts'

/** A municipality with the path of its pages in the language of the page. */
export interface Council extends Municipality {
  /** "/ottawa" or "/fr/ottawa". */
  base: string
}

export function councilIn({ prefix }: Locale, municipality: Municipality): Council {
  return { ...municipality, base: `${prefix}/${municipality.slug}` }
}

export const CouncilContext = createContext<Pick<Council, 'base'>>({ base: '' })

/** The council of the page. */
export function useCouncil(): Pick<Council, 'base'> {
  return useContext(CouncilContext)
}
