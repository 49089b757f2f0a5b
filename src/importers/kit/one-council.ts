/**
 * An error if a part of a source names only other councils than the source's. Keys are unique only within a council, so
 * records of two must not be mixed.
 */
export function foreignReason(
  named: readonly string[],
  council: string | null,
  what = 'council',
): string | null {
  const [other] = named
  if (other === undefined || council === null || named.includes(council)) return null
  return `belongs to ${other}, the rest to ${council}: import one ${what} at a time`
}
