import { useCouncil } from '../council-context.ts'
import { paths } from '../paths.ts'

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
