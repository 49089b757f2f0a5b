import { cleanLine } from '../kit/clean-text.ts'
import type { Contact } from './model.ts'

type Nullish<T> = T | null | undefined

/** One of the two offices of a person. */
type Office = Record<'address' | 'city' | 'state' | 'zip' | 'phone' | 'fax', Nullish<string>>

export function contact(
  type: Contact['type'],
  value: Nullish<string>,
  note: string | null = null,
): Contact[] {
  const line = cleanLine(value)
  return line === null ? [] : [{ type, value: line, note }]
}

/** The contact details of an office; a town without a street is omitted. */
export function officeContacts(office: Office, note: string | null): Contact[] {
  const { address, city, state, zip, phone, fax } = office
  const postalAddress = [address, city, [state, zip].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ')
  return [
    ...contact('address', address ? postalAddress : null, note),
    ...contact('voice', phone, note),
    ...contact('fax', fax, note),
  ]
}
