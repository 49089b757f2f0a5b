import { isSameWard } from '../../core/ward-name.ts'
import type { PersonDetail } from '../../resources/people/schema.ts'
import { useCouncil, useRecordName } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { OwnWardMap, type WardShape } from '../parts/ward-map.tsx'
import { paths } from '../paths.ts'

interface OwnWardProps {
  person: PersonDetail
  wards: readonly WardShape[]
}

/** The ward of a person on the map of all, which leads to the large one; nothing if it has no boundary on record. */
export function OwnWard({ person: { ward }, wards }: OwnWardProps) {
  const { words } = useLocale()
  const council = useCouncil()
  const nameOf = useRecordName()
  if (ward === null) return null
  const chosen = wards.filter(({ name }) => isSameWard(name, ward))
  if (chosen.length === 0) return null
  return (
    <a class="own-ward" href={`${paths.people(council)}#wards`}>
      <OwnWardMap wards={wards} chosen={chosen} label={words.person.onMap(nameOf(ward))} />
    </a>
  )
}
