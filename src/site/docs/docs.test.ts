import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anchorsOf } from '../../../test/support/docs/markdown.ts'
import {
  type ApiResponse,
  type Service,
  startService,
} from '../../../test/support/service/service.ts'
import { errorTable } from '../../http/errors.ts'
import { pluralOf } from '../../importers/records.ts'

const docs = resolve(import.meta.dirname, '../../../docs')
const pagesIn = (folder: string) =>
  readdirSync(join(docs, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file.replace(/[.]md$/, '')}`)
// The guide to errors lists the codes.
const names = ['guides', 'how-to', 'reference', 'explanation']
  .flatMap(pagesIn)
  .filter((name) => name !== 'reference/errors')
const pathOf = (name: string) => `/docs/${name.replace(/^guides\//, '')}`
const slugs = pagesIn('guides').map((name) => name.slice('guides/'.length))
const paths = ['/docs', ...names.map(pathOf)]
const pageBytesMax = (path: string) => (path === '/docs/reference/api' ? 250_000 : 100_000)
// Exists, but only for people who are signed in.
const guarded: Record<string, number> = { '/settings/api-keys': 303 }

let service: Service
let pages: Map<string, ApiResponse>

beforeAll(async () => {
  service = await startService({
    rateLimit: 77,
    settings: { keysPerAccount: 3, signups: 'closed' },
  })
  pages = new Map()
  for (const path of paths) pages.set(path, await service.call(path))
})
afterAll(() => service.stop())

const bodyOf = (path: string) => pages.get(path)?.body ?? ''
const mainOf = (path: string) => /<main[^>]*>(.*)<\/main>/s.exec(bodyOf(path))?.[1] ?? ''
const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)
const hrefsOf = (html: string) => [...html.matchAll(/ href="([^"]+)"/g)].map(([, to = '']) => to)
const textOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')

describe('/docs', () => {
  it('links to every page, and says in one line what each guide is about', () => {
    const main = mainOf('/docs')
    expect(hrefsOf(main)).toEqual(expect.arrayContaining(names.map(pathOf)))
    const cards = [...main.matchAll(/<h3><a href="\/docs\/([^"]+)">[^<]+<\/a><\/h3><p>([^<]+)/g)]
    expect(cards.map(([, slug]) => slug).sort()).toEqual([...slugs].sort())
    for (const [, , line = ''] of cards) expect(line.length).toBeLessThan(120)
  })

  it('sends no one to create an account where none can be made', async () => {
    for (const path of ['/docs/getting-started', '/docs/authentication']) {
      expect(hrefsOf(bodyOf(path)), path).not.toContain('/signup')
      expect(textOf(mainOf(path)), path).toContain('Ask the operator of this service for a key')
    }
    const open = await startService()
    const { body } = await open.call('/docs/getting-started')
    await open.stop()
    expect(hrefsOf(body)).toContain('/signup')
    expect(body).not.toContain('class="notice"')
  })

  it('responds to what is no guide with 404, and a form with 405', async () => {
    const slash = await service.call('/docs/')
    expect([slash.status, slash.headers.get('location')]).toEqual([301, '/docs'])
    expect((await service.call('/docs/nothing')).status).toBe(404)
    expect((await service.call('/docs/../docs/guides')).status).toBe(404)
    expect((await service.call('/docs/errors', { method: 'PUT' })).status).toBe(405)
  })
})

describe('every page of the documentation', () => {
  it.each(paths)(
    '%s is a public page of its own, small and without a script or style in it',
    (path) => {
      const {
        status,
        headers,
        body = '',
      } = pages.get(path) ?? { status: 0, headers: new Headers() }
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(headers.get('cache-control')).toBe('public, max-age=60')
      expect(Buffer.byteLength(body)).toBeLessThan(pageBytesMax(path))
      expect(body.match(/<h1/g)).toHaveLength(1)
      expect(body).toContain('<meta name="description"')
      expect(body).not.toMatch(/ style=| on\w+=/)
      expect(body.match(/<script/g)).toHaveLength(1)
    },
  )

  it.each(paths)('%s has no id twice', (path) => {
    const ids = idsOf(bodyOf(path))
    expect(ids).toEqual([...new Set(ids)])
  })

  it.each(names)('%s has the anchors that it has in the repository', (name) => {
    const ids = idsOf(mainOf(pathOf(name)))
    const [, ...anchors] = anchorsOf(readFileSync(join(docs, `${name}.md`), 'utf8'))
    expect(ids).toEqual(expect.arrayContaining(anchors))
  })

  it.each(names)('%s has a table of contents when it has more than three sections', (name) => {
    const main = mainOf(pathOf(name))
    const sections = [...main.matchAll(/<h2 id="([^"]+)"/g)].map(([, id]) => `#${id}`)
    const contents = /<nav class="contents[^>]*>(.*?)<\/nav>/s.exec(main)?.[1] ?? ''
    expect(hrefsOf(contents)).toEqual(sections.length > 3 ? sections : [])
  })

  it.each(paths)('%s links only to pages and anchors that exist', async (path) => {
    const links = hrefsOf(bodyOf(path))
    expect(links.length).toBeGreaterThan(2)
    for (const link of links.filter((href) => !href.startsWith('https://'))) {
      const { pathname, hash } = new URL(link, service.url + path)
      const target = pages.get(pathname) ?? (await service.call(pathname))
      expect(target.status, link).toBe(guarded[pathname] ?? 200)
      if (hash !== '') expect(idsOf(target.body), link).toContain(hash.slice(1))
    }
  })

  it('shows the URL of the API, and no other', () => {
    for (const slug of slugs) {
      expect(mainOf(`/docs/${slug}`), slug).toContain('https://api.example/api/')
      expect(mainOf(`/docs/${slug}`), slug).not.toContain('localhost')
    }
  })

  it('has curl, JavaScript and Python to be copied, in boxes that a keyboard can scroll', () => {
    for (const slug of slugs) {
      const main = mainOf(`/docs/${slug}`)
      for (const name of ['curl', 'JavaScript', 'Python'])
        expect(main).toContain(
          `<figure tabindex="0" aria-label="${name}" data-copy="Copy ${name}"><pre>`,
        )
      expect(main.match(/<pre/g)).toHaveLength(
        main.match(/<figure tabindex="0" aria-label/g)?.length ?? 0,
      )
      expect(main.match(/<table/g) ?? []).toHaveLength(
        main.match(/<section class="scroll" tabindex="0" aria-label="[^"]+"><table/g)?.length ?? 0,
      )
    }
  })

  it('links to the next page of its group, through all of them, and back', () => {
    const walk = (path: string, rel: string): string[] => {
      const next = new RegExp(`<a href="([^"]+)" rel="${rel}"`).exec(mainOf(path))?.[1]
      return next === undefined ? [path] : [path, ...walk(next, rel)]
    }
    const forth = walk('/docs/getting-started', 'next')
    expect([...forth].sort()).toEqual(slugs.map((slug) => `/docs/${slug}`).sort())
    expect(walk(forth.at(-1) ?? '', 'prev')).toEqual([...forth].reverse())
  })

  it.each(names)('%s links to all others beside its text, and marks itself', (name) => {
    const [side = ''] = /<nav class="side.*?<\/nav>/s.exec(bodyOf(pathOf(name))) ?? []
    expect(hrefsOf(side).sort()).toEqual(names.map(pathOf).sort())
    const [, current] = /href="([^"]+)" aria-current="page"/.exec(side) ?? []
    expect(current).toBe(pathOf(name))
  })

  it('leaves the URLs of how-to pages as they are: they are about the reader’s own server', () => {
    expect(mainOf('/docs/how-to/keep-a-mirror-fresh')).toContain('http://localhost:8080')
  })
})

