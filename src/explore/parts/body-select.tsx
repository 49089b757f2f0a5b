import { useBodyOptions } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import type { Visit } from '../visit.ts'
import { Select } from './filter-form.tsx'

interface BodySelectProps {
  /** As `FilterForm` looks for the names of its fields. */
  name: 'organization'
  query: Visit['query']
  /** The one that is shown without a choice first. */
  bodies: Parameters<typeof useBodyOptions>[0]
}

/** A choice of the body that a page is about; nothing if there is no other. */
export function BodySelect({ name, query, bodies }: BodySelectProps) {
  const { words } = useLocale()
  const options = useBodyOptions(bodies)
  const [initial, ...others] = options
  const isGiven = query[name] !== undefined
  if (others.length === 0 && !isGiven) return null
  return (
    <Select
      query={query}
      name={name}
      label={words.list.body}
      all={initial?.name ?? words.list.allBodies}
      options={isGiven ? options : others}
      ignoresCase
    />
  )
}
