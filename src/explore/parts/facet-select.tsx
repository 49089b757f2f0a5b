import { useLocale } from '../locale.ts'

interface FacetSelectProps {
  name: string
  label: string
  /** The values that occur. */
  values: readonly { value: string | number; count: number }[]
  /** The value of the query. */
  current: unknown
  /** How a value is shown, if not as it is. */
  shown?: (value: string) => string
}

/** A filter by a value that occurs; nothing if none does and none is given. */
export function FacetSelect({ name, label, values, current, shown = asItIs }: FacetSelectProps) {
  const { words, count } = useLocale()
  const given = current === undefined ? undefined : String(current)
  const isListed = values.some(({ value }) => isSame(value, given))
  if (values.length === 0 && given === undefined) return null
  return (
    <label>
      {label}
      <select name={name}>
        <option value="">{words.list.any}</option>
        {given !== undefined && !isListed && (
          <option value={given} selected>
            {shown(given)}
          </option>
        )}
        {values.map((facet) => (
          <option key={facet.value} value={facet.value} selected={isSame(facet.value, given)}>
            {`${shown(String(facet.value))} (${count(facet.count)})`}
          </option>
        ))}
      </select>
      {given !== undefined && !isListed && <Unknown value={shown(given)} />}
    </label>
  )
}

/** Says that a value of the URL is not among the options, which are limited in number. */
export function Unknown({ value }: { value: string }) {
  const { words } = useLocale()
  return <span class="unknown">{words.list.unknown(value)}</span>
}

const asItIs = (value: string) => value

/** Filters ignore case. */
function isSame(value: string | number, given: string | undefined): boolean {
  return String(value).toLowerCase() === given?.toLowerCase()
}
