import { type Council, useCouncil } from './council-context.ts'
import { type Locale, useLocale } from './locale.ts'

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
