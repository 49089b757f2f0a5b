import { depthMax, tooDeep } from './json-depth.ts'

// JSON.parse tells neither where a value stands nor, in every Node version, where a text goes wrong. Files that people
// hand in need both, so the text is walked once more for the lines.

/** A parsed JSON text that still knows the line of every value, by JSON pointer. */
export interface ParsedJson {
  ok: true
  value: unknown
  lineAt(pointer: string): number
}

/** Where and why a text is not JSON; line and column count from 1. */
export interface BrokenJson {
  ok: false
  line: number
  column: number
  reason: string
}

/** Parses `text`, or says where it stops being JSON. Never throws. */
export function parseJson(text: string): ParsedJson | BrokenJson {
  const scan: Scan = { text, at: 0, line: 1, lineStart: 0, lines: new Map() }
  try {
    scanValue(scan, '', 0)
    skipSpace(scan)
    if (scan.at < text.length) fail(scan, 'the end of the file')
    const { lines } = scan
    return { ok: true, value: JSON.parse(text), lineAt: (pointer) => nearestLine(lines, pointer) }
  } catch (error) {
    const reason = error instanceof BrokenText ? error.message : 'is not valid JSON'
    return { ok: false, line: scan.line, column: scan.at - scan.lineStart + 1, reason }
  }
}

/** One step of a JSON pointer (RFC 6901). */
export function pointerStep(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

interface Scan {
  text: string
  at: number
  line: number
  lineStart: number
  lines: Map<string, number>
}

class BrokenText extends Error {}

const literals = ['true', 'false', 'null']
const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

function nearestLine(lines: Map<string, number>, pointer: string): number {
  for (let path = pointer; path !== ''; path = path.slice(0, path.lastIndexOf('/'))) {
    const line = lines.get(path)
    if (line !== undefined) return line
  }
  return lines.get('') ?? 1
}

function fail(scan: Scan, expected: string): never {
  const found = scan.at < scan.text.length ? JSON.stringify(scan.text[scan.at]) : 'the file ends'
  throw new BrokenText(`is not valid JSON: expected ${expected}, found ${found}`)
}

function scanValue(scan: Scan, pointer: string, depth: number): void {
  skipSpace(scan)
  scan.lines.set(pointer, scan.line)
  if (depth > depthMax) throw new BrokenText(tooDeep)
  const first = scan.text[scan.at]
  if (first === '{') scanObject(scan, pointer, depth)
  else if (first === '[') scanArray(scan, pointer, depth)
  else if (first === '"') scanString(scan)
  else scanBareWord(scan)
}

function scanObject(scan: Scan, pointer: string, depth: number): void {
  scan.at += 1
  if (takeIf(scan, '}')) return
  do {
    skipSpace(scan)
    if (scan.text[scan.at] !== '"') fail(scan, 'a name in double quotes')
    const name = scanString(scan)
    take(scan, ':', "':' after the name")
    scanValue(scan, pointer + pointerStep(name), depth + 1)
  } while (takeIf(scan, ','))
  take(scan, '}', "',' or '}'")
}

function scanArray(scan: Scan, pointer: string, depth: number): void {
  scan.at += 1
  if (takeIf(scan, ']')) return
  let index = 0
  do {
    scanValue(scan, `${pointer}/${index}`, depth + 1)
    index += 1
  } while (takeIf(scan, ','))
  take(scan, ']', "',' or ']'")
}

function scanString(scan: Scan): string {
  const start = scan.at
  scan.at += 1
  while (scan.text[scan.at] !== '"') {
    if (scan.at >= scan.text.length) fail(scan, 'a closing double quote')
    if (scan.text.charCodeAt(scan.at) < 0x20) fail(scan, 'no line break or control character')
    scan.at += scan.text[scan.at] === '\\' ? escapeLength(scan) : 1
  }
  scan.at += 1
  return JSON.parse(scan.text.slice(start, scan.at)) as string
}

function escapeLength(scan: Scan): number {
  const next = scan.text[scan.at + 1] ?? ''
  if (next !== '' && '"\\/bfnrt'.includes(next)) return 2
  if (/^u[0-9a-fA-F]{4}$/.test(scan.text.slice(scan.at + 1, scan.at + 6))) return 6
  return fail(scan, 'a known escape')
}

function scanBareWord(scan: Scan): void {
  const literal = literals.find((word) => scan.text.startsWith(word, scan.at))
  numberPattern.lastIndex = scan.at
  const length = literal?.length ?? numberPattern.exec(scan.text)?.[0].length
  if (length === undefined) fail(scan, 'a value')
  scan.at += length
}

function skipSpace(scan: Scan): void {
  for (; ; scan.at += 1) {
    const char = scan.text[scan.at]
    if (char === '\n') {
      scan.line += 1
      scan.lineStart = scan.at + 1
    } else if (char !== ' ' && char !== '\t' && char !== '\r') return
  }
}

function takeIf(scan: Scan, char: string): boolean {
  skipSpace(scan)
  if (scan.text[scan.at] !== char) return false
  scan.at += 1
  return true
}

function take(scan: Scan, char: string, expected: string): void {
  if (!takeIf(scan, char)) fail(scan, expected)
}
