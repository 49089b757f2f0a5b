/** Letters and digits of a folded by-law number without leading zeros, a space around each group: ` 2026 7 `. */
export function numberGroups(number: string): string {
  const groups = number.match(/\d+|\p{L}+/gu) ?? []
  return [' ', ...groups.map((group) => `${group.replace(/^0+(?=\d)/, '')} `)].join('')
}
