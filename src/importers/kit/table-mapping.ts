import { type OpenedSource, SourceError } from '../source.ts'
import { isAddress } from './csv-table.ts'
import { readShape } from './json-files.ts'
import type { ShapeCheck } from './shape-issues.ts'

/** Reads a mapping from a JSON file. Throws `SourceError`, also if `issueOf` says what is wrong with it. */
export async function readMappingFile<Mapping>(
  path: string,
  check: ShapeCheck<Mapping>,
  issueOf: (mapping: Mapping) => string | null,
): Promise<Mapping> {
  const { value, errors = [] } = await readShape('', path, check, 'mapping')
  const [error] = errors.flatMap((item) => (item.type === 'error' ? item : []))
  if (value === undefined) throw new SourceError(`${error?.location} ${error?.reason}`)
  const issue = issueOf(value)
  if (issue !== null) throw new SourceError(`${path} ${issue}`)
  return value
}

/** What a mapping says of a word, which may be the name of an inherited property, such as constructor. */
export function meaningOf<T>(
  word: string | null,
  words: Readonly<Record<string, T>> = {},
): T | undefined {
  return word !== null && Object.hasOwn(words, word) ? words[word] : undefined
}

type Origin = Pick<OpenedSource, 'url' | 'licence' | 'municipality'>

/** Where a table is from, by its mapping or its address. */
export const originOf = (
  { url, licence, municipality }: { [Part in keyof Origin]?: Origin[Part] | undefined },
  location: string,
): Origin & Pick<OpenedSource, 'isThirdParty'> => ({
  url: url ?? (isAddress(location) ? withoutQuery(location) : null),
  licence: licence ?? null,
  municipality: municipality ?? null,
  isThirdParty: true,
})

/** The URL as it is shown: a query may contain a key, and its `?` stays, as the URL without is of another table. */
function withoutQuery(address: string): string {
  const { origin, pathname, search } = new URL(address)
  return origin + pathname + search.slice(0, 1)
}
