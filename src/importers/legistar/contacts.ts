import { cleanLine } from '../kit/clean-text.ts'
import type { Contact } from './model.ts'

type Nullish<T> = T | null | undefined

/** An office as Legistar keeps two of for each person. */
type Office = Record<'address' | 'city' | 'state' | 'zip' | 'phone' | 'fax', Nullish<string>>

/** One way to reach somebody, where it is given. */
export function contact(
  type: Contact['type'],
  value: Nullish<string>,
  note: string | null = null,
): Contact[] {
  const line = cleanLine(value)
  return line === null ? [] : [{ type, value: line, note }]
}

/** The ways to reach an office; its town without a street is none. */
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
