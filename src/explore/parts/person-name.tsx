import { useCouncil } from '../council-context.ts'
import { paths } from '../paths.ts'

/** The name of a person, linked if the record knows who it is. */
export function PersonName({ name, slug }: { name: string; slug: string | null }) {
  const council = useCouncil()
  return slug === null ? name : <a href={paths.person(council, slug)}>{name}</a>
}
