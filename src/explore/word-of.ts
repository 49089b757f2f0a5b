/** The word for a value of the record; undefined for one that the dictionary lacks, such as `constructor`. */
export function wordOf(words: Readonly<Record<string, string>>, value: string): string | undefined {
  return Object.hasOwn(words, value) ? words[value] : undefined
}
