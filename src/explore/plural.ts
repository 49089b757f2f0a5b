/** The English form for a count. */
export function plural(count: number, one: string, many: string): string {
  return count === 1 ? one : many
}
