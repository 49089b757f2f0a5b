import { useLocale } from '../locale.ts'

/** A field of a form that leads to the member of council for a postal code. */
export function PostalCode({ value }: { value?: string | undefined }) {
  const { words } = useLocale()
  return (
    <label>
      {words.people.postalCode}
      <input name="postal_code" value={value} maxLength={20} size={8} autocomplete="postal-code" />
    </label>
  )
}
