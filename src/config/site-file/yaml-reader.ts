import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
} from 'yaml'
import { distanceOf } from '../../core/similar-words.ts'
import type { SiteFileIssue } from './site-file-error.ts'

/** A value in the file, and its path there: `contacts.record`. */
export interface Entry {
  path: string
  node: Node
}

const issuesMax = 20

/** Reads YAML, and collects what is wrong with it. Aliases are not read, because few bytes of them can mean gigabytes. */
export class YamlReader {
  readonly #issues: SiteFileIssue[] = []
  readonly #lines = new LineCounter()
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** By line and column. */
  get issues(): SiteFileIssue[] {
    return this.#issues.toSorted((a, b) => a.line - b.line || a.column - b.column)
  }

  /** Undefined if the file is not YAML, or has no value. */
  root(): Entry | undefined {
    const document = this.#parse()
    if (document === undefined) return undefined
    const { contents } = document
    if (!isEmpty(contents)) return { path: '', node: contents }
    this.failAt(0, 'the file is empty: give at least name')
    return undefined
  }

  #parse(): Document | undefined {
    const document = parseDocument(this.#text, { lineCounter: this.#lines, prettyErrors: false })
    // Further ones mostly follow from the first.
    const [error] = [...document.errors, ...document.warnings]
    if (error !== undefined) this.failAt(error.pos[0], reasonOf(error.message))
    visit(document, {
      Node: (_, node) => {
        if (isAlias(node) || ('anchor' in node && node.anchor !== undefined)) {
          this.fail(
            { path: '', node },
            'anchors (&) and aliases (*) are not supported: write the value out',
          )
          return visit.BREAK
        }
        return undefined
      },
    })
    return this.#issues.length === 0 ? document : undefined
  }

  fail({ node }: Entry, reason: string): void {
    this.failAt(node.range?.[0] ?? 0, reason)
  }

  /** @param snippet Where in the value it is wrong. */
  failIn({ node }: Entry, snippet: string, reason: string): void {
    const [start = 0, end = 0] = node.range ?? []
    const at = this.#text.slice(start, end).indexOf(snippet)
    this.failAt(start + Math.max(at, 0), reason)
  }

  failAt(offset: number, reason: string): void {
    const { line, col } = this.#lines.linePos(offset)
    if (this.#issues.length < issuesMax)
      this.#issues.push({ line: line || 1, column: col || 1, reason })
  }

  lineOf({ node }: Entry): number {
    return this.#lines.linePos(node.range?.[0] ?? 0).line
  }

  /** The values of a map by key; another value, and other keys, are issues. */
  map<Key extends string>(entry: Entry, keys: readonly Key[]): Partial<Record<Key, Entry>> {
    const { path, node } = entry
    const within = path === '' ? '' : `${path}.`
    if (!isMap(node)) {
      this.fail(entry, `${path || 'the file'} must have keys: ${keys.join(', ')}`)
      return {}
    }
    const found: Partial<Record<Key, Entry>> = {}
    for (const pair of node.items as Pair<Node, Node | null>[]) {
      const name = isScalar(pair.key) ? String(pair.key.value) : ''
      const field = keys.find((one) => one === name)
      if (field === undefined)
        this.fail({ path, node: pair.key }, `unknown key ${within}${unknownKey(name, keys)}`)
      else if (isEmpty(pair.value))
        this.fail({ path, node: pair.key }, `${within}${field} has no value${this.#hint(pair.key)}`)
      else found[field] = { path: within + field, node: pair.value }
    }
    return found
  }

  /** What is wrong with a colour that YAML takes for a comment. */
  #hint({ range }: Node): string {
    const rest = this.#text.slice(range?.[1] ?? 0).split('\n', 1)[0] ?? ''
    return /^\s*:\s+#/.test(rest) ? ': put it in quotes, because # begins a comment' : ''
  }

  /** A text; another value is an issue. */
  string(entry: Entry, takes: string): string | undefined {
    const { path, node } = entry
    if (isScalar(node) && typeof node.value === 'string') return node.value
    const given = isScalar(node) ? `, not ${String(node.source).slice(0, 40)} without quotes` : ''
    this.fail(entry, `${path} must be ${takes}${given}`)
    return undefined
  }
}

/** The parser reports what is nested too deeply for it as an error of its own. */
const reasonOf = (message: string) =>
  /call stack|stack overflow/i.test(message)
    ? 'lists and maps are nested too deeply'
    : `not YAML: ${message.replace(/\s+/g, ' ')}`

function unknownKey(name: string, keys: readonly string[]): string {
  const near = keys.find((one) => distanceOf(one, name) <= Math.min(2, one.length / 3))
  const instead = near === undefined ? `known are ${keys.join(', ')}` : `did you mean ${near}?`
  return `${name.slice(0, 40)}: ${instead}`
}

const isEmpty = (node: Node | null): node is null =>
  node === null || (isScalar(node) && node.value === null)
