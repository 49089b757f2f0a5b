/**
 * Why a part of a source, which names its publishers, does not belong to the one council that the source is of; null
 * where it does, or names nobody. Keys are unique within a council, so records of two must not be mixed.
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
