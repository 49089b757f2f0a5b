import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTown } from '../../test/support/service/import-records.ts'
import { type Service, startService } from '../../test/support/service/service.ts'
import { brandingOf, fixtureSites, siteFilePath } from '../../test/support/site/fixture-sites.ts'
import { hrefsOf, textOf } from '../../test/support/site/page-content.ts'
import { sitePages } from '../../test/support/site/pages.ts'
import { newOwner, newVisitor } from '../../test/support/site/visitor.ts'
import { palettesOf } from '../core/accent.ts'
import { defaultBranding } from '../core/branding.ts'

type SiteName = (typeof fixtureSites)[number]
const services = {} as Record<SiteName, Service>
beforeAll(async () => {
  for (const name of fixtureSites)
    services[name] = await startService({ branding: await brandingOf(name) })
})
afterAll(() => Promise.all(fixtureSites.map((name) => services[name].stop())))

const names: Record<SiteName, { en: string; fr: string }> = {
  village: { en: 'Village of Alder Point', fr: 'Village of Alder Point' },
  city: { en: 'City of Grandpré', fr: 'Ville de Grandpré' },
  region: { en: 'Kettle Valley Region', fr: 'Kettle Valley Region' },
}

const pageOf = async (site: SiteName, path: string) =>
  (await services[site].call(path, { headers: { accept: 'text/html' } })).body
const headerOf = (html: string) => /<header.*?<\/header>/s.exec(html)?.[0] ?? ''
const brandOf = (html: string) => textOf(/<a class="name".*?<\/a>/s.exec(html)?.[0] ?? '')
const footerOf = (html: string) => /<footer class="site".*<\/footer>/s.exec(html)?.[0] ?? ''
const mainOf = (html: string) => /<main.*<\/main>/s.exec(html)?.[0] ?? ''

describe('the header of a site with a site file', () => {
  it.each(fixtureSites)(
    'names the %s on every page, and Reeve is in the footer only',
    async (site) => {
      const [stranger, owner] = [newVisitor(services[site]), await newOwner(services[site])]
      const paths = [...sitePages, { path: '/api/v1/docs', signedIn: false }]
      for (const { path, signedIn } of paths) {
        const { body } = await (signedIn ? owner : stranger).get(path)
        expect(brandOf(body), path).toBe(names[site].en)
        const [head = ''] = body.split('</head>', 1)
        const isDocs = path.startsWith('/docs')
        for (const part of [headerOf(body), ...(isDocs ? [] : [head])])
          expect(part.replaceAll('.css', ''), path).not.toMatch(/reeve/i)
        expect(textOf(footerOf(body)), path).toContain('Runs on Reeve')
      }
    },
  )

  it.each(fixtureSites)('names the %s in French', async (site) => {
    for (const path of ['/fr/about', '/fr/status', '/fr/pemberley', '/fr/absent']) {
      const html = await pageOf(site, path)
      expect(brandOf(html), path).toBe(names[site].fr)
      expect(textOf(footerOf(html)), path).toContain('Propulsé par Reeve')
    }
  })

  it('says in which language a name is that the page is not in', async () => {
    const nameOf = async (site: SiteName) =>
      /<a class="name"[^>]*>[^<]*</.exec(await pageOf(site, '/fr/about'))?.[0]
    expect(await nameOf('village')).toMatch(/ lang="en">Village of Alder Point<$/)
    expect(await nameOf('region')).not.toContain('lang=')
  })

  it('names the only council if there is no site file, and the operator in titles', async () => {
    const service = await startService({ settings: { operatorName: 'Pemberley Civic Group' } })
    const { body } = await service.call('/about')
    await service.stop()
    expect(brandOf(body)).toBe('Town of Pemberley')
    expect(body).toContain('<title>About · Pemberley Civic Group</title>')
  })

  it.each(fixtureSites)(
    'has the sections and the search of the only council of the %s',
    async (site) => {
      for (const { path } of sitePages.filter(({ signedIn }) => !signedIn)) {
        const html = await pageOf(site, path)
        const header = headerOf(html)
        expect(hrefsOf(header), path).toContain('/pemberley/meetings')
        // A page that is not found has the search below what it says.
        expect(path.endsWith('/absent') ? html : header, path).toContain(
          `action="/${path.startsWith('/docs') ? 'docs' : 'pemberley/search'}"`,
        )
      }
      expect(hrefsOf(headerOf(await pageOf(site, '/fr/privacy')))).toContain('/fr/pemberley/votes')
    },
  )

  it('has the sections of a site that has several councils', async () => {
    const service = await startService()
    await addTown(service, [])
    const [about, docs] = [(await service.call('/about')).body, (await service.call('/docs')).body]
    await service.stop()
    for (const html of [about, docs]) {
      expect(brandOf(html)).toBe('Council records')
      expect(textOf(headerOf(html))).toContain('CouncilsDevelopers')
    }
    for (const [html, isShown] of [
      [docs, true],
      [about, false],
    ] as const)
      expect(html.includes('<nav class="row tabs developers')).toBe(isShown)
  })

  it('has the links of the site', async () => {
    const [english, french] = [await pageOf('city', '/about'), await pageOf('city', '/fr/about')]
    expect(hrefsOf(headerOf(english))).toContain('https://grandpre.example/en/services')
    expect(hrefsOf(headerOf(french))).toContain('https://grandpre.example/services')
    expect(textOf(headerOf(french))).toContain('Services de la Ville')
    expect(hrefsOf(footerOf(french))).toContain('tel:311')
  })

  it('has the short name in titles', async () => {
    expect(await pageOf('city', '/fr/about')).toContain('<title>À propos · Grandpré</title>')
    expect(await pageOf('region', '/about')).toContain(
      '<title>About · Kettle Valley Region</title>',
    )
  })

  it('does not repeat the name of the only council in titles', async () => {
    const name = { text: 'Town of Pemberley', language: null }
    const branding = { current: { ...defaultBranding, name: { en: name, fr: name } } }
    const service = await startService({ branding })
    const { body } = await service.call('/pemberley/people')
    await service.stop()
    expect(body).toContain('<title>Council members · Town of Pemberley</title>')
  })
})

