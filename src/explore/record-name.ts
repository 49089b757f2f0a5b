import { type Council, useCouncil } from './council-context.ts'
import { type Locale, useLocale } from './locale.ts'
import { commonName } from './words/common-names.fr.ts'

/** The name of a body, a role or a ward in the language of the page, or as the source has it. */
export function recordName({ names }: Pick<Council, 'names'>, { language }: Locale, name: string) {
  return names.get(name) ?? (language === 'fr' ? commonName(name) : name)
}

/** Bodies with their names in the language of the page. */
export function useBodies<B extends { name: string }>(bodies: readonly B[]): B[] {
  const nameOf = useRecordName()
  return bodies.map((body) => ({ ...body, name: nameOf(body.name) }))
}

/** `recordName` on the page. */
export function useRecordName(): (name: string) => string {
  const council = useCouncil()
  const locale = useLocale()
  return (name) => recordName(council, locale, name)
}
