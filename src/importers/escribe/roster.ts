import { cleanLine } from '../kit/clean-text.ts'
import { type FullName, foldName, parseWrittenName } from './names.ts'
import type { RosterEntry } from './read.ts'
import type { RosterRow } from './schema.ts'

/** A council member with every full name that the roster implies. */
export interface RosterMember {
  key: string
  name: string
  row: RosterRow
  location: string
  /** The roster's form with initials, folded: `m. luloff`. */
  initialForm: string | null
  names: FullName[]
}

export function toRosterMembers(roster: RosterEntry[]): RosterMember[] {
  return roster.flatMap(({ row, location }) => {
    const name = cleanLine(row.full_name)
    if (name === null) return []
    const key = foldName(name)
    const last = cleanLine(row.last_name)
    const family = last === null ? null : foldName(last)
    const initialForm = cleanLine(row.first_name_initial)
    const alias = emailName(row.email, family)
    const plain = foldName(parseWrittenName(name)?.name ?? name)
    const full = [key, plain.includes(' ') ? plain : key, alias ?? key]
    const names = [...new Set(full)].map((folded) => ({ folded, family }))
    const folded = initialForm === null ? null : foldName(initialForm)
    return { key, name, row, location, initialForm: folded, names }
  })
}

// An e-mail address such as matt.luloff@ shows that Matthew Luloff is also called Matt; bayward@ shows nothing.
function emailName(email: string | null | undefined, family: string | null): string | null {
  const local = foldName(email?.split('@')[0] ?? '')
  const [given, ...rest] = local.split('.')
  if (family === null || !given || rest.join(' ') !== family) return null
  return `${given} ${family}`
}
