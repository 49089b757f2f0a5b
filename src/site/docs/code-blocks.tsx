import type { Tokens } from 'marked'

const names: Record<string, string> = {
  bash: 'Shell',
  js: 'JavaScript',
  python: 'Python',
  json: 'JSON',
}

/** Whether an example is one that the tests run: such ones that follow each other say the same in other languages. */
export function isRun({ lang = '' }: Tokens.Code): boolean {
  return lang.split(' ').includes('run')
}

/** Code, with the name of its language above it. What is there to be copied gets a button from site.js. */
export function CodeBlock({ token, text }: { token: Tokens.Code; text: string }) {
  const name = nameOf(token)
  return (
    <div class={isOutput(token) ? 'code output' : 'code'}>
      <p class="label">{name}</p>
      <Code name={name} text={text} copied={!isOutput(token)} />
    </div>
  )
}

/** The same example in several languages: the first one shown, the others a click away. */
export function Variants({ blocks }: { blocks: { token: Tokens.Code; text: string }[] }) {
  return (
    <div class="variants">
      {blocks.map(({ token, text }, index) => (
        <details key={token.lang} class="code" open={index === 0}>
          <summary>{nameOf(token)}</summary>
          <Code name={nameOf(token)} text={text} copied />
        </details>
      ))}
    </div>
  )
}

/** Can be scrolled sideways, so it must be reachable by keyboard, and then it needs a name. */
function Code({ name, text, copied }: { name: string; text: string; copied: boolean }) {
  return (
    <figure tabindex={0} aria-label={name} data-copy={copied ? `Copy ${name}` : undefined}>
      <pre>
        <code>{text}</code>
      </pre>
    </figure>
  )
}

function nameOf(token: Tokens.Code): string {
  const [language = ''] = token.lang?.split(' ') ?? []
  if (isOutput(token)) return language === 'json' ? 'Answer' : 'Output'
  if (language === 'bash' && token.text.includes('curl ')) return 'curl'
  return names[language] ?? 'Text'
}

function isOutput({ lang = '' }: Tokens.Code): boolean {
  return lang.split(' ').includes('output')
}
