import { lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { headingIds } from './heading-id.ts'

/** A guide, read: its title, the sentence that says what it is about, and the rest. */
export interface Guide {
  slug: string
  title: string
  lead: Token[]
  /** The lead without its marks. */
  summary: string
  body: MarkedToken[]
  ids: Map<MarkedToken, string>
  /** Headings of the second level. */
  sections: { id: string; heading: Tokens.Heading }[]
}

/** Reads a guide, which begins with its title and one sentence. */
export function parseGuide(slug: string, markdown: string): Guide {
  const [title, lead, ...body] = (lexer(markdown) as MarkedToken[]).filter(
    ({ type }) => type !== 'space',
  )
  if (title?.type !== 'heading' || title.depth !== 1 || lead?.type !== 'paragraph')
    throw new Error(`The guide ${slug} does not begin with a title and a sentence`)
  const idOf = headingIds()
  idOf(title.text)
  const headings = body.filter((token) => token.type === 'heading')
  const ids = new Map<MarkedToken, string>(headings.map((token) => [token, idOf(token.text)]))
  return {
    slug,
    title: title.text,
    lead: lead.tokens,
    summary: lead.text.replace(/[`*]/g, ''),
    body,
    ids,
    sections: headings
      .filter(({ depth }) => depth === 2)
      .map((heading) => ({ id: ids.get(heading) ?? '', heading })),
  }
}