describe('the languages of a site', () => {
  it('lead to each other only if the site has both', async () => {
    const switchOf = async (site: SiteName, path: string) =>
      [
        ...headerOf(await pageOf(site, path)).matchAll(/<a href="([^"]*)" lang="\w+" hreflang/g),
      ].map(([, to]) => to)
    expect(await switchOf('city', '/about')).toEqual(['/fr/about'])
    expect(await switchOf('region', '/fr/about')).toEqual(['/about'])
    expect(await switchOf('village', '/about')).toEqual([])
    expect(await switchOf('village', '/fr/about')).toEqual(['/about'])
  })

  it('are the alternates of a page, and the first one is for everyone else', async () => {
    const alternatesOf = async (site: SiteName) => {
      const html = await pageOf(site, '/about')
      const links = html.matchAll(
        /rel="alternate" hreflang="([^"]+)" href="[^"]*?(\/(?:fr\/)?about)"/g,
      )
      return [...links].map(([, language, path]) => `${language} ${path}`)
    }
    expect(await alternatesOf('city')).toEqual(['en /about', 'fr /fr/about', 'x-default /fr/about'])
    expect(await alternatesOf('region')).toEqual(['en /about', 'fr /fr/about', 'x-default /about'])
    expect(await alternatesOf('village')).toEqual(['en /about', 'x-default /about'])
  })

  it('decide where the URL of the site leads, and each home page leads to the other', async () => {
    const to = async (site: SiteName, path: string) =>
      (await services[site].call(path)).headers.get('location')
    expect(await to('city', '/')).toBe('/fr')
    expect(await to('city', '/?language=en')).toBe('/pemberley')
    expect(await to('city', '/fr')).toBe('/fr/pemberley')
    expect(await to('region', '/')).toBe('/pemberley')
    expect(hrefsOf(mainOf(await pageOf('city', '/absent')))).toContain('/?language=en')
    expect(hrefsOf(mainOf(await pageOf('city', '/fr/absent')))).toContain('/fr')
  })
})

describe('the crest', () => {
  it('is an image for each theme, cached forever, that runs and loads nothing', async () => {
    const header = headerOf(await pageOf('city', '/fr/about'))
    const [dark = '', light = ''] = [...header.matchAll(/src(?:set)?="([^"]+)"/g)].map(
      ([, path = '']) => path,
    )
    expect(header).toContain('media="(prefers-color-scheme: dark)"')
    expect(header).toMatch(/<img src="[^"]+" width="37" height="44" alt/)
    for (const [path, file] of [
      [light, 'crest.svg'],
      [dark, 'crest-dark.svg'],
    ] as const) {
      const { status, headers, body } = await services.city.call(path)
      expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*sandbox$/)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(body).toBe(readFileSync(join(dirname(siteFilePath('city')), file), 'utf8'))
    }
    expect((await services.region.call(light)).status).toBe(404)
  })

  it('is the icon of the site; without one it is a letter in the colour of the site', async () => {
    const iconOf = async (site: SiteName) => {
      const [, path = ''] = /rel="icon" href="([^"]+)"/.exec(await pageOf(site, '/about')) ?? []
      const { headers, body } = await services[site].call(path)
      const named = await services[site].call('/favicon.ico')
      expect(named.body).toBe(body)
      return { type: headers.get('content-type'), body }
    }
    expect((await iconOf('region')).type).toBe('image/png')
    expect((await iconOf('village')).body).toMatch(
      new RegExp(`fill="${palettesOf('#6a1b45').light.band}".*>A</text>`),
    )
  })
})

