import { lexer } from 'marked'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { parseGuide } from './doc.ts'
import { hrefOf } from './links.ts'
import { Blocks } from './markdown.tsx'

function draw(markdown: string): string {
  const drawing = { baseUrl: 'https://api.example', ids: new Map() }
  return renderToString(h(Blocks, { tokens: lexer(markdown), drawing }))
}

describe('Markdown', () => {
  it('makes no element of HTML that stands in it', () => {
    const places = [
      '<script>alert(1)</script>',
      'a line with <img src=x onerror=alert(1)> in it',
      '- an item <b>bold</b>',
      '| <i>head</i> |\n| --- |\n| <iframe src="https://example.ca"></iframe> |',
      '`<u>code</u>`',
      '```js run\n</code></pre><script>alert(1)</script>\n```',
      '> <script>alert(1)</script>',
      '<div\n\nclass="x">',
      '![<b>x</b>](https://example.ca/x.png)',
      '[<b>x</b>](https://example.ca)',
    ]
    for (const markdown of places) {
      const elements = [...draw(markdown).matchAll(/<(\w+)/g)].map(([, name]) => name)
      expect(elements, markdown).not.toEqual([])
      for (const name of ['script', 'img', 'b', 'i', 'iframe', 'u'])
        expect(elements, markdown).not.toContain(name)
    }
  })

  it('shows text as it was written', () => {
    expect(draw('"5 < 6 & 7" and *so* **on**')).toBe(
      '<p>&quot;5 &lt; 6 &amp; 7&quot; and <em>so</em> <strong>on</strong></p>',
    )
  })

  it('shows the address of this service wherever an example has one', () => {
    const drawn = draw(
      '```bash run\ncurl http://localhost:8080/x\n```\n\n`http://localhost:8080/y`',
    )
    expect(drawn).toContain('curl https://api.example/x')
    expect(drawn).toContain('<code>https://api.example/y</code>')
    expect(drawn).not.toContain('localhost')
  })

  it('puts examples together that follow each other, and shows the first of them', () => {
    const drawn = draw('```js run\na\n```\n\n```python run\nb\n```\n\n```text output\nc\n```')
    expect(drawn.match(/<details[^>]*>/g)).toEqual([
      '<details class="code" open>',
      '<details class="code">',
    ])
    expect(drawn.match(/data-copy="[^"]*"/g)).toEqual([
      'data-copy="Copy JavaScript"',
      'data-copy="Copy Python"',
    ])
    expect(drawn).toContain('<p class="label">Output</p>')
  })
})

describe('a link of a guide', () => {
  it.each([
    ['errors.md', '/docs/errors'],
    ['limits.md#the-limit', '/docs/limits#the-limit'],
    ['#the-limit', '#the-limit'],
    ['../reference/api.md', '/api/v1/docs'],
    ['../reference/errors.md#not_found', '/docs/errors#not_found'],
    ['https://semver.org/', 'https://semver.org/'],
    ['../how-to/manage-keys.md', undefined],
    ['../../README.md#quick-start', undefined],
    ['http://example.ca/', undefined],
    ['javascript:alert(1)', undefined],
    ['//example.ca', undefined],
  ])('%s leads to %s', (link, href) => {
    expect(hrefOf(link)).toBe(href)
  })
})

describe('a guide', () => {
  it('is refused at the start if it does not say what it is about', () => {
    expect(() => parseGuide('x', 'Text.\n\n# Title')).toThrow('The guide x does not begin')
    expect(() => parseGuide('x', '# Title\n\n## Section')).toThrow('The guide x does not begin')
  })
})
