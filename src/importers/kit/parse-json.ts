import { type JSONVisitor, printParseErrorCode, visit } from 'jsonc-parser'

/** Parsed JSON with the line of every value, by JSON pointer. */
export interface ParsedJson {
  ok: true
  value: unknown
  lineAt(pointer: string): number
}

/** A syntax error; line and column count from 1. */
export interface BrokenJson {
  ok: false
  line: number
  column: number
  reason: string
}

/** Parses `text`, or locates its first syntax error. Never throws. */
export function parseJson(text: string): ParsedJson | BrokenJson {
  const lines = new Map<string, number>()
  try {
    visit(text, lineReader(text, lines), { disallowComments: true })
    return { ok: true, value: JSON.parse(text), lineAt: (pointer) => nearestLine(lines, pointer) }
  } catch (error) {
    if (error instanceof BrokenText) return error.found
    return { ok: false, line: 1, column: 1, reason: 'is not valid JSON' }
  }
}

/** One step of a JSON pointer (RFC 6901). */
export function pointerStep(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

class BrokenText extends Error {
  readonly found: BrokenJson

  constructor(line: number, column: number, reason: string) {
    super(reason)
    this.found = { ok: false, line: line + 1, column: column + 1, reason }
  }
}

type Path = () => readonly (string | number)[]

/** Records the line of each value, and throws at the first error. */
function lineReader(text: string, lines: Map<string, number>): JSONVisitor {
  // The closing characters of the open arrays and objects.
  const closing: string[] = []
  let next = 'a value'
  const note = (line: number, column: number, path: Path) => {
    const steps = path()
    if (steps.length > depthMax) throw new BrokenText(line, column, tooDeep)
    lines.set(steps.map(pointerStep).join(''), line + 1)
  }
  const begin =
    (close: string, first: string) =>
    (_: number, __: number, line: number, column: number, path: Path) => {
      note(line, column, path)
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
    onLiteralValue: (_, __, ___, line, column, path) => {
      note(line, column, path)
      afterValue()
    },
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

function nearestLine(lines: Map<string, number>, pointer: string): number {
  for (let path = pointer; path !== ''; path = path.slice(0, path.lastIndexOf('/'))) {
    const line = lines.get(path)
    if (line !== undefined) return line
  }
  return lines.get('') ?? 1
}

/** The maximum nesting of JSON: deeper than any real file, and safe for recursion. */
const depthMax = 200

export const tooDeep = `is nested deeper than ${depthMax} levels`

/** Whether recursion over a value could exhaust the stack. */
export function isTooDeep(value: unknown, levels = depthMax): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels < 0 || Object.values(value).some((each) => isTooDeep(each, levels - 1))
}
