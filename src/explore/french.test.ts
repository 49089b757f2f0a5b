import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addTown, otherTown } from '../../test/support/service/import-records.ts'
import { type Service, startService } from '../../test/support/service/service.ts'
import { shownTexts, textsOf } from '../../test/support/site/dictionary.ts'
import { pagePaths } from '../../test/support/site/explore-paths.ts'
import { unmarkedLinks } from '../../test/support/site/french-page.ts'
import { hrefsOf, textOf } from '../../test/support/site/page-content.ts'
import { commonName } from '../site/words/common-names.fr.ts'
import { words as english } from './words/en.ts'
import { words as french } from './words/fr.ts'

const browser = { headers: { accept: 'text/html' } }
let service: Service
beforeAll(async () => {
  service = await startService()
  // With one council, the home page is that council's.
  const merton = { slug: 'merton', name: 'Merton', divisionId: `${otherTown.divisionId}9` }
  await addTown(service, [], { ...otherTown, ...merton })
})
afterAll(() => service.stop())

const inFrench = (path: string) => `/fr${path === '/' ? '' : path}`
const shared = ['/', '/about', '/privacy', '/status', ...pagePaths]
const errors = [
  '/pemberley/motions/absent',
  '/pemberley/meetings?date_from=never',
  '/netherfield/motions',
  '/pemberley/absent',
]
const open = async (path: string) => (await service.call(path, browser)).body

describe('the dictionaries', () => {
  const [en, fr] = [textsOf(english), textsOf(french)]

  it('have the same words, in the same order', () => {
    expect(en.length).toBeGreaterThan(400)
    expect(fr.map(([path]) => path)).toEqual(en.map(([path]) => path))
  })

  it('have a no-break space before each colon and within guillemets in French', () => {
    for (const [path, texts] of fr)
      for (const text of texts) expect(text, path).not.toMatch(/ [:;?!»]|« |\p{L}:\s/u)
  })
})

