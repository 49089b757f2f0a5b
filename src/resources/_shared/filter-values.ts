import { foldCase } from '../../core/fold.ts'
import type { Flag } from '../../store/record-tables.ts'

/** A text filter as the folded columns and slugs are compared. */
export function fold(value: string | undefined): string | undefined {
  return value && foldCase(value)
}

export function flag(value: boolean | undefined): Flag | undefined {
  return value === undefined ? undefined : value ? 1 : 0
}
