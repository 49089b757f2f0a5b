import { useCouncil, useRecordName } from '../council-context.ts'
import { paths } from '../paths.ts'

/** The name of a person, linked if the record knows who it is. */
export function PersonName({ name, slug }: { name: string; slug: string | null }) {
  const council = useCouncil()
  return slug === null ? name : <a href={paths.person(council, slug)}>{name}</a>
}

/** The name of a body in the language of the page, linked if it is on record. */
export function BodyName({ name, slug }: { name: string; slug: string | null }) {
  const council = useCouncil()
  const shown = useRecordName()(name)
  return slug === null ? shown : <a href={paths.body(council, slug)}>{shown}</a>
}

interface MatterNumberProps {
  item: { matter_identifier: string | null; matter_slug: string | null }
}

/** The file number of the matter that an agenda item is about, linked to its page; nothing without a number. */
export function MatterNumber({ item }: MatterNumberProps) {
  const council = useCouncil()
  const { matter_identifier: identifier, matter_slug: slug } = item
  if (identifier === null || slug === null) return null
  return (
    <span class="quiet">
      {' '}
      <a class="unbroken" href={paths.matter(council, slug)}>
        {identifier}
      </a>
    </span>
  )
}