describe('a page in French', () => {
  const frenchTexts = new Set(textsOf(french).flatMap(([, texts]) => texts))
  const texts = textsOf(english)
    .flatMap(([, texts]) => texts)
    .filter((text) => !frenchTexts.has(text) && text !== english.layout.language)
  const sentences = texts.filter((text) => text.split(' ').length > 2)

  it.each([...shared, ...errors])('%s has no words of the English dictionary', async (path) => {
    const shown = shownTexts(await open(inFrench(path)))
    const record = new Set(shownTexts(await open(path)).filter((text) => !texts.includes(text)))
    const own = shown.filter((text) => !record.has(text))
    // A step and an agenda item of the record have the same name as one of the dictionary.
    for (const text of own.filter((text) => !['Introduced', 'Reports'].includes(text))) {
      expect(texts, text).not.toContain(text)
      expect(sentences.filter((sentence) => text.includes(sentence))).toEqual([])
    }
    expect(own.length).toBeGreaterThan(5)
  })

  it.each([...shared, ...errors])('%s leads to pages in French', async (path) => {
    const html = await open(inFrench(path))
    expect(html).toContain('<html lang="fr-CA">')
    expect(unmarkedLinks(html)).toEqual([])
  })

  it.each(shared)('%s and that in English name each other', async (path) => {
    const [own, other] = [await open(path), await open(inFrench(path))]
    const bare = path.split('?')[0] ?? ''
    const alternates = (html: string) =>
      [...html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="([^"]*)"/g)].map(
        ([, language, href]) => [language, href],
      )
    if (!own.includes('noindex')) {
      expect(alternates(own)).toEqual([
        ['en', new URL(service.url + bare).href],
        ['fr', service.url + inFrench(bare)],
        ['x-default', new URL(service.url + bare).href],
      ])
      expect(alternates(other)).toEqual(alternates(own))
      expect(other).toContain('<meta property="og:locale" content="fr_CA"/>')
    }
    expect(other).toContain(`<link rel="canonical" href="${service.url}${inFrench(bare)}"/>`)
    // Defaults may follow.
    expect(hrefsOf(own).some((href) => href.startsWith(inFrench(path)))).toBe(true)
    expect(hrefsOf(other).some((href) => href.startsWith(path))).toBe(true)
  })

  it('has the status of that in English', async () => {
    for (const path of [...shared, ...errors]) {
      const [one, other] = [path, inFrench(path)].map((path) => service.call(path, browser))
      expect((await other)?.status, path).toBe((await one)?.status)
    }
  })

  it('has a cache entry of its own, also for the same cursor', async () => {
    const english = await service.call('/pemberley/meetings?date_to=2099-12-31', browser)
    const french = await service.call('/fr/pemberley/meetings?date_to=2099-12-31', browser)
    const etags = [english, french].map(({ headers }) => headers.get('etag'))
    expect(new Set(etags).size).toBe(2)
    const revalidated = await service.call('/fr/pemberley/meetings?date_to=2099-12-31', {
      headers: { 'if-none-match': etags[0] ?? '' },
    })
    expect(revalidated.status).toBe(200)
  })

  it.each([
    ['/pemberley/absent/path', ''],
    ['/pemberley/motions/absent', '/pemberley'],
    ['/netherfield/motions', ''],
    ['/absent', ''],
  ])('%s is nowhere, so its language switch leads to a page that exists', async (path, target) => {
    for (const [own, other] of [
      [path, `/fr${target}`],
      [inFrench(path), target || '/'],
    ] as const) {
      const { status, body } = await service.call(own, browser)
      expect(status).toBe(404)
      expect(body).toMatch(new RegExp(`<a href="${other}" lang="(en|fr)" hreflang="(en|fr)">`))
      expect(body).not.toContain('rel="canonical"')
      expect((await service.call(other, browser)).status).toBe(200)
      if (target !== '') expect(hrefsOf(body)).toContain(`${own.replace(path, '')}/pemberley/votes`)
    }
  })

  it('has the JSON error for programs on an unknown path of a council', async () => {
    const { status, json } = await service.call('/fr/pemberley/absent/path')
    expect([status, json.error.code]).toEqual([404, 'NOT_FOUND'])
    expect((await service.call('/pemberley/absent/path', { method: 'POST' })).status).toBe(404)
  })

  it('redirects a trailing slash, as in English', async () => {
    for (const [path, target] of [
      ['/fr/', '/fr'],
      ['/fr/pemberley/', '/fr/pemberley'],
    ] as const) {
      const { status, headers } = await service.call(path)
      expect([status, headers.get('location')]).toEqual([301, target])
    }
  })

  it('says in French what is wrong, and marks what is in English only', async () => {
    const invalid = await open('/fr/pemberley/meetings?date_from=never')
    expect(textOf(invalid)).toContain('«\u00a0never\u00a0» n’est pas une date (date_from).')
    expect(invalid).not.toContain('<p lang="en">')
    expect(await open(`/fr/pemberley/search?q=${'a'.repeat(257)}`)).toContain(
      'q peut avoir au plus 256 caractères.',
    )
    expect(await open('/fr/pemberley/motions?cursor=no')).toMatch(/<p lang="en">[^<]*cursor/)
  })

  it('of a search leads to the same one in English, without its defaults', async () => {
    expect(hrefsOf(await open('/fr/pemberley/search?q=lake'))).toContain('/pemberley/search?q=lake')
  })

  it('writes dates as in French', async () => {
    const text = textOf(await open('/fr/pemberley/meetings/2024-01-01-regular-council'))
    expect(text).toContain('Regular Council, le 1er janvier 2024')
  })

  it('agrees with the kind of a motion', async () => {
    const said = async (query: string) => textOf(await open(`/fr/pemberley/motions${query}`))
    expect(await said('?kind=amendment&result=Defeated')).toMatch(
      /Amendement rejeté [^.]+. Proposé par/,
    )
    expect(await said('?result=Carried')).toMatch(
      /Adoptée \d+ pour, \d+ contre [^.]+. Proposée par/,
    )
  })

  it('has the status of by-laws in French', async () => {
    const list = textOf(await open('/fr/pemberley/bylaws?status=adopted'))
    expect(list).toContain('Adopté (')
    expect(list).toMatch(/Règlement municipal \S+ · .*Adopté/s)
    expect(list).not.toContain('Adopted')
  })

  it('elides the preposition before a vowel', () => {
    expect(french.people.description('Ottawa')).toContain('d’Ottawa')
    expect(french.people.description('Élora')).toContain('d’Élora')
    expect(french.people.description('Gatineau')).toContain('de Gatineau')
    expect(french.people.description('Ville d’Ottawa')).toContain('de la Ville d’Ottawa')
  })
})

