import { ApiError } from './errors.ts'

/** Parsed query: no prototype, so `__proto__` is a name like any other. A repeated name holds a list. */
export type RawQuery = Record<string, string | string[]>

// Stands for bytes that are not UTF-8; refused together with NUL itself wherever the parameter is known.
const unreadable = '\u0000'

const integerPattern = /^[0-9]{1,9}$/
const booleans = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
])

/** Reads a query string strictly (WHATWG form encoding, UTF-8); never throws, so that refusals come in their order. */
export function parseQuery(text: string): RawQuery {
  const query: RawQuery = Object.create(null)
  for (const pair of text.split('&')) {
    if (pair === '') continue
    const [name, value] = readPair(pair)
    const known = query[name]
    if (known === undefined) query[name] = value
    else if (Array.isArray(known)) known.push(value)
    else query[name] = [known, value]
  }
  return query
}

function readPair(pair: string): [name: string, value: string] {
  const equals = pair.indexOf('=')
  return equals === -1
    ? [decode(pair), '']
    : [decode(pair.slice(0, equals)), decode(pair.slice(equals + 1))]
}

const brokenEscape = /%(?![0-9a-fA-F]{2})/

function decode(text: string): string {
  if (brokenEscape.test(text)) return unreadable
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return unreadable
  }
}

interface ParameterSchema {
  type?: string
}

/**
 * Turns the known parameters of a query into what their schema says they are, for Ajv to judge: only plain decimal
 * digits become a number, only the six boolean words a boolean. Throws VALIDATION_ERROR for a known parameter that is
 * given twice or is not text, and under `strict` for an unknown one.
 */
export function coerceQuery(
  query: RawQuery,
  properties: Record<string, ParameterSchema>,
  strict: boolean,
): Record<string, unknown> {
  const errors: string[] = []
  const coerced: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(query)) {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
    const error =
      schema === undefined
        ? unknownParameterError(name, properties, strict)
        : valueError(name, value)
    if (error !== undefined) errors.push(error)
    else if (schema !== undefined) coerced[name] = coerce(String(value), schema)
  }
  if (errors.length > 0) throw new ApiError('VALIDATION_ERROR', sentence(errors))
  return coerced
}

function valueError(name: string, value: string | string[]): string | undefined {
  if (Array.isArray(value)) return `${name} is given ${value.length} times; give it once`
  if (!value.includes('\u0000')) return undefined
  return `${name} holds NUL or bytes that are not UTF-8; send UTF-8 text`
}

function coerce(value: string, schema: ParameterSchema): unknown {
  if (schema.type === 'integer' && integerPattern.test(value)) return Number(value)
  if (schema.type === 'boolean') return booleans.get(value.toLowerCase()) ?? value
  return value
}

function unknownParameterError(
  name: string,
  properties: Record<string, unknown>,
  strict: boolean,
): string | undefined {
  if (!strict) return undefined
  const known = Object.keys(properties).join(', ')
  return `${quote(name)} is not a parameter of this endpoint; known are ${known === '' ? 'none' : known}`
}

const ignoredMax = 10

/** The names of a query that the endpoint does not know, in order; of many only the first, each of them shortened. */
export function ignoredNames(query: RawQuery, properties: Record<string, unknown>): string[] {
  const names = Object.keys(query).filter((name) => !Object.hasOwn(properties, name))
  return [...new Set(names.map(printable))].sort().slice(0, ignoredMax)
}

const quotedLengthMax = 60

/** A client's text, safe to show in a message: short, on one line, without control characters. */
export function quote(text: string): string {
  return `"${printable(text)}"`
}

function printable(text: string): string {
  const short = text.length > quotedLengthMax ? `${text.slice(0, quotedLengthMax)}…` : text
  return short.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{FFFD}')
}

const errorsShownMax = 10

/** Joins errors into one message; of very many only the first, so that no answer grows far beyond its request. */
export function sentence(errors: readonly string[]): string {
  const more = errors.length - errorsShownMax
  const listed = errors.slice(0, errorsShownMax).join('; ')
  return more > 0 ? `${listed}; and ${more} more.` : `${listed}.`
}
