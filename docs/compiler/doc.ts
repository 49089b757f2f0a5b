import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'

/** A parsed page of the documentation: its title, its first paragraph, and the rest. */
export interface Doc {
  title: string
  lead: Token[]
  leadText: string
  /** The first sentence of the lead. */
  summary: string
  body: MarkedToken[]
  ids: Map<MarkedToken, string>
  /** Headings of the second level. */
  sections: { id: string; name: string }[]
}

/** Parses a page, which must begin with a title and a paragraph. */
export function parseDoc(name: string, markdown: string): Doc {
  const [title, lead, ...body] = (lexer(markdown) as MarkedToken[]).filter(isShown)
  if (title?.type !== 'heading' || title.depth !== 1 || lead?.type !== 'paragraph')
    throw new Error(`docs/${name}.md does not begin with a title and a paragraph`)
  const idOf = headingIds()
  idOf(title.text)
  const headings = body.filter((token) => token.type === 'heading')
  const leadText = plainText(lead.tokens)
  const ids = new Map<MarkedToken, string>(headings.map((token) => [token, idOf(token.text)]))
  return {
    title: title.text,
    lead: lead.tokens,
    leadText,
    summary: firstSentence(leadText),
    body,
    ids,
    sections: headings
      .filter(({ depth }) => depth === 2)
      .map((heading) => ({ id: ids.get(heading) ?? '', name: plainText(heading.tokens) })),
  }
}

/** The texts of a page by heading, in its order. */
export function sectionsOf({ leadText, body, ids }: Doc) {
  const sections: { id: string | undefined; heading: string | undefined; text: string }[] = [
    { id: undefined, heading: undefined, text: leadText },
  ]
  for (const token of body) {
    const last = sections.at(-1)
    if (token.type === 'heading')
      sections.push({ id: ids.get(token), heading: plainText(token.tokens), text: '' })
    else if (last !== undefined) last.text += ` ${blockText(token)}`
  }
  return sections.map(({ text, ...section }) => ({ ...section, text: text.trim() }))
}

/** The words of a block; of a table and a list, those of its cells and items. */
function blockText(token: MarkedToken): string {
  if (token.type === 'table')
    return [token.header, ...token.rows]
      .map((cells) => cells.map(({ tokens }) => plainText(tokens)).join(' '))
      .join(' ')
  if (token.type === 'list')
    return token.items
      .map(({ tokens }) => (tokens as MarkedToken[]).map(blockText).join(' '))
      .join(' ')
  return textOf(token)
}

function isShown(token: MarkedToken): boolean {
  return token.type !== 'space' && !isComment(token)
}

/** Whether a token is a comment: generated pages say in one how they are written. */
export function isComment(token: MarkedToken): boolean {
  return token.type === 'html' && token.raw.startsWith('<!--')
}

function plainText(tokens: Token[] | undefined): string {
  return ((tokens ?? []) as MarkedToken[]).map(textOf).join('')
}

function textOf(token: MarkedToken): string {
  if ('tokens' in token && token.tokens !== undefined)
    return plainText(token.tokens as Tokens.Text[])
  return 'text' in token ? token.text : token.raw
}

function firstSentence(text: string): string {
  return /^.*?[.:](?=\s|$)/s.exec(text)?.[0] ?? text
}

/** The id of a heading, from its Markdown: the same that GitHub makes, so that one link serves both. */
export function headingId(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-')
}

/** Makes the ids of one page, in its order; the second of two equal headings gets a number, as on GitHub. */
export function headingIds(): (heading: string) => string {
  const seen = new Map<string, number>()
  return (heading) => {
    const id = headingId(heading)
    const count = seen.get(id) ?? 0
    seen.set(id, count + 1)
    return count === 0 ? id : `${id}-${count}`
  }
}