describe('names in French', () => {
  const records = [
    {
      ...{ kind: 'organization', key: 'drains', name: 'Drainage Committee' },
      ...{ classification: 'committee', name_fr: 'Comité du drainage' },
    },
    { kind: 'organization', key: 'council', name: 'Town Council', classification: 'council' },
    { kind: 'organization', key: 'barns', name: 'Barn Committee', classification: 'committee' },
    { kind: 'person', key: 'p', name: 'Ada Quill' },
    {
      ...{ kind: 'membership', key: 'm', person_key: 'p', organization_key: 'council' },
      ...{ role: 'Councillor', label: 'Ward 2 Millbrook' },
    },
    {
      ...{ kind: 'meeting', key: 'd', organization_key: 'drains', title: 'Drainage Committee' },
      ...{ date: '2026-03-04', status: 'completed' },
    },
  ]
  let town: string

  beforeAll(async () => {
    await addTown(service, records)
    town = otherTown.slug
  })

  it('are those of the record, then common ones, then those of the source', async () => {
    const bodies = textOf(await open(`/fr/${town}/bodies`))
    expect(bodies).toContain('Comité du drainage')
    expect(bodies).toContain('Conseil municipal')
    expect(bodies).toContain('Barn Committee')
    expect(bodies).not.toContain('Drainage Committee')
  })

  it('name meetings that are titled by their body, roles and wards', async () => {
    expect(textOf(await open(`/fr/${town}/meetings`))).toContain('Comité du drainage')
    const person = textOf(await open(`/fr/${town}/people/ada-quill`))
    expect(person).toContain('Conseillère ou conseiller, Quartier 2 Millbrook')
  })

  it.each([
    ['City of Ottawa', 'Ville d’Ottawa'],
    ['Town of Lowmere (sample)', 'Ville de Lowmere (exemple)'],
    ['Ward 14 Somerset', 'Quartier 14 Somerset'],
    ['Planning and Housing Committee', 'Comité de la planification et du logement'],
    ['Committee of Adjustment - Panel 2', 'Comité de dérogation, groupe 2'],
    ['Ottawa Public Library Board', 'Conseil de la bibliothèque publique d’Ottawa'],
    ['Parks and Barns Committee', 'Parks and Barns Committee'],
    ['Town of Pemberley Library Board', 'Conseil de la bibliothèque de la Ville de Pemberley'],
    ['Town of Weir-on-the-Lake', 'Ville de Weir-on-the-Lake'],
    // Half of a name would be in neither language.
    ...[
      'Town of Pemberley Committee of Adjustment',
      'Ward 3 Advisory Committee',
      'Municipality of the District of Weir',
      'City of Greater Weir',
      'Weir Regional Police Services Board',
      'Joint Library Board',
    ].map((name) => [name, name]),
    ['Report', 'Rapport'],
    ['constructor', 'constructor'],
  ])('common ones: %s is %s', (name, french) => {
    expect(commonName(name)).toBe(french)
  })

  it('are only on pages in French', async () => {
    const bodies = textOf(await open(`/${town}/bodies`))
    expect(bodies).toContain('Drainage Committee')
    expect(bodies).not.toContain('Comité')
  })
})