describe('what a guide shows of this service', () => {
  it.each(Object.entries(errorTable))('%s is listed on /docs/errors', (code, entry) => {
    const start = mainOf('/docs/errors').split(`<div id="${code.toLowerCase()}">`)[1] ?? ''
    const text = textOf(start.split('</div>')[0] ?? '')
    for (const part of [
      code,
      String(entry.status),
      entry.meaning.replaceAll('`', ''),
      entry.remedy,
    ])
      expect(text).toContain(part)
  })

  it('the limits are the current settings', () => {
    expect(mainOf('/docs/limits')).toContain('<dd>77 in any 60 seconds</dd>')
    expect(mainOf('/docs/limits')).toContain('<dt>Keys per account</dt><dd>3</dd>')
  })

  it('the data model is drawn, and told in words to those who do not see it', async () => {
    const [, src = '', alt] = /<img class="diagram" src="([^"]+)" alt="([^"]+)"/.exec(
      mainOf('/docs/data-model'),
    ) ?? ['']
    const { body, headers } = await service.call(src)
    expect(headers.get('content-type')).toBe('image/svg+xml')
    expect(body).toContain(`<desc id="desc">${alt}</desc>`)
    const drawn = [...body.matchAll(/class="name"[^>]*>([^<]+)/g)].map(([, name = '']) =>
      name.toLowerCase().replace(/[ -]/, ''),
    )
    const kinds = Object.keys(pluralOf).map((kind) => kind.replace('_', ''))
    expect(drawn).toEqual(expect.arrayContaining(kinds))
  })

  it('no one is sent to create an account where no one can', () => {
    for (const slug of ['getting-started', 'authentication'])
      expect(mainOf(`/docs/${slug}`)).toContain('Ask the operator of this service for a key')
  })
})