describe('the colours', () => {
  it('are in the style sheet and in embeds, whose policy names their style', async () => {
    const { band } = palettesOf('#6a1b45').light
    const [path = ''] = /\/assets\/\w+\/site[.]css/.exec(await pageOf('village', '/about')) ?? []
    expect((await services.village.call(path)).body).toContain(`--band:${band}`)
    const embed = await services.village.call('/embed/pemberley/meetings')
    expect(embed.body).toContain(`--band:${band}`)
    const other = await services.region.call('/embed/pemberley/meetings')
    const policyOf = ({ headers }: { headers: Headers }) => headers.get('content-security-policy')
    expect(policyOf(embed)).not.toBe(policyOf(other))
  })
})

describe('the contacts', () => {
  it.each([
    ['/about', 'https://grandpre.example/greffe'],
    ['/terms', 'https://grandpre.example/greffe'],
    ['/privacy', 'mailto:vie-privee@grandpre.example'],
    ['/accessibility', 'mailto:accessibilite@grandpre.example'],
  ])('are on %s in both languages: %s', async (path, contact) => {
    for (const html of [await pageOf('city', path), await pageOf('city', `/fr${path}`)]) {
      expect(hrefsOf(mainOf(html))).toContain(contact)
      expect(textOf(mainOf(html))).toContain(contact.replace('mailto:', ''))
    }
  })

  it('are that of the record if the site has no other', async () => {
    for (const path of ['/privacy', '/accessibility'])
      expect(hrefsOf(mainOf(await pageOf('region', path)))).toContain(
        'mailto:records@kettle-valley.example',
      )
  })

  it('are where a mistake is reported', async () => {
    const hrefs = hrefsOf(await pageOf('region', '/pemberley/motions/motion-2024-10'))
    expect(hrefs.join(' ')).toContain('mailto:records@kettle-valley.example?subject=')
  })
})

describe('the texts of a site', () => {
  it.each([
    ['/about', 'The clerk’s office of Grandpré.', 'Le greffe de Grandpré.'],
    ['/privacy', 'The privacy officer of the city is the clerk.', 'est la greffière.'],
    ['/terms', 'not part of the licence.', 'ne font pas partie de la licence.'],
    ['/accessibility', 'has a hearing loop.', 'a une boucle auditive.'],
    ['/pemberley', 'Council sits on Tuesdays.', 'Le conseil siège le mardi.'],
  ])('are on %s in both languages, besides ours', async (path, english, french) => {
    const [en, fr] = [await pageOf('city', path), await pageOf('city', `/fr${path}`)]
    expect(textOf(mainOf(en))).toContain(english)
    expect(textOf(mainOf(fr))).toContain(french)
    for (const html of [en, fr])
      expect(textOf(mainOf(html)).length).toBeGreaterThan(english.length + 400)
  })

  it('say in which language they are if the page is in another', async () => {
    expect(await pageOf('village', '/fr/pemberley')).toMatch(
      /<div class="own" lang="en"><p>Council meets .*<strong>village hall<\/strong>/,
    )
  })

  it('name the licence of the record, or that it is not stated', async () => {
    const city = mainOf(await pageOf('city', '/fr/terms'))
    expect(textOf(city)).toContain('sous la Licence ouverte de Grandpré.')
    expect(hrefsOf(city)).toContain('https://grandpre.example/licence')
    expect(textOf(mainOf(await pageOf('region', '/terms')))).toContain(
      'states no licence of the record',
    )
  })
})

describe('links to a site, elsewhere', () => {
  it('name it, and show its picture', async () => {
    const html = await pageOf('city', '/fr/about')
    expect(html).toContain(
      '<meta property="og:site_name" content="Ville de Grandpré">'.slice(0, -1),
    )
    const image = /og:image" content="([^"]+)"/.exec(html)?.[1] ?? ''
    expect(image).toMatch(/\/fr\/picture[.]png[?]v=[0-9a-f]{12}$/)
    const response = await fetch(image)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400')
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const english = await fetch(image.replace('/fr/', '/'))
    const [one, other] = await Promise.all([response, english].map((png) => png.bytes()))
    expect(one).not.toEqual(other)
  })

  it('name it where another site shows a page', async () => {
    const page = `${services.city.url}/fr/pemberley/meetings`
    const { json } = await services.city.call(`/oembed?url=${encodeURIComponent(page)}`)
    expect(json.provider_name).toBe('Ville de Grandpré')
  })
})
