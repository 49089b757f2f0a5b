import { type JSONVisitor, printParseErrorCode, visit } from 'jsonc-parser'

export interface ParsedJson {
  ok: true
  value: unknown
}

/** What is wrong with a text; line and column count from 1. */
export interface BrokenJson {
  ok: false
  line: number
  column: number
  reason: string
  /** Whether it may be JSON, but would take too much memory. */
  isTooLarge: boolean
}

/** Parses `text`, or locates its first error. Never throws. */
export function parseJson(text: string): ParsedJson | BrokenJson {
  // Before parsing: brackets take fifty times as much memory as their text.
  const excess = findExcess(text)
  if (excess !== undefined) return excess
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return findSyntaxError(text)
  }
}

/** The line of the value at a JSON pointer in valid JSON, or of the nearest value above it. */
export function lineAt(text: string, pointer: string): number {
  let found = 1
  // Where it returns false, the parser skips what is inside, as long as it also reports ends.
  const note = (line: number, path: Path) => {
    const own = path().map(pointerStep).join('')
    const isAbove = `${pointer}/`.startsWith(`${own}/`)
    if (isAbove) found = line + 1
    return isAbove
  }
  const end = () => {}
  visit(text, {
    onObjectBegin: (_, __, line, ___, path) => note(line, path),
    onArrayBegin: (_, __, line, ___, path) => note(line, path),
    onLiteralValue: (_, __, ___, line, ____, path) => note(line, path),
    onObjectEnd: end,
    onArrayEnd: end,
  })
  return found
}

/** One step of a JSON pointer (RFC 6901). */
export function pointerStep(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

// The maximum nesting is deeper than that of any real file, and safe for recursion.
const depthMax = 200
const valuesMax = 5_000_000

const code = (character: string) => character.charCodeAt(0)
const [quote, backslash, comma] = [code('"'), code('\\'), code(',')]
const [openArray, openObject] = [code('['), code('{')]
const [closeArray, closeObject] = [code(']'), code('}')]
const isOpening = (found: number) => found === openArray || found === openObject
const isClosing = (found: number) => found === closeArray || found === closeObject

/** The first value that is nested too deep, or one too many. */
function findExcess(text: string): BrokenJson | undefined {
  let [level, values] = [-1, 1]
  for (let at = 0; at < text.length; at += 1) {
    const found = text.charCodeAt(at)
    if (found === quote) at = endOfString(text, at)
    if (isOpening(found)) level += 1
    if (isClosing(found)) level -= 1
    if (isOpening(found) || found === comma) values += 1
    const reason = reasonFor(level, values)
    if (reason !== undefined) return excessAt(text, at, reason)
  }
  return undefined
}

function reasonFor(level: number, values: number): string | undefined {
  if (level > depthMax) return `is nested deeper than ${depthMax} levels`
  return values > valuesMax ? `has more than ${valuesMax} values` : undefined
}

/** The closing quote of a string, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let first = end
    while (text.charCodeAt(first - 1) === backslash) first -= 1
    if ((end - first) % 2 === 0) return end
  }
  return text.length
}

function excessAt(text: string, at: number, reason: string): BrokenJson {
  let [line, start] = [1, 0]
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', start)) {
    line += 1
    start = end + 1
  }
  return { ok: false, line, column: at - start + 1, reason, isTooLarge: true }
}

function findSyntaxError(text: string): BrokenJson {
  try {
    visit(text, syntaxChecker(text), { disallowComments: true })
  } catch (error) {
    if (error instanceof BrokenText) return error.found
  }
  return new BrokenText(0, 0, 'is not valid JSON').found
}

class BrokenText extends Error {
  readonly found: BrokenJson

  constructor(line: number, column: number, reason: string) {
    super(reason)
    this.found = { ok: false, line: line + 1, column: column + 1, reason, isTooLarge: false }
  }
}

type Path = () => readonly (string | number)[]

/** Throws at the first error. */
function syntaxChecker(text: string): JSONVisitor {
  // The closing characters of the open arrays and objects.
  const closing: string[] = []
  let next = 'a value'
  const begin = (close: string, first: string) => () => {
    closing.push(close)
    next = first
  }
  const afterValue = () => {
    next = closing.length === 0 ? 'the end of the file' : `',' or '${closing.at(-1)}'`
  }
  // Called at the end of an array or object, and at a premature end of the text.
  const end = (offset: number) => {
    if (text[offset] === closing.at(-1)) closing.pop()
    afterValue()
  }
  return {
    onObjectBegin: begin('}', name),
    onArrayBegin: begin(']', 'a value'),
    onObjectEnd: end,
    onArrayEnd: end,
    onObjectProperty: () => {
      next = "':' after the name"
    },
    onSeparator: (separator) => {
      next = separator === ',' && closing.at(-1) === '}' ? name : 'a value'
    },
    onLiteralValue: afterValue,
    onError: (code, offset, _, line, column) => {
      const found = offset < text.length ? JSON.stringify(text[offset]) : 'the file ends'
      const reason = textErrors[printParseErrorCode(code)] ?? `expected ${next}, found ${found}`
      throw new BrokenText(line, column, `is not valid JSON: ${reason}`)
    },
  }
}

const name = 'a name in double quotes'
const textErrors: Readonly<Record<string, string>> = {
  UnexpectedEndOfString: 'a string has no closing double quote',
  InvalidCharacter: 'a string contains a control character that is not escaped',
  InvalidEscapeCharacter: 'a string contains an unknown escape',
  InvalidUnicode: 'a string contains an unknown escape',
}
