import type { Tokens } from 'marked'
import { useId } from 'preact/hooks'

const names: Record<string, string> = {
  bash: 'Shell',
  js: 'JavaScript',
  python: 'Python',
  json: 'JSON',
  sql: 'SQL',
  yaml: 'YAML',
  ini: 'Unit file',
  nginx: 'nginx',
  caddy: 'Caddyfile',
}

/** Whether the tests run a block; adjacent ones are the same example in several languages. */
export function isRun({ lang = '' }: Tokens.Code): boolean {
  return lang.split(' ').includes('run')
}

/** Code under the name of its language. site.js adds a copy button to input. */
export function CodeBlock({ token, text }: { token: Tokens.Code; text: string }) {
  const name = nameOf(token)
  return (
    <div class={isOutput(token) ? 'code output' : 'code'}>
      <p class="label">{name}</p>
      <Code name={name} text={text} isInput={!isOutput(token)} />
    </div>
  )
}

/** One example in several languages, the first one open. site.js opens the language that was chosen last. */
export function Variants({ blocks }: { blocks: { token: Tokens.Code; text: string }[] }) {
  const name = useId()
  return (
    <div class="variants">
      {blocks.map(({ token, text }, index) => (
        <details
          key={token.lang}
          name={name}
          class="code"
          data-language={nameOf(token)}
          open={index === 0}
        >
          <summary>{nameOf(token)}</summary>
          <Code name={nameOf(token)} text={text} isInput />
        </details>
      ))}
    </div>
  )
}

/** Scrolls sideways, so a keyboard must reach it (WCAG 2.1.1), and what has focus needs a name. */
function Code({ name, text, isInput }: { name: string; text: string; isInput: boolean }) {
  return (
    <figure tabindex={0} aria-label={name} data-copy={isInput ? `Copy ${name}` : undefined}>
      <pre>
        <code>{text}</code>
      </pre>
    </figure>
  )
}

function nameOf(token: Tokens.Code): string {
  const [language = '', ...marks] = token.lang?.split(' ') ?? []
  if (isOutput(token)) return language === 'json' ? 'Response' : 'Output'
  const file = marks.find((mark) => mark.startsWith('file='))
  if (file !== undefined) return file.slice('file='.length)
  if (language === 'bash' && token.text.includes('curl ')) return 'curl'
  return names[language] ?? 'Text'
}

function isOutput({ lang = '' }: Tokens.Code): boolean {
  return lang.split(' ').includes('output')
}
