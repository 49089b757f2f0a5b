// Some texts are RTF. This extracts the words: it handles groups, encoded characters and line breaks, and skips the rest.

const token =
  /\\(?<word>[a-z]+)(?<number>-?\d+)? ?|\\'(?<hex>[0-9a-f]{2})|\\(?<sign>[^a-z])|(?<brace>[{}])|[\r\n]+|(?<words>[^\\{}\r\n]+)|\\/gi
const silentGroups: ReadonlySet<string> = new Set([
  ...['fonttbl', 'colortbl', 'stylesheet', 'info', 'pict', 'object', 'header', 'footer'],
  ...['listtable', 'listoverridetable', 'generator', 'themedata', 'latentstyles', 'fldinst'],
])
const characters: Record<string, string> = {
  par: '\n',
  line: '\n',
  row: '\n',
  sect: '\n',
  page: '\n',
  tab: '\t',
  cell: '\t',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
}
const windows1252 = new TextDecoder('windows-1252')

interface Group {
  silent: boolean
  /** The number of fallback characters after a \u code. */
  fallback: number
}

/** The text of RTF; other text unchanged. */
export function rtfToText(text: string): string {
  if (!/^\s*\{\\rtf/.test(text)) return text
  const reader = new RtfReader()
  for (const { groups } of text.matchAll(token)) reader.read(groups ?? {})
  return reader.plain
}

type Token = Partial<Record<'word' | 'number' | 'hex' | 'sign' | 'brace' | 'words', string>>

class RtfReader {
  plain = ''
  readonly #open: Group[] = []
  #group: Group = { silent: false, fallback: 1 }
  #skip = 0

  read(part: Token): void {
    const { word, number, sign, brace } = part
    if (brace === '{') this.#open.push({ ...this.#group })
    else if (brace === '}') this.#group = this.#open.pop() ?? this.#group
    else if (word === 'uc') this.#group.fallback = Number(number ?? 1)
    else if (word === 'u') this.#writeCode(Number(number))
    else if (sign === '*' || silentGroups.has(word ?? '')) this.#group.silent = true
    else this.#write(shownAs(part))
  }

  #writeCode(code: number): void {
    this.#write(String.fromCharCode(code & 0xffff))
    this.#skip = this.#group.fallback
  }

  #write(text: string): void {
    const shown = text.slice(this.#skip)
    this.#skip = Math.max(0, this.#skip - text.length)
    if (!this.#group.silent) this.plain += shown
  }
}

function shownAs({ word, hex, sign, words }: Token): string {
  if (words !== undefined) return words
  if (hex !== undefined) return byteOf(Number.parseInt(hex, 16))
  if (word !== undefined) return characters[word] ?? ''
  if (sign === '~') return '\u00a0'
  if (sign === '_') return '-'
  return sign !== undefined && '{}\\'.includes(sign) ? sign : ''
}

function byteOf(byte: number): string {
  return windows1252.decode(Uint8Array.of(byte))
}
