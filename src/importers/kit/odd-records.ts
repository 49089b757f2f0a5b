import { contactIssue, isWebUrl } from '../../core/web-url.ts'
import { wholeCharacters } from './clean-text.ts'
import { errorsOf } from './schema.ts'
import { toShapeIssues } from './shape-issues.ts'

/** The parts of a JSON Schema that the schemas of records use. */
interface Schema {
  type?: string
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  uniqueItems?: boolean
  maxLength?: number
  format?: string
}

type Fields = Record<string, unknown>

export interface Fitted {
  /** Undefined if the record cannot be right. */
  record: Fields | undefined
  /** What was changed, or why the record cannot be right; each continues a sentence that begins with the record. */
  reasons: string[]
}

// PostgreSQL cannot store NUL, and an unpaired surrogate is not valid Unicode.
export const unstorable = /[\0\p{Surrogate}]/gu
// A part of an identity would be another identity.
const identity = /(?:^|[/_])(?:keys?|url)(?:\/\d+)?$/

/**
 * Fits a record of a source that no one here can edit to its schema (decision 94). What cannot be right is cut, split,
 * named by its link or omitted: a field, then the part that requires it, then the record.
 */
export function fitRecord(schema: object, value: unknown): Fitted {
  const fitter = new Fitter()
  const record = fitter.fit(schema as Schema, value, '')
  if (!isObject(record)) return { record: undefined, reasons: [fitter.problem] }
  // Without some of its votes a motion has no count, as when the source names only some of the people.
  if (lengthOf(record.votes) < lengthOf((value as Fields).votes)) record.tally ??= {}
  return { record, reasons: fitter.reasons }
}

/** The record with a file that its source lists twice, in the same words, as one document. */
export function withDocumentsOnce<R extends object>(record: R): R {
  const { documents } = record as { documents?: unknown }
  if (!Array.isArray(documents) || documents.length < 2) return record
  const seen = new Set<string>()
  const once = documents.filter((document: Fields) => {
    const content = JSON.stringify(document)
    const isFirst = document.url == null || !seen.has(content)
    seen.add(content)
    return isFirst
  })
  return once.length === documents.length ? record : { ...record, documents: once }
}

class Fitter {
  readonly reasons: string[] = []
  /** Why the value that was tried last cannot be right. */
  problem = ''

  /** The value, changed where it must be; undefined if it cannot be right. */
  fit(schema: Schema, value: unknown, at: string): unknown {
    if (schema.anyOf !== undefined) return this.#fitOption(schema, schema.anyOf, value, at)
    if (schema.type === 'object' && isObject(value)) return this.#fitObject(schema, value, at)
    if (schema.type === 'array' && Array.isArray(value)) return this.#fitArray(schema, value, at)
    if (schema.type === 'string' && typeof value === 'string')
      return this.#checked(schema, this.#fitText(schema, value, at), at)
    return this.#checked(schema, value, at)
  }

