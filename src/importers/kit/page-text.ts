import { Parser } from 'htmlparser2'

const invisible: ReadonlySet<string> = new Set(['script', 'style'])
// Deeper than any real page. The parser takes quadratic time for deep nesting.
const depthMax = 300

/** The words of a page, with those of its images and metadata, and its title. Omits what is nested too deep. */
export function readPageText(html: string): { text: string; title: string } {
  const words: string[] = []
  const title: string[] = []
  const path: string[] = []
  const parser: Parser = new Parser({
    onopentag(name, { alt, content }) {
      path.push(name)
      if (path.length > depthMax) parser.pause()
      words.push(' ', alt ?? '', ' ', content ?? '', ' ')
    },
    onclosetag() {
      path.pop()
      words.push(' ')
    },
    ontext(text) {
      if (invisible.has(path.at(-1) ?? '')) return
      words.push(text)
      if (path.at(-1) === 'title' && !path.includes('svg')) title.push(text)
    },
  })
  parser.write(html)
  if (path.length <= depthMax) parser.end()
  return { text: words.join(''), title: title.join('') }
}
