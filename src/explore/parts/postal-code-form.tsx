import { useCouncil } from '../council-context.ts'
import { useLocale } from '../locale.ts'
import { paths } from '../paths.ts'

/** A form that leads to the member of council for a postal code. */
export function PostalCodeForm({ value }: { value?: string | undefined }) {
  const { words } = useLocale()
  return (
    <form class="filter" action={paths.people(useCouncil())} method="get">
      <label>
        {words.people.postalCode}
        <input
          name="postal_code"
          value={value}
          maxLength={20}
          size={8}
          autocomplete="postal-code"
        />
      </label>
      <button type="submit">{words.list.show}</button>
    </form>
  )
}
