import { lexer } from 'marked'
import { h } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { describe, expect, it } from 'vitest'
import { parseDoc } from '../../../docs/compiler/doc.ts'
import { hrefOf } from '../../../docs/compiler/links.ts'
import { Blocks } from '../../../docs/compiler/markdown.tsx'
import { forService, readLibrary } from './library.ts'

const entries = readLibrary().flatMap((group) => group.entries)
const links = {
  folder: 'guides',
  language: 'en' as const,
  pathOf: (name: string) =>
    ({ README: '/docs', 'reference/errors': '/docs/errors' })[name] ??
    entries.find((entry) => entry.name === name)?.path,
}
const service = {
  baseUrl: 'https://api.example',
  sourceUrl: null,
  signups: 'open',
  signInAllowed: true,
} as const

function render(markdown: string): string {
  const context = { links, ids: new Map() }
  return renderToString(h(Blocks, { tokens: lexer(markdown), context }))
}

describe('Markdown', () => {
  it('never renders HTML', () => {
    const samples = [
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
      '<!-- a comment --><script>alert(1)</script>\n\ntext',
    ]
    for (const markdown of samples) {
      const elements = [...render(markdown).matchAll(/<(\w+)/g)].map(([, name]) => name)
      expect(elements, markdown).not.toEqual([])
      for (const name of ['script', 'img', 'b', 'i', 'iframe', 'u'])
        expect(elements, markdown).not.toContain(name)
    }
  })

  it('escapes text without changing it', () => {
    expect(render('"5 < 6 & 7" and *so* **on**')).toBe(
      '<p>&quot;5 &lt; 6 &amp; 7&quot; and <em>so</em> <strong>on</strong></p>',
    )
  })

  it('replaces the base URL of examples on pages about this service', () => {
    const markdown = '```bash run\ncurl http://localhost:8080/x\n```\n\n`http://localhost:8080/y`'
    expect(forService(render(markdown), 'how-to', service)).toBe(render(markdown))
    const html = forService(render(markdown), 'guides', service)
    expect(html).toContain('curl https://api.example/x')
    expect(html).toContain('<code>https://api.example/y</code>')
    expect(html).not.toContain('localhost')
  })

  it('groups adjacent examples, and opens the first of them', () => {
    const html = render('```js run\na\n```\n\n```python run\nb\n```\n\n```text output\nc\n```')
    const [first = '', second = ''] = html.match(/<details[^>]*>/g) ?? []
    expect(first).toMatch(/ data-language="JavaScript" open>$/)
    expect(second).toMatch(/ data-language="Python">$/)
    const name = / name="[^"]+"/.exec(first)?.[0]
    expect(name).toBeDefined()
    expect(second).toContain(name)
    expect(html.match(/data-copy="[^"]*"/g)).toEqual([
      'data-copy="Copy JavaScript"',
      'data-copy="Copy Python"',
    ])
    expect(html).toContain('<p class="label">Output</p>')
  })
})

describe('a link', () => {
  it.each([
    ['errors.md', '/docs/errors'],
    ['limits.md#the-limit', '/docs/limits#the-limit'],
    ['#the-limit', '#the-limit'],
    ['../reference/api.md', '/docs/reference/api'],
    ['../reference/errors.md#not_found', '/docs/errors#not_found'],
    ['../how-to/manage-keys.md', '/docs/how-to/manage-keys'],
    ['../README.md', '/docs'],
    ['https://semver.org/', 'https://semver.org/'],
    ['../reference/bundle.schema.json', 'repository:/docs/reference/bundle.schema.json'],
    ['../decisions/0001-the-stack.md', 'repository:/docs/decisions/0001-the-stack.md'],
    ['../../README.md#start', 'repository:/README.md#start'],
    ['http://example.ca/', undefined],
    ['javascript:alert(1)', undefined],
    ['//example.ca', undefined],
    ['//errors.md', undefined],
  ])('%s leads to %s', (link, href) => {
    expect(hrefOf(link, links)).toBe(href)
  })

  it.each([
    ['https://github.com/example/reeve', 'https://github.com/example/reeve/blob/HEAD'],
    ['https://github.com/example/reeve.git', 'https://github.com/example/reeve/blob/HEAD'],
    ['https://gitlab.com/civic/apps/reeve/', 'https://gitlab.com/civic/apps/reeve/-/blob/HEAD'],
    ['https://code.example.ca/reeve', undefined],
    [null, undefined],
  ])('to a file that is not on the site leads to the repository %s', (sourceUrl, files) => {
    const html = forService(render('See [*a*](../../README.md#start), `b`.'), 'guides', {
      ...service,
      sourceUrl,
    })
    const link = files ? `<a href="${files}/README.md#start"><em>a</em></a>` : '<em>a</em>'
    expect(html).toBe(`<p>See ${link}, <code>b</code>.</p>`)
  })

  it.each([{ signups: 'closed' }, { signInAllowed: false }] as const)(
    'to sign-up is only code if sign-up or sign-in is disabled: %j',
    (settings) => {
      const html = render('Open `/signup` or `/api/v1/docs`.')
      expect(forService(html, 'guides', service)).toContain(
        '<a href="/signup"><code>/signup</code>',
      )
      const closed = forService(html, 'guides', { ...service, ...settings })
      expect(closed).toContain('<p>Open <code>/signup</code> or <a href="/api/v1/docs"><code>')
    },
  )
})

describe('a page of the documentation', () => {
  it('must begin with a title and a paragraph', () => {
    for (const markdown of ['Text.\n\n# Title', '# Title\n\n## Section'])
      expect(() => parseDoc('guides/x', markdown)).toThrow(
        'docs/guides/x.md does not begin with a title and a paragraph',
      )
  })

  it('has the first sentence of its first paragraph as its summary', () => {
    const { summary, title } = parseDoc('x', '# T\n\n<!-- c -->\n\nOne `a` [b](c.md). Two.')
    expect([title, summary]).toEqual(['T', 'One a b.'])
  })
})
