import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { type ComponentChild, Fragment, type VNode } from 'preact'
import { Scroll } from '../scroll.tsx'
import { CodeBlock, isRun, Variants } from './code-blocks.tsx'
import { hrefOf, pageInCode, pictureOf } from './links.ts'

/** What Markdown is drawn with. */
export interface Drawing {
  /** Stands wherever a guide shows the address of the service. */
  baseUrl: string
  ids: Map<MarkedToken, string>
  /** Pages that a guide names and this service does not have: no link leads there. */
  closed?: readonly string[]
}

const shownBase = 'http://localhost:8080'

/** Draws Markdown as elements; HTML in it stays text, so a page holds no element that is not made here. */
export function Blocks({ tokens, drawing }: { tokens: Token[]; drawing: Drawing }) {
  return <>{groups(tokens as MarkedToken[]).map((group) => drawGroup(group, drawing))}</>
}

/** Draws Markdown of one line. */
export function Line({ text, baseUrl }: { text: string; baseUrl: string }) {
  return <Inline tokens={Lexer.lexInline(text)} drawing={{ baseUrl, ids: new Map() }} />
}

/** Draws what stands in a paragraph. */
export function Inline({ tokens, drawing }: { tokens: Token[] | undefined; drawing: Drawing }) {
  const known = (tokens ?? []) as MarkedToken[]
  return <>{known.map((token) => drawInline(token, drawing))}</>
}

// Examples that follow each other belong together; anything else stands alone.
function groups(tokens: MarkedToken[]): MarkedToken[][] {
  const grouped: MarkedToken[][] = []
  for (const token of tokens) {
    if (token.type === 'space') continue
    const last = grouped.at(-1)
    if (last !== undefined && [...last.slice(-1), token].every(isExample)) last.push(token)
    else grouped.push([token])
  }
  return grouped
}

function isExample(token: MarkedToken): token is Tokens.Code {
  return token.type === 'code' && isRun(token)
}

function drawGroup(group: MarkedToken[], drawing: Drawing): ComponentChild {
  const [first] = group
  if (first === undefined) return null
  if (group.length === 1) return drawBlock(first, drawing)
  const blocks = group
    .filter(isExample)
    .map((token) => ({ token, text: here(token.text, drawing) }))
  return <Variants blocks={blocks} />
}

function drawBlock(token: MarkedToken, drawing: Drawing): ComponentChild {
  switch (token.type) {
    case 'heading':
      return <Heading token={token} drawing={drawing} />
    case 'paragraph':
      return <Paragraph token={token} drawing={drawing} />
    case 'text':
      return drawInline(token, drawing)
    case 'list':
      return <List token={token} drawing={drawing} />
    case 'table':
      return <Table token={token} drawing={drawing} />
    case 'code':
      return <CodeBlock token={token} text={here(token.text, drawing)} />
    default:
      return <p>{token.raw}</p>
  }
}

function Paragraph({ token, drawing }: { token: Tokens.Paragraph; drawing: Drawing }) {
  const [first] = token.tokens as MarkedToken[]
  const picture = first?.type === 'image' ? pictureOf(first.href) : undefined
  if (first?.type !== 'image' || picture === undefined)
    return (
      <p>
        <Inline tokens={token.tokens} drawing={drawing} />
      </p>
    )
  return (
    <Scroll name={first.title ?? ''}>
      <img class="diagram" src={picture} alt={first.text} />
    </Scroll>
  )
}

function Heading({ token, drawing }: { token: Tokens.Heading; drawing: Drawing }) {
  const Level = token.depth === 2 ? 'h2' : 'h3'
  return (
    <Level id={drawing.ids.get(token)}>
      <Inline tokens={token.tokens} drawing={drawing} />
    </Level>
  )
}

function List({ token, drawing }: { token: Tokens.List; drawing: Drawing }) {
  const Kind = token.ordered ? 'ol' : 'ul'
  return (
    <Kind>
      {token.items.map((item) => (
        <li key={item.raw}>
          <Blocks tokens={item.tokens} drawing={drawing} />
        </li>
      ))}
    </Kind>
  )
}

function Table({ token, drawing }: { token: Tokens.Table; drawing: Drawing }) {
  const name = token.header.map(({ text }) => text.replaceAll('`', '')).join(', ')
  return (
    <Scroll name={`Table: ${name}`}>
      <table>
        <thead>
          <tr>
            {token.header.map((cell) => (
              <th key={cell.text} scope="col">
                <Inline tokens={cell.tokens} drawing={drawing} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row) => (
            <tr key={row[0]?.text}>
              {row.map((cell, column) => (
                <td key={token.header[column]?.text}>
                  <Inline tokens={cell.tokens} drawing={drawing} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function drawInline(token: MarkedToken, drawing: Drawing): ComponentChild {
  switch (token.type) {
    case 'text':
      return token.tokens === undefined ? (
        token.text
      ) : (
        <Inline tokens={token.tokens} drawing={drawing} />
      )
    case 'escape':
      return token.text
    case 'strong':
      return (
        <strong>
          <Inline tokens={token.tokens} drawing={drawing} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Inline tokens={token.tokens} drawing={drawing} />
        </em>
      )
    case 'codespan':
      return <CodeSpan text={here(token.text, drawing)} closed={drawing.closed} />
    case 'link':
      return <Link token={token} drawing={drawing} />
    default:
      return token.raw
  }
}

function CodeSpan({ text, closed = [] }: { text: string; closed?: readonly string[] | undefined }) {
  const href = closed.includes(text) ? undefined : pageInCode(text)
  const code = <code>{text}</code>
  return href === undefined ? code : <a href={href}>{code}</a>
}

function Link({ token, drawing }: { token: Tokens.Link; drawing: Drawing }): VNode {
  const href = hrefOf(token.href)
  const inside = <Inline tokens={token.tokens} drawing={drawing} />
  return href === undefined ? <Fragment>{inside}</Fragment> : <a href={href}>{inside}</a>
}

function here(text: string, { baseUrl }: Drawing): string {
  return text.replaceAll(shownBase, baseUrl)
}
