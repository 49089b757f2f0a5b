import { Marked, type Token, type Tokens } from 'marked'

/** Part of a text that is not allowed, as it is written, and why. */
export interface MarkdownIssue {
  snippet: string
  reason: string
}

/** What links may lead to. */
const link = /^(https?:\/\/[^\s\\]+|mailto:[^\s\\]+|tel:[+\d() -]+|\/(?![/\\])[^\s\\]*|#[^\s\\]*)$/i

export const linkRule =
  'must begin with https://, http://, mailto:, tel:, / (a page of this site) or #'

export const isLink = (url: string): boolean => link.test(url) && !hasControl(url)

const hasControl = (text: string) => /\p{Cc}/u.test(text)

const marked = new Marked({
  renderer: {
    // The page has the first level.
    heading({ tokens, depth }: Tokens.Heading) {
      const level = Math.min(Math.max(depth, 2), 4)
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>\n`
    },
  },
})

/** Longer ones, and longer words in them, keep the parser busy for more than a tenth of a second. */
const [charactersMax, wordMax] = [16 * 1024, 1000]

/** Markdown as HTML. HTML in it, pictures, and links that could run code are issues. */
export function renderMarkdown(text: string): { html: string } | { issues: MarkdownIssue[] } {
  const issueWith = (reason: string, snippet = '') => ({ issues: [{ snippet, reason }] })
  if (text.length > charactersMax)
    return issueWith(`the text has ${text.length} characters; at most ${charactersMax} are allowed`)
  const word = text.split(/\s+/).find(({ length }) => length > wordMax)
  if (word !== undefined)
    return issueWith(`a word has more than ${wordMax} characters`, word.slice(0, wordMax))
  try {
    return render(text)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return issueWith('lists or quotes are nested too deeply')
  }
}

function render(text: string): ReturnType<typeof renderMarkdown> {
  const tokens = marked.lexer(text)
  const issues: MarkdownIssue[] = []
  void marked.walkTokens(tokens, (token) => {
    const reason = issueOf(token)
    if (reason !== undefined) issues.push({ snippet: firstLine(token.raw), reason })
  })
  return issues.length === 0 ? { html: marked.parser(tokens) } : { issues }
}

function issueOf(token: Token): string | undefined {
  const shown = JSON.stringify(firstLine(token.raw).slice(0, 60))
  if (token.type === 'html') return `HTML is not allowed in Markdown: ${shown}`
  if (token.type === 'image') return `pictures are not allowed in Markdown: ${shown}`
  if (token.type !== 'link' || isLink(token.href)) return undefined
  return `a link ${linkRule}, not ${JSON.stringify(String(token.href).slice(0, 60))}`
}

const firstLine = (raw: string) => raw.trim().split('\n', 1)[0] ?? ''
