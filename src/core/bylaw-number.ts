/** Letters and digits of a folded by-law number without leading zeros, a space around each group: ` 2026 7 `. */
export function numberGroups(number: string): string {
  const groups = number.match(/\d+|\p{L}+/gu) ?? []
  return [' ', ...groups.map((group) => `${group.replace(/^0+(?=\d)/, '')} `)].join('')
}

/** The words of a folded text without those for "by-law", which most by-laws have in their title. */
export function titleWords(text: string): string[] {
  const others = text.replace(/\b(?:by[- ]?laws?|reglements?(?: municipa(?:l|ux))?)\b/g, ' ')
  return others.match(/[\p{L}\p{N}]+/gu) ?? []
}