  #fitOption(schema: Schema, options: Schema[], value: unknown, at: string): unknown {
    if (value === null || value === undefined) return this.#checked(schema, value, at)
    const [option, ...others] = options.filter(({ type }) => type !== 'null')
    const fitted =
      option === undefined || others.length > 0
        ? this.#checked(schema, value, at)
        : this.fit(option, value, at)
    if (fitted !== undefined || !options.some(({ type }) => type === 'null')) return fitted
    this.reasons.push(`${this.problem}; skipped`)
    return null
  }

  #fitObject({ properties = {}, required = [] }: Schema, value: Fields, at: string): unknown {
    const fitted: Fields = {}
    for (const [name, content] of Object.entries(this.#namedByLink(properties, value, at))) {
      if (content === undefined) continue
      const part = this.#fitField(ownOf(properties, name), content, pathOf(at, name))
      if (part !== undefined) fitted[name] = part
      else if (required.includes(name)) return undefined
      else this.reasons.push(`${this.problem}; skipped`)
    }
    const missing = required.find((name) => fitted[name] === undefined)
    if (missing !== undefined) return this.#fail(`${pathOf(at, missing)} is missing`)
    const issue = isContact(fitted) ? contactIssue(fitted) : null
    return issue === null ? fitted : this.#fail(`${at} ${issue}`)
  }

  #fitField(schema: Schema | undefined, content: unknown, path: string): unknown {
    return schema === undefined
      ? this.#fail(`${path} is not a known field`)
      : this.fit(schema, content, path)
  }

  #namedByLink(properties: Record<string, Schema>, value: Fields, at: string): Fields {
    const { title, url } = value
    const isNameless = typeof title === 'string' && title.trim() === ''
    if (!isNameless || properties.url === undefined) return value
    if (typeof url !== 'string' || !isWebUrl(url)) return value
    this.reasons.push(`${pathOf(at, 'title')} is blank; named by its link`)
    return { ...value, title: url }
  }

  #fitArray({ items = {}, uniqueItems }: Schema, values: unknown[], at: string): unknown[] {
    const fitted: unknown[] = []
    for (const [index, value] of values.entries()) {
      const path = pathOf(at, String(index))
      for (const piece of this.#pieces(items, value, path)) {
        const part = this.fit(items, piece, path)
        if (part === undefined) this.reasons.push(`${this.problem}; omitted`)
        else if (uniqueItems !== true || !fitted.includes(part)) fitted.push(part)
        else this.reasons.push(`${path} is listed twice; omitted`)
      }
    }
    return fitted
  }

  /** A section of a document whose text is too long, as several. */
  #pieces({ properties = {} }: Schema, value: unknown, at: string): unknown[] {
    const { maxLength } = properties.text ?? {}
    const isSection = Object.keys(properties).join() === 'title,text' && maxLength !== undefined
    if (!isSection || !isObject(value) || typeof value.text !== 'string') return [value]
    if (value.text.length <= maxLength) return [value]
    const texts = split(value.text, maxLength)
    this.reasons.push(
      `${pathOf(at, 'text')} has ${counted(value.text.length)}; split into ${texts.length} sections`,
    )
    return texts.map((text, index) => ({ ...(index === 0 ? value : {}), text }))
  }

  #fitText({ maxLength, format }: Schema, text: string, at: string): string {
    if (identity.test(at) || format !== undefined) return text
    const storable = text.replace(unstorable, '\ufffd')
    if (storable !== text) this.reasons.push(`${at} has characters that are not text; replaced`)
    if (maxLength === undefined || storable.length <= maxLength) return storable
    this.reasons.push(`${at} has ${counted(text.length)}; cut at ${grouped(maxLength)}`)
    return `${wholeCharacters(storable.slice(0, maxLength - 1))}…`
  }

  #checked(schema: Schema, value: unknown, at: string): unknown {
    const isText = typeof value === 'string'
    const errors = errorsOf(schema, value)
    if (errors.length === 0 && !(isText && value.search(unstorable) >= 0)) return value
    const [issue] = toShapeIssues(errors, value)
    // A link is not shown: it may contain a password.
    const reason = issue?.reason.replace(/^(must be an http.*?); found .*$/s, '$1')
    return this.#fail(`${at} ${reason ?? 'has characters that are not text'}`.trim())
  }

  #fail(problem: string): undefined {
    this.problem = problem
    return undefined
  }
}

/** A text in pieces of at most `max` characters, each to the end of a paragraph, line or word if it has one. */
function split(text: string, max: number): string[] {
  const pieces: string[] = []
  let rest = text
  while (rest.length > max) {
    const start = wholeCharacters(rest.slice(0, max))
    const end = ['\n\n', '\n', ' '].map((mark) => start.lastIndexOf(mark)).find((at) => at > 0)
    pieces.push(start.slice(0, end ?? start.length).trimEnd())
    rest = rest.slice(end ?? start.length).trimStart()
  }
  return [...pieces, rest].filter((piece) => piece !== '')
}

// Not an inherited property, such as constructor.
const ownOf = (properties: Record<string, Schema>, name: string) =>
  Object.hasOwn(properties, name) ? properties[name] : undefined
const grouped = (count: number) => count.toLocaleString('en-CA')
const counted = (count: number) => `${grouped(count)} characters`
const pathOf = (at: string, name: string) => (at === '' ? name : `${at}/${name}`)
const lengthOf = (value: unknown) => (Array.isArray(value) ? value.length : 0)

function isContact(fields: Fields): fields is { type: string; value: string } {
  return typeof fields.type === 'string' && typeof fields.value === 'string'
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
