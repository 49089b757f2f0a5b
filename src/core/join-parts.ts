/** Two parts of a name with a comma between them, unless the first ends as a sentence. */
export const joinParts = (one: string, other: string): string =>
  /[.?!…]$/u.test(one) ? `${one} ${other}` : `${one}, ${other}`
