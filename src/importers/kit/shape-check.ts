import type { TLocalizedValidationError } from 'typebox/error'
import { type ShapeFault, toShapeFaults } from './shape-faults.ts'

/** A compiled shape. */
export interface ShapeCheck<T> {
  Check(value: unknown): value is T
  Errors(value: unknown): TLocalizedValidationError[]
}

/** What is wrong with a value, each fault with the name of its field before the reason. */
export function namedFaults(check: ShapeCheck<unknown>, value: unknown): ShapeFault[] {
  return toShapeFaults(check.Errors(value), value).map(({ path, reason }) => ({
    path,
    reason: `${path.slice(1).replaceAll('/', '.')} ${reason}`.trim(),
  }))
}
