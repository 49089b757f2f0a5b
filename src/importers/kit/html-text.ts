import { decodeHTMLStrict } from 'entities'
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2'

const blocks: ReadonlySet<string> = new Set([
  ...['address', 'article', 'blockquote', 'dd', 'div', 'dl', 'dt', 'footer', 'header', 'hr', 'li'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ol', 'p', 'pre', 'section', 'table', 'tr', 'ul'],
])
const cells: ReadonlySet<string> = new Set(['td', 'th'])
// Microsoft Word embeds its settings as XML.
const invisible: ReadonlySet<string> = new Set(['script', 'style', 'template', 'xml'])
// Including Word's prefixed elements such as o:p; an e-mail address or URL in angle brackets is text.
const elementName = /^[a-z][a-z0-9]*(?:[:-][a-z0-9]+)*$/
const tag = /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/gi

/** The text of HTML; blocks and `<br>` start a line. Character references require their semicolon. */
export function toHtmlText(html: string): string {
  if (!html.includes('<')) return decodeHTMLStrict(html)
  const reader = new HtmlReader(html)
  // Not the full parser: it takes quadratic time for deep nesting.
  const tokenizer = new Tokenizer({ decodeEntities: false }, reader)
  tokenizer.write(html)
  tokenizer.end()
  return reader.text()
}

class HtmlReader implements TokenizerCallbacks {
  readonly #html: string
  readonly #parts: string[] = []
  #atLineStart = true
  #end = 0
  #open = { start: 0, name: '' }
  #hidden: string | null = null

  constructor(html: string) {
    this.#html = html
  }

  /** The text so far; unterminated markup counts as text. */
  text(): string {
    this.#write(this.#html.slice(this.#end).replace(tag, ' '))
    return this.#parts.join('')
  }

  ontext(start: number, end: number): void {
    // The tokenizer passes -1 after an unterminated tag.
    if (start < this.#end) return
    this.#write(this.#html.slice(start, end))
    this.#end = end
  }

  onopentagname(start: number, end: number): void {
    this.#open = { start: start - 1, name: this.#html.slice(start, end).toLowerCase() }
  }

  onopentagend(end: number): void {
    const { start, name } = this.#open
    if (!elementName.test(name)) this.#write(this.#html.slice(start, end + 1))
    else if (invisible.has(name)) this.#hidden ??= name
    else this.#break(name)
    this.#end = end + 1
  }

  onselfclosingtag(end: number): void {
    const isShown = this.#hidden === null
    this.onopentagend(end)
    // HTML ignores the slash of <script/>, but embedded XML may be empty.
    if (isShown && this.#open.name === 'xml') this.#hidden = null
  }

  onclosetag(start: number, end: number): void {
    const name = this.#html.slice(start, end).toLowerCase()
    if (this.#hidden === name) this.#hidden = null
    else if (name !== 'br') this.#break(name)
    const close = this.#html.indexOf('>', end)
    this.#end = close === -1 ? this.#html.length : close + 1
  }

  oncomment(_start: number, end: number): void {
    if (end < this.#html.length) this.#end = end + 1
  }

  ondeclaration(_start: number, end: number): void {
    this.#end = end + 1
  }

  #break(name: string): void {
    if (this.#hidden !== null) return
    if (cells.has(name)) this.#parts.push(' ')
    else if (name === 'br' || (blocks.has(name) && !this.#atLineStart)) {
      this.#parts.push('\n')
      this.#atLineStart = true
    }
  }

  #write(written: string): void {
    if (this.#hidden !== null || written === '') return
    this.#parts.push(decodeHTMLStrict(written))
    if (written.trim() !== '') this.#atLineStart = /\n[ \t\r]*$/.test(written)
  }

  readonly onattribdata = ignore
  readonly onattribentity = ignore
  readonly onattribend = ignore
  readonly onattribname = ignore
  readonly oncdata = ignore
  readonly onend = ignore
  readonly onprocessinginstruction = ignore
  readonly ontextentity = ignore
}

function ignore(): void {}
