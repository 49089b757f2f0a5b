import { SourceError } from '../source.ts'
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
