import type { MarkedToken, Token, Tokens } from 'marked'
import { type ComponentChild, Fragment, type VNode } from 'preact'
import { useId } from 'preact/hooks'
import { useSiteLocale } from '../../src/site/locale.ts'
import { Scroll } from '../../src/site/scroll.tsx'
import type { DocsWords } from '../../src/site/words/docs.en.ts'
import { isComment } from './doc.ts'
import { hrefOf, type LinkContext, pageInCode, pictureOf } from './links.ts'

/** What Markdown is rendered with. */
export interface RenderContext {
  links: LinkContext
  ids: Map<MarkedToken, string>
}

/** Renders Markdown as elements. HTML in it stays text. */
export function Blocks({ tokens, context }: { tokens: Token[]; context: RenderContext }) {
  return <>{groups(tokens as MarkedToken[]).map((group) => renderGroup(group, context))}</>
}

/** Renders the content of a paragraph. */
export function Inline({
  tokens,
  context,
}: {
  tokens: Token[] | undefined
  context: RenderContext
}) {
  const typed = (tokens ?? []) as MarkedToken[]
  return <>{typed.map((token) => renderInline(token, context))}</>
}

// Examples without text between them are one example in several languages.
function groups(tokens: MarkedToken[]): MarkedToken[][] {
  const grouped: MarkedToken[][] = []
  for (const token of tokens) {
    if (token.type === 'space' || isComment(token)) continue
    const last = grouped.at(-1)
    if (last !== undefined && [...last.slice(-1), token].every(isExample)) last.push(token)
    else grouped.push([token])
  }
  return grouped
}

function isExample(token: MarkedToken): token is Tokens.Code {
  return token.type === 'code' && isRun(token)
}

function renderGroup(group: MarkedToken[], context: RenderContext): ComponentChild {
  const [first] = group
  if (first === undefined) return null
  if (group.length === 1) return renderBlock(first, context)
  return <Variants blocks={group.filter(isExample)} />
}

function renderBlock(token: MarkedToken, context: RenderContext): ComponentChild {
  switch (token.type) {
    case 'heading':
      return <Heading token={token} context={context} />
    case 'paragraph':
      return <Paragraph token={token} context={context} />
    case 'text':
      return renderInline(token, context)
    case 'list':
      return <List token={token} context={context} />
    case 'table':
      return <Table token={token} context={context} />
    case 'blockquote':
      return (
        <blockquote>
          <Blocks tokens={token.tokens} context={context} />
        </blockquote>
      )
    case 'code':
      return <CodeBlock token={token} />
    default:
      return <p>{token.raw}</p>
  }
}

function Paragraph({ token, context }: { token: Tokens.Paragraph; context: RenderContext }) {
  const [first] = token.tokens as MarkedToken[]
  const picture = first?.type === 'image' ? pictureOf(first.href, context.links) : undefined
  if (first?.type !== 'image' || picture === undefined)
    return (
      <p>
        <Inline tokens={token.tokens} context={context} />
      </p>
    )
  return (
    <Scroll name={first.title ?? ''}>
      <img class="diagram" src={picture} alt={first.text} />
    </Scroll>
  )
}

function Heading({ token, context }: { token: Tokens.Heading; context: RenderContext }) {
  const Level = `h${token.depth}` as 'h2' | 'h3' | 'h4'
  return (
    <Level id={context.ids.get(token)}>
      <Inline tokens={token.tokens} context={context} />
    </Level>
  )
}

function List({ token, context }: { token: Tokens.List; context: RenderContext }) {
  const Kind = token.ordered ? 'ol' : 'ul'
  return (
    <Kind>
      {token.items.map((item) => (
        <li key={item.raw}>
          <Blocks tokens={item.tokens} context={context} />
        </li>
      ))}
    </Kind>
  )
}

