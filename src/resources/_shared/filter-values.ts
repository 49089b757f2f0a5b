import { foldCase } from '../../core/fold.ts'
import { converted } from '../../store/cached-query.ts'
import type { Flag } from '../../store/record-tables.ts'

/** A text filter as the folded columns and slugs are compared. */
export function fold(value: string): string {
  return converted(value, foldCase)
}

export function flag(value: boolean): Flag {
  return converted(value, (is) => (is ? 1 : 0))
}
