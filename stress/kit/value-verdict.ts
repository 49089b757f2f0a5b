import type { Parameter } from './fixture.ts'
import { codePoints, decoded, isDate } from './reading.ts'

export type Verdict = 'fine' | 'invalid' | 'either'

/** Whether a parameter accepts a value, as it is in the URL; `either` where other rules decide too. */
export function valueVerdict(parameter: Parameter, raw: string): Verdict {
  const text = decoded(raw, 'query')
  if (text === undefined || !fits(parameter, text)) return 'invalid'
  return byRule(parameter, text)
}

function fits({ name, schema }: Parameter, text: string): boolean {
  const { minimum = 0, maximum = Number.POSITIVE_INFINITY } = schema
  if (schema.type === 'integer')
    return /^[0-9]{1,9}$/.test(text) && Number(text) >= minimum && Number(text) <= maximum
  if (schema.type === 'boolean') return /^(true|false|1|0|yes|no)$/i.test(text)
  if (schema.format === 'date') return isDate(text)
  if (schema.enum !== undefined) return schema.enum.includes(text)
  // A valid cursor is known to the test; any other is invalid.
  if (name === 'cursor') return false
  const length = codePoints(text)
  return length >= (schema.minLength ?? 0) && length <= (schema.maxLength ?? length)
}

const searchKinds = ['motions', 'matters', 'agenda_items', 'key_statements', 'document_sections']
const queryWordsMax = 64

/** Rules that the schema does not have, by parameter: whether a value is surely right. */
const rules: Record<string, (text: string, parameter: Parameter) => boolean> = {
  q: (text, { schema }) =>
    schema.minLength === undefined ||
    (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).length <= queryWordsMax,
  type: (text, { description }) =>
    description?.startsWith('Comma-separated') !== true || searchKinds.includes(text),
  slug: (text) => /^[a-z0-9-]+$/.test(text),
  // Others depend on the rest of the query: on format=csv, on per_page, on the other end of a range.
  format: (text) => text === 'json',
  ...Object.fromEntries(['include', 'for', 'layout'].map((name) => [name, () => false])),
}

function byRule(parameter: Parameter, text: string): Verdict {
  if (parameter.name === 'include' && !isIncluded(parameter, text)) return 'invalid'
  return rules[parameter.name]?.(text, parameter) === false ? 'either' : 'fine'
}

/** Whether a text could be a list of what the description names. */
function isIncluded({ description = '' }: Parameter, text: string): boolean {
  const names = /commas: ([a-z_, ]+)\. With/.exec(description)?.[1]?.split(', ') ?? []
  return text.split(',').every((one) => one === '' || names.includes(one))
}
