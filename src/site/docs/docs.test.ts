import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anchorsOf } from '../../../test/support/docs/markdown.ts'
import {
  type ApiResponse,
  type Service,
  startService,
} from '../../../test/support/service/service.ts'
import { ownTexts, textsFoundIn, unmarkedLinks } from '../../../test/support/site/french-page.ts'
import { errorTable } from '../../http/errors.ts'
import { pluralOf } from '../../record/kinds.ts'
import { siteWords as english } from '../words/en.ts'
import { siteWords } from '../words/fr.ts'

const docs = resolve(import.meta.dirname, '../../../docs')
const pagesIn = (folder: string) =>
  readdirSync(join(docs, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}/${file.replace(/[.]md$/, '')}`)
// The guide to errors has these codes instead.
const englishNames = ['guides', 'how-to', 'reference', 'explanation']
  .flatMap(pagesIn)
  .filter((name) => name !== 'reference/errors')
const frenchNames = ['fr/guides', 'fr/how-to', 'fr/reference'].flatMap(pagesIn)
const names = [...englishNames, ...frenchNames]
const pathOf = (name: string) =>
  name.startsWith('fr/')
    ? `/fr/docs/${name.replace(/^fr\/(?:guides\/)?/, '')}`
    : `/docs/${name.replace(/^guides\//, '')}`
/** The pages in a language, and those that are in English only. */
const namesBeside = (name: string) =>
  name.startsWith('fr/')
    ? [...frenchNames, ...englishNames.filter((other) => !frenchNames.includes(`fr/${other}`))]
    : englishNames
const slugs = pagesIn('guides').map((name) => name.slice('guides/'.length))
const paths = ['/docs', '/fr/docs', ...names.map(pathOf)]
const pageBytesMax = 100_000
// Redirects visitors who are not signed in.
const guarded: Record<string, number> = {
  ...{ '/settings/api-keys': 303, '/': 302, '/fr/settings/api-keys': 303, '/fr': 302 },
}

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
  it('links to every page, with a one-line summary of each guide', () => {
    const main = mainOf('/docs')
    expect(hrefsOf(main)).toEqual(expect.arrayContaining(englishNames.map(pathOf)))
    const cards = [...main.matchAll(/<h3><a href="\/docs\/([^"]+)">[^<]+<\/a><\/h3><p>([^<]+)/g)]
    expect(cards.map(([, slug]) => slug).sort()).toEqual([...slugs].sort())
    for (const [, , line = ''] of cards) expect(line.length).toBeLessThan(120)
  })

  it('links to sign-up only if it is open', async () => {
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

  it('finds sections by the beginnings of all their words, those in headings first', async () => {
    const { body, headers } = await service.call('/docs?q=Back+UP')
    const main = /<main[^>]*>(.*)<\/main>/s.exec(body)?.[1] ?? ''
    expect(hrefsOf(main).some((href) => href.startsWith('/docs/how-to/back-up'))).toBe(true)
    expect(main).toMatch(/<mark>Back<\/mark> <mark>up<\/mark>/i)
    expect(body).toContain('name="q" aria-label="Search the documentation"')
    expect(headers.get('cache-control')).toBe('public, max-age=60')
    const cells = await service.call('/docs?q=recorded_votes_only+or+has_recorded_votes')
    expect(cells.status).toBe(200)
    const one = (await service.call('/docs?q=RATE_LIMIT')).body
    expect(hrefsOf(one).map((href) => href.split('#')[0])).toContain(
      '/docs/reference/configuration',
    )
    for (const link of hrefsOf(main).filter((href) => href.includes('#'))) {
      const [path = '', id = ''] = link.split('#')
      expect(idsOf(pages.get(path)?.body ?? ''), link).toContain(id)
    }
  })

  it('says where else to look if no section has the words, and shows all pages without one', async () => {
    const { body } = await service.call('/docs?q=zzyzx+%3Cb%3E')
    expect(textOf(body)).toContain('No section has all of these words.')
    expect(hrefsOf(body)).toContain('/search?q=zzyzx+%3Cb%3E')
    expect(body).not.toContain('<b>')
    for (const q of ['', '%2B', 'a'.repeat(300), 'a&q=b'])
      expect((await service.call(`/docs?q=${q}`)).body).toBe(bodyOf('/docs'))
  })

  it('returns 404 for an unknown guide, and 405 for other methods', async () => {
    const slash = await service.call('/docs/')
    expect([slash.status, slash.headers.get('location')]).toEqual([301, '/docs'])
    expect((await service.call('/docs/nothing')).status).toBe(404)
    expect((await service.call('/docs/../docs/guides')).status).toBe(404)
    expect((await service.call('/docs/errors', { method: 'PUT' })).status).toBe(405)
  })
})

describe('every page of the documentation', () => {
  it.each(paths)('%s is a small public page without inline scripts or styles', (path) => {
    const { status, headers, body = '' } = pages.get(path) ?? { status: 0, headers: new Headers() }
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('public, max-age=60')
    expect(Buffer.byteLength(body)).toBeLessThan(pageBytesMax)
    expect(body.match(/<h1/g)).toHaveLength(1)
    expect(body).toContain('<meta name="description"')
    expect(body).not.toMatch(/ style=| on\w+=/)
    expect(body.match(/<script/g)).toHaveLength(1)
  })

  it.each(paths)('%s has unique ids', (path) => {
    const ids = idsOf(bodyOf(path))
    expect(ids).toEqual([...new Set(ids)])
  })

  it.each(names)('%s has the same anchors as in the repository', (name) => {
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
      if (hash !== '') expect(idsOf(target.body), link).toContain(decodeURIComponent(hash.slice(1)))
    }
  })

  it('shows only the base URL of the API', () => {
    for (const slug of slugs) {
      expect(mainOf(`/docs/${slug}`), slug).toContain('https://api.example/api/')
      expect(mainOf(`/docs/${slug}`), slug).not.toContain('localhost')
    }
  })

  it('has examples in curl, JavaScript and Python to copy, in boxes that scroll by keyboard', () => {
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

  it('links to the next and the previous page of its group', () => {
    const pathsBy = (path: string, rel: string): string[] => {
      const next = new RegExp(`<a href="([^"]+)" rel="${rel}"`).exec(mainOf(path))?.[1]
      return next === undefined ? [path] : [path, ...pathsBy(next, rel)]
    }
    const forth = pathsBy('/docs/getting-started', 'next')
    expect([...forth].sort()).toEqual(slugs.map((slug) => `/docs/${slug}`).sort())
    expect(pathsBy(forth.at(-1) ?? '', 'prev')).toEqual([...forth].reverse())
  })

  it.each(names)('%s links to all other pages in its sidebar, and marks itself', (name) => {
    const [side = ''] = /<nav class="side.*?<\/nav>/s.exec(bodyOf(pathOf(name))) ?? []
    expect(hrefsOf(side).sort()).toEqual(namesBeside(name).map(pathOf).sort())
    const [, current] = /href="([^"]+)" aria-current="page"/.exec(side) ?? []
    expect(current).toBe(pathOf(name))
  })

  it("keeps the URLs of how-to pages, which are about the reader's own server", () => {
    expect(mainOf('/docs/how-to/keep-a-mirror-fresh')).toContain('http://localhost:8080')
  })
})

describe('the documentation in French', () => {
  const french = ['/fr/docs', '/fr/docs?q=cl%C3%A9', '/fr/api/v1/docs', ...frenchNames.map(pathOf)]

  it.each(french)('%s marks what is in English, and has its twin', async (path) => {
    const { status, body } = await service.call(path, { headers: { accept: 'text/html' } })
    expect(status).toBe(200)
    expect(body).toContain('<html lang="fr-CA">')
    expect(unmarkedLinks(body)).toEqual([])
    const twin = path.replace(/^\/fr/, '')
    expect(hrefsOf(body)).toContain(twin)
    expect(hrefsOf((await service.call(twin)).body)).toContain(path)
    const shown = body.replace(
      /<([a-z]+) [^>]*lang="en".*?<\/\1>|<(?:pre|code)>.*?<\/(?:pre|code)>/gs,
      '',
    )
    expect(textsFoundIn(shown, ownTexts(english, siteWords))).toEqual([])
  })

  it('says which pages are in English only', () => {
    expect(textOf(mainOf('/fr/docs'))).toContain('Guides (en anglais)')
    expect(mainOf('/fr/docs')).toContain('<a href="/docs/pagination" hreflang="en">')
    expect(textOf(mainOf('/fr/docs/limits'))).toContain('77 par période de 60 secondes')
    expect(textOf(mainOf('/fr/docs/authentication'))).toContain('L’inscription est fermée')
  })
})

describe('the documentation of this service', () => {
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

  it('shows the configured limits', () => {
    expect(mainOf('/docs/limits')).toContain('<dd>77 in any 60 seconds</dd>')
    expect(mainOf('/docs/limits')).toContain('<dt>Keys per account</dt><dd>3</dd>')
  })

  it('shows the data model as a diagram with a description', async () => {
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

  it('does not suggest an account if sign-up is closed', () => {
    for (const slug of ['getting-started', 'authentication'])
      expect(mainOf(`/docs/${slug}`)).toContain('Ask the operator of this service for a key')
  })
})
