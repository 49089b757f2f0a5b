import { createContext } from 'preact'
import { useContext } from 'preact/hooks'

interface Council {
  slug: string
}

export const CouncilContext = createContext<Council>({ slug: '' })

/** The council of the page. */
export function useCouncil(): Council {
  return useContext(CouncilContext)
}