function Table({ token, context }: { token: Tokens.Table; context: RenderContext }) {
  const words = useSiteLocale().words.docs
  const name = token.header.map(({ text }) => text.replaceAll('`', '')).join(', ')
  return (
    <Scroll name={words.table(name)}>
      <table>
        <thead>
          <tr>
            {token.header.map((cell) => (
              <th key={cell.text} scope="col">
                <Inline tokens={cell.tokens} context={context} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {token.rows.map((row) => (
            <tr key={row[0]?.text}>
              {row.map((cell, column) => (
                <td key={token.header[column]?.text}>
                  <Inline tokens={cell.tokens} context={context} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  )
}

function renderInline(token: MarkedToken, context: RenderContext): ComponentChild {
  switch (token.type) {
    case 'text':
      return token.tokens === undefined ? (
        token.text
      ) : (
        <Inline tokens={token.tokens} context={context} />
      )
    case 'escape':
      return token.text
    case 'strong':
      return (
        <strong>
          <Inline tokens={token.tokens} context={context} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Inline tokens={token.tokens} context={context} />
        </em>
      )
    case 'codespan':
      return <CodeSpan text={token.text} />
    case 'link':
      return <Link token={token} context={context} />
    default:
      return token.raw
  }
}

function CodeSpan({ text }: { text: string }) {
  const href = pageInCode(text)
  const code = <code>{text}</code>
  return href === undefined ? code : <a href={href}>{code}</a>
}

function Link({ token, context }: { token: Tokens.Link; context: RenderContext }): VNode {
  const href = hrefOf(token.href, context.links)
  const inside = <Inline tokens={token.tokens} context={context} />
  if (href === undefined) return <Fragment>{inside}</Fragment>
  const isEnglish = context.links.language !== 'en' && /^\/(?:docs|api)\b/.test(href)
  return (
    <a href={href} hreflang={isEnglish ? 'en' : undefined}>
      {inside}
    </a>
  )
}

const namesIn = (words: DocsWords): Record<string, string> => ({
  bash: words.shell,
  js: 'JavaScript',
  python: 'Python',
  json: 'JSON',
  sql: 'SQL',
  yaml: 'YAML',
  ini: words.unitFile,
  nginx: 'nginx',
  caddy: 'Caddyfile',
})

/** Whether the tests run a block; adjacent ones are the same example in several languages. */
function isRun({ lang = '' }: Tokens.Code): boolean {
  return lang.split(' ').includes('run')
}

/** Code under the name of its language. site.js adds a copy button to input. */
function CodeBlock({ token }: { token: Tokens.Code }) {
  const name = nameOf(token, useSiteLocale().words.docs)
  return (
    <div class={isOutput(token) ? 'code output' : 'code'}>
      <p class="label">{name}</p>
      <Code name={name} text={token.text} isInput={!isOutput(token)} />
    </div>
  )
}

/** One example in several languages, the first one open. site.js opens the language that was chosen last. */
function Variants({ blocks }: { blocks: Tokens.Code[] }) {
  const words = useSiteLocale().words.docs
  const name = useId()
  return (
    <div class="variants">
      {blocks.map((token, index) => (
        <details
          key={token.lang}
          name={name}
          class="code"
          data-language={nameOf(token, words)}
          open={index === 0}
        >
          <summary>{nameOf(token, words)}</summary>
          <Code name={nameOf(token, words)} text={token.text} isInput />
        </details>
      ))}
    </div>
  )
}

/** Scrolls sideways, so a keyboard must reach it (WCAG 2.1.1), and what has focus needs a name. */
function Code({ name, text, isInput }: { name: string; text: string; isInput: boolean }) {
  const words = useSiteLocale().words.docs
  return (
    <figure tabindex={0} aria-label={name} data-copy={isInput ? words.copy(name) : undefined}>
      <pre>
        <code>{text}</code>
      </pre>
    </figure>
  )
}

function nameOf(token: Tokens.Code, words: DocsWords): string {
  const [language = '', ...marks] = token.lang?.split(' ') ?? []
  if (isOutput(token)) return language === 'json' ? words.response : words.output
  const file = marks.find((mark) => mark.startsWith('file='))
  if (file !== undefined) return file.slice('file='.length)
  if (language === 'bash' && token.text.includes('curl ')) return 'curl'
  return namesIn(words)[language] ?? words.text
}

function isOutput({ lang = '' }: Tokens.Code): boolean {
  return lang.split(' ').includes('output')
}
