import { Parser } from 'htmlparser2'
import type { Crest } from '../../core/branding.ts'

export const crestBytesMax = 64 * 1024
const pixelsMax = 2048

/** A picture as pages show it, or what is wrong with it. */
export function readCrest(bytes: Buffer): Crest | string {
  return bytes.subarray(0, 8).equals(pngSignature) ? readPng(bytes) : readSvg(bytes)
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

function readPng(bytes: Buffer): Crest | string {
  let at = pngSignature.length
  let size: { width: number; height: number } | undefined
  // A length, a type, data and a checksum (PNG 5.3).
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (size === undefined && (type !== 'IHDR' || length !== 13)) break
    size ??= { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) }
    at += 12 + length
    if (type === 'IEND' && at === bytes.length) return checkedPng(bytes, size)
  }
  return 'is not a whole PNG'
}

function checkedPng(bytes: Buffer, size: { width: number; height: number }): Crest | string {
  const { width, height } = size
  if (width === 0 || height === 0) return 'is not a whole PNG'
  if (width > pixelsMax || height > pixelsMax)
    return `has ${width} × ${height} pixels; at most ${pixelsMax} × ${pixelsMax} are allowed`
  return { type: 'image/png', base64: bytes.toString('base64'), width, height }
}

function readSvg(bytes: Buffer): Crest | string {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return 'is neither a PNG nor an SVG in UTF-8'
  }
  if (!/<svg[\s>]/.test(text)) return 'is neither a PNG nor an SVG'
  const reading = new SvgReading(text)
  const { issue, size } = reading
  if (issue !== undefined) return issue
  if (size === undefined) return 'is an SVG without a viewBox, or a width and a height in pixels'
  return { type: 'image/svg+xml', base64: bytes.toString('base64'), ...size }
}

const forbiddenElements = new Set([
  ...['script', 'handler', 'listener', 'foreignobject', 'iframe', 'embed', 'object', 'audio'],
  ...['video', 'canvas', 'set', 'animate', 'animatemotion', 'animatetransform'],
])
const svgNamespace = 'http://www.w3.org/2000/svg'
const htmlNamespace = 'http://www.w3.org/1999/xhtml'

/**
 * The first thing in an SVG that could run, or load something, and its size. Rejecting is simpler than to take it out, and
 * pages show the picture where neither would happen anyway: as an image, from a URL with a policy of its own.
 */
class SvgReading {
  issue: string | undefined
  size: { width: number; height: number } | undefined
  readonly #text: string
  readonly #parser: Parser
  #depth = 0
  /** How many <style> are open. */
  #styles = 0
  #style = ''

  constructor(text: string) {
    this.#text = text
    const parser = new Parser(
      {
        onopentag: (name, attributes) => this.#open(name, attributes),
        onclosetag: (name, isImplied) => this.#close(name, isImplied),
        ontext: (content) => {
          if (this.#styles > 0) this.#style += content
        },
        onprocessinginstruction: (name, data) => this.#checkInstruction(name, data),
      },
      { xmlMode: true },
    )
    this.#parser = parser
    parser.end(text)
    if (this.#depth !== 0) this.#fail('is not well-formed')
  }

  #fail(reason: string): void {
    const line = this.#text.slice(0, this.#parser.startIndex).split('\n').length
    this.issue ??= `${reason} (line ${line} of the SVG)`
  }

  #open(fullName: string, attributes: Record<string, string>): void {
    const name = localName(fullName)
    if (this.#depth === 0) this.#readRoot(fullName, attributes)
    this.#depth += 1
    if (name === 'style') this.#styles += 1
    if (forbiddenElements.has(name)) this.#fail(`has <${fullName}>, which is not allowed`)
    for (const [attribute, value] of Object.entries(attributes))
      this.#checkAttribute(attribute, value)
  }

  #close(fullName: string, isImplied: boolean): void {
    this.#depth -= 1
    if (localName(fullName) === 'style') {
      this.#styles -= 1
      // As a whole: a comment or an entity may stand within a word.
      if (this.#styles === 0) this.#checkCss(this.#style, 'a style')
    }
    // A parser of XML requires the end of each element; `<path/>` has its own.
    if (isImplied && !this.#text.slice(0, this.#parser.endIndex + 1).endsWith('/>'))
      this.#fail(`is not well-formed: <${fullName}> has no end`)
  }

  #readRoot(
    name: string,
    { xmlns, viewBox = '', width = '', height = '' }: Record<string, string>,
  ) {
    if (name !== 'svg' || xmlns !== svgNamespace || this.size !== undefined)
      this.#fail(`must be one <svg xmlns="${svgNamespace}">`)
    const [, , boxWidth, boxHeight] = viewBox.trim().split(/[\s,]+/)
    const size = { width: pixels(boxWidth ?? width), height: pixels(boxHeight ?? height) }
    if (size.width > 0 && size.height > 0) this.size = size
  }

  #checkAttribute(fullName: string, value: string): void {
    const name = localName(fullName)
    const isOfEditor = fullName.includes(':') && !/^(xlink|xml|xmlns):/.test(fullName)
    if (name.startsWith('on')) this.#fail(`has ${fullName}, an event handler`)
    if (value === htmlNamespace) this.#fail('has HTML')
    if (fullName === 'xml:base') this.#fail('has xml:base')
    if (name === 'href' || name === 'src') this.#checkLink(fullName, value)
    else if (/javascript:/i.test(value.replace(/[\s\p{Cc}]/gu, '')))
      this.#fail(`has javascript: in ${fullName}`)
    if (!isOfEditor) this.#checkCss(value, fullName)
  }

  #checkLink(fullName: string, value: string): void {
    if (!/^(#|data:image\/(png|jpeg|gif|webp);base64,)/.test(value.trim()))
      this.#fail(`has ${fullName}="${value.slice(0, 60)}", a reference outside of the file`)
  }

  #checkCss(css: string, where: string): void {
    // An escape could spell any of the others.
    const [found] = /@import|image-set\(|\\|url\(\s*["']?(?![#"'\s])[^)]{0,40}/i.exec(css) ?? []
    if (found !== undefined) this.#fail(`has ${found} in ${where}, a reference outside of the file`)
  }

  #checkInstruction(name: string, data: string): void {
    if (name.toLowerCase() === '!doctype') this.#fail('has a DOCTYPE, which can define entities')
    else if (name === '?xml') {
      if (!/encoding\s*=\s*["']utf-8["']/i.test(data) && data.includes('encoding'))
        this.#fail('is not in UTF-8')
    } else this.#fail(`has <${name}>, which is not allowed`)
  }
}

const localName = (name: string) => name.replace(/^.*:/, '').toLowerCase()

/** 0 for a length that is not in pixels. */
const pixels = (length: string) => (/^[\d.]+(px)?$/.test(length) ? Number.parseFloat(length) : 0)
