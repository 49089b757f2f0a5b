import type { FastifySchemaValidationError } from 'fastify/types/schema.js'
import type { Words } from '../words/en.ts'

export interface InvalidQuery {
  /** In English, as in the API. */
  message: string
  /** What the schema of the page rejected. */
  validation?: readonly FastifySchemaValidationError[] | undefined
}

/** What is wrong with each value, in the words of the page; undefined if they have no words for one of them. */
export function reasonsFor(
  { validation }: InvalidQuery,
  query: Readonly<Record<string, unknown>>,
  words: Words,
): string[] | undefined {
  const reasons = validation?.map((error) => reasonFor(error, query, words.missing))
  return reasons?.every((reason) => reason !== undefined) ? [...new Set(reasons)] : undefined
}

function reasonFor(
  { keyword, instancePath, params }: FastifySchemaValidationError,
  query: Readonly<Record<string, unknown>>,
  { invalidDate, invalidWord, tooLong }: Words['missing'],
): string | undefined {
  const name = instancePath.slice(1)
  const value = String(query[name])
  if (keyword === 'format') return invalidDate(name, value)
  if (keyword === 'enum')
    return invalidWord(name, value, (params.allowedValues as string[]).join(', '))
  return keyword === 'maxLength' ? tooLong(name, String(params.limit)) : undefined
}
