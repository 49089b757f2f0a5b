import { useCouncil } from '../council-context.ts'
import { paths } from '../paths.ts'

/** The name of a body, linked if it is on record. */
export function BodyName({ name, slug }: { name: string; slug: string | null }) {
  const council = useCouncil()
  return slug === null ? name : <a href={paths.body(council, slug)}>{name}</a>
}
