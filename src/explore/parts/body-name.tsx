import { useCouncil } from '../council-context.ts'
import { paths } from '../paths.ts'
import { useRecordName } from '../record-name.ts'

/** The name of a body in the language of the page, linked if it is on record. */
export function BodyName({ name, slug }: { name: string; slug: string | null }) {
  const council = useCouncil()
  const shown = useRecordName()(name)
  return slug === null ? shown : <a href={paths.body(council, slug)}>{shown}</a>
}
