import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { siteFilePath } from '../../../test/support/site/fixture-sites.ts'
import { palettesOf } from '../../core/accent.ts'
import { defaultBranding } from '../../core/branding.ts'
import { languages } from '../../core/languages.ts'
import { siteLocales } from '../../site/locale.ts'
import { readBranding, readSiteFile } from './site-file.ts'
import { SiteFileError } from './site-file-error.ts'

const folder = mkdtempSync(join(tmpdir(), 'reeve-site-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

const path = join(folder, 'site.yaml')
function read(content: string | Buffer) {
  writeFileSync(path, content)
  return readSiteFile(path)
}

/** What is wrong with a file, without its path. */
async function issuesOf(content: string | Buffer): Promise<string[]> {
  const error = await read(content).catch((thrown: unknown) => thrown)
  expect(error, String(content).slice(0, 200)).toBeInstanceOf(SiteFileError)
  return (error as SiteFileError).issues.map((issue) => issue.slice(path.length + 1))
}

describe('a site file', () => {
  it('has the languages of the pages', () => {
    expect(siteLocales.map(({ language }) => language)).toEqual(languages)
  })

  it('is read with a digest of its own', async () => {
    const [one, other] = [await read('name: Alder Point'), await read('name: Birch Point')]
    expect(one.digest).toMatch(/^[0-9a-f]{12}$/)
    expect(one.digest).not.toBe(other.digest)
    expect(defaultBranding.digest).toBe('')
  })

  it('is the one beside the database, or the one that SITE_FILE names', async () => {
    await read('name: Beside')
    const named = join(folder, 'named.yaml')
    writeFileSync(named, 'name: Named')
    const databaseUrl = `sqlite:${join(folder, 'reeve.db')}`
    const nameOf = async (siteFile: string | null, url = databaseUrl) =>
      (await readBranding({ siteFile, databaseUrl: url })).name?.en.text
    expect(await nameOf(null)).toBe('Beside')
    expect(await nameOf(named)).toBe('Named')
    expect(await nameOf(named, 'postgres://h/d')).toBe('Named')
    expect(await nameOf(null, 'postgres://h/d')).toBeUndefined()
    expect(await nameOf(null, 'sqlite::memory:')).toBeUndefined()
    expect(await nameOf(null, `sqlite:${join(folder, 'elsewhere/reeve.db')}`)).toBeUndefined()
    await expect(nameOf(join(folder, 'absent.yaml'))).rejects.toThrow(SiteFileError)
  })

  it('makes the colours of both themes from the accent', async () => {
    expect((await read('accent: "#6A1B45"')).palettes).toEqual(palettesOf('#6a1b45'))
    expect((await read('accent: "#048"')).palettes).toEqual(palettesOf('#004488'))
    expect((await read('name: X')).palettes).toEqual(defaultBranding.palettes)
  })
})

describe('the languages of a site', () => {
  it.each([
    ['name: Alder Point', ['en', 'fr'], 'en'],
    ['name: {en: Alder Point, fr: Pointe-aux-Aulnes}', ['en', 'fr'], 'en'],
    ['name: {en: Alder Point, fr: Pointe-aux-Aulnes}\nfirst_language: fr', ['en', 'fr'], 'fr'],
    ['name: {en: Village of Alder Point}', ['en'], 'en'],
    ['name: {fr: Village de Pointe-aux-Aulnes}', ['fr'], 'fr'],
    ['name: Pointe-aux-Aulnes\nfirst_language: fr', ['en', 'fr'], 'fr'],
  ])('of %j are %j, with %j first', async (content, of, firstLanguage) => {
    expect(await read(content)).toMatchObject({ languages: of, firstLanguage })
  })

  it('say in which language a text is', async () => {
    const { name } = await read('name: {fr: Village de Pointe-aux-Aulnes}')
    const text = { text: 'Village de Pointe-aux-Aulnes', language: 'fr' }
    expect(name).toEqual({ en: text, fr: text })
    expect((await read('name: Alder Point')).name?.fr).toEqual({
      ...{ text: 'Alder Point', language: null },
    })
  })
})

describe('an invalid site file is rejected with the location and the reason:', () => {
  it.each([
    ['nam: X', ['1:1: unknown key nam: did you mean name?']],
    [
      'name: X\ncolor: "#123456"',
      [expect.stringMatching(/^2:1: unknown key color: known are name/)],
    ],
    ['name: {en: X, de: Y}', ['1:15: unknown key name.de: known are en, fr']],
    ['name: X\nname: Y', [expect.stringMatching(/^2:1: not YAML: Map keys must be unique/)]],
    ['name: "', [expect.stringMatching(/^1:\d+: not YAML: Missing closing "quote/)]],
    ['', ['1:1: the file is empty: give at least name']],
    ['~', ['1:1: the file is empty: give at least name']],
    ['- name', [expect.stringMatching(/^1:1: the file must have keys: name, /)]],
    ['name: 12', ['1:7: name must be a name of up to 80 characters, not 12 without quotes']],
    ['name: [X]', ['1:7: name must be a name of up to 80 characters']],
    [`name: ${'x'.repeat(81)}`, ['1:7: name must be a name of up to 80 characters, not 81']],
    ['name: "A\\nB"', ['1:7: name must be a name of up to 80 characters, on one line']],
    ['name: " "', ['1:7: name must be a name of up to 80 characters, on one line']],
    ['name:', ['1:1: name has no value']],
    ['accent: #123456', ['1:1: accent has no value: put it in quotes, because # begins a comment']],
    [
      'accent: 123456',
      ['1:9: accent must be a colour in quotes, such as "#0b4a43", not 123456 without quotes'],
    ],
    ['accent: plum', ['1:9: accent must be a colour in quotes, such as "#0b4a43", not "plum"']],
    [
      'name: X\naccent: "#FFD100"',
      [
        '2:9: accent #FFD100 is too light: white text on it has a contrast of 1.4 to 1, and needs 4.5 to 1 (WCAG 2.2 AA); the nearest that has it is "#8e7404"',
      ],
    ],
    ['first_language: de', ['1:17: first_language must be en or fr, not "de"']],
    ['name: {en: X}\nfirst_language: fr', ['2:17: first_language is fr, but all texts are in en']],
    [
      'name: {en: X, fr: Y}\nshort_name: {en: X}',
      ['2:13: short_name lacks fr, because name is in both (line 1)'],
    ],
    [
      'name: {en: X}\nshort_name: {fr: X}',
      [
        '1:7: name lacks fr, because other texts are in the other language',
        '2:13: short_name lacks en, because other texts are in the other language',
      ],
    ],
    [
      'name: &n X\nshort_name: *n',
      ['1:10: anchors (&) and aliases (*) are not supported: write the value out'],
    ],
    [Buffer.from('name:\n  \xff', 'latin1'), ['2:3: the file is not UTF-8 text']],
  ])('%j', async (content, issues) => {
    expect(await issuesOf(content)).toEqual(issues)
  })

  it('of 10 MB', async () => {
    const [issue] = await issuesOf(`name: ${'x'.repeat(10_000_000)}`)
    expect(issue).toBe('1:1: the file has 10000006 bytes; at most 256 KiB are allowed')
  })

  it.each(['['.repeat(200_000), `a: ${'{a: '.repeat(60_000)}`, '- '.repeat(100_000)])(
    'of lists in lists (%#)',
    async (content) => {
      const [issue, ...others] = await issuesOf(content)
      expect(issue).toMatch(/^1:\d+: (lists and maps are nested too deeply|not YAML)/)
      expect(others).toEqual([])
    },
  )

  it('of aliases that would be gigabytes', async () => {
    const lines = Array.from({ length: 12 }, (_, at) =>
      at === 0
        ? 'a0: &a0 [x, x, x, x, x, x, x, x, x]'
        : `a${at}: &a${at} [${Array(9).fill(`*a${at - 1}`)}]`,
    )
    const [issue] = await issuesOf([...lines, 'name: *a11'].join('\n'))
    expect(issue).toContain('anchors (&) and aliases (*) are not supported')
  })

  it('with at most twenty issues', async () => {
    const keys = Array.from({ length: 50 }, (_, at) => `key${at}: x`)
    expect(await issuesOf(keys.join('\n'))).toHaveLength(20)
  })

  it('that is a folder', async () => {
    await expect(readSiteFile(folder)).rejects.toMatchObject({
      issues: [`${folder}:1:1: the file is not a regular file`],
    })
  })
})

describe('the crest', () => {
  const svg = (content: string, attributes = 'viewBox="0 0 44 52"') =>
    `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`
  const readWith = (content: string | Buffer) => {
    writeFileSync(join(folder, 'crest.svg'), content)
    return read('crest: {light: crest.svg}')
  }

  it('is an SVG or a PNG with its size', async () => {
    const { crest } = await readWith(svg('<path d="M0 0"/><g><use href="#a"/></g>'))
    expect(crest).toMatchObject({ light: { type: 'image/svg+xml', width: 44, height: 52 } })
    expect((await readWith(svg('', 'width="10" height="20px"'))).crest?.light).toMatchObject({
      ...{ width: 10, height: 20 },
    })
    const png = readFileSync(join(dirname(siteFilePath('region')), 'logo.png'))
    expect((await readWith(png)).crest).toMatchObject({
      light: { type: 'image/png', width: 160, height: 120 },
      dark: null,
    })
  })

  it('changes the digest of the site', async () => {
    const [one, other] = [await readWith(svg('<g/>')), await readWith(svg('<g></g>'))]
    expect(one.digest).not.toBe(other.digest)
  })

  const html = 'http://www.w3.org/1999/xhtml'
  it.each([
    [svg('<script>alert(1)</script>'), 'has <script>, which is not allowed (line 1 of the SVG)'],
    [
      svg('\n<a:script xmlns:a="http://www.w3.org/2000/svg"/>'),
      'has <a:script>, which is not allowed (line 2',
    ],
    [svg('<SCRIPT/>'), 'has <SCRIPT>, which'],
    [svg('<g onclick="x()"/>'), 'has onclick, an event handler'],
    [svg('', 'viewBox="0 0 1 1" OnLoad="x"'), 'has OnLoad, an event handler'],
    [svg('<foreignObject/>'), 'has <foreignObject>'],
    [svg('<animate attributeName="href" to="x"/>'), 'has <animate>'],
    [svg('<image href="https://elsewhere.example/x.png"/>'), 'a reference outside of the file'],
    [svg('<image xlink:href="x.png"/>'), 'a reference outside of the file'],
    [svg('<image href="data:image/svg+xml,&lt;svg/&gt;"/>'), 'a reference outside of the file'],
    [svg('<a href="&#106;avascript:alert(1)"/>'), 'has href="javascript:alert(1)"'],
    [svg('<g data-x="java&#10;script:1"/>'), 'has javascript: in data-x'],
    [svg('<rect fill="url(https://x.example/#a)"/>'), 'has url(https://x.example/#a in fill'],
    [svg('<rect style="fill:u\\72l(//x.example)"/>'), 'has \\ in style'],
    [svg('<style>@import "https://x.example";</style>'), 'has @import in a style'],
    [svg('<style>@im<!-- -->port "https://x.example";</style>'), 'has @import in a style'],
    [svg('<style>@&#105;mport "https://x.example";</style>'), 'has @import in a style'],
    [svg('<style>@im<![CDATA[port]]> "https://x.example";</style>'), 'has @import in a style'],
    [svg('<style><style></style>@import "https://x.example";</style>'), 'has @import in a style'],
    [svg('<style><![CDATA[g{fill:url("//x.example")}]]></style>'), 'in a style, a reference'],
    [svg(`<g xmlns:h="${html}"><h:p/></g>`), 'has HTML'],
    [svg('<g xml:base="https://x.example"/>'), 'has xml:base'],
    [`<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`, 'has a DOCTYPE, which can define entities'],
    [`<?xml-stylesheet href="x.css"?>${svg('')}`, 'has <?xml-stylesheet>'],
    [`<?xml version="1.0" encoding="utf-16"?>${svg('')}`, 'is not in UTF-8'],
    [svg('<g>'), 'is not well-formed: <g> has no end'],
    [svg('', ''), 'is an SVG without a viewBox, or a width and a height in pixels'],
    ['<svg viewBox="0 0 1 1"/>', 'must be one <svg xmlns="http://www.w3.org/2000/svg">'],
    ['<html></html>', 'is neither a PNG nor an SVG'],
    [Buffer.from('89504e470d0a1a0a0000', 'hex'), 'is not a whole PNG'],
    [bigPng(), 'has 30000 × 30000 pixels; at most 2048 × 2048 are allowed'],
    [' '.repeat(20_000_000), 'has 20000000 bytes; at most 64 KiB are allowed'],
  ])('is rejected if it is %j', async (content, reason) => {
    const error = await readWith(content).catch((thrown: unknown) => thrown)
    const { issues } = error as SiteFileError
    expect(issues).toHaveLength(1)
    expect(issues[0]).toContain(`${path}:1:16: crest.light: "crest.svg" `)
    expect(issues[0]).toContain(reason)
  })

  it.each([
    [
      '{light: ../site.yaml}',
      '1:16: crest.light: "../site.yaml" must be in the folder of the site file',
    ],
    ['{light: absent.svg}', '1:16: crest.light: "absent.svg" does not exist'],
    ['{light: .}', '1:16: crest.light: "." is not a regular file'],
    ['{dark: crest.svg}', '1:8: crest must have light'],
    ['crest.svg', '1:8: crest must have keys: light, dark'],
  ])('is not %s', async (crest, issue) => {
    writeFileSync(join(folder, 'crest.svg'), svg('<g/>'))
    expect(await issuesOf(`crest: ${crest}`)).toEqual([issue])
  })
})

/** An empty picture whose header says that it is large. */
function bigPng(): Buffer {
  const bytes = Buffer.from(
    '89504e470d0a1a0a0000000d4948445200007530000075300802000000000000000000000049454e4400000000',
    'hex',
  )
  return bytes
}

describe('contacts, links and Markdown', () => {
  it('are read', async () => {
    const found = await readSiteFile(siteFilePath('city'))
    expect(found.contacts.privacy).toBe('vie-privee@grandpre.example')
    expect(found.headerLinks[0]?.url.fr.text).toBe('https://grandpre.example/services')
    expect(found.prose.about?.en.text).toBe(
      '<h2>Who looks after this record</h2>\n<p>The clerk’s office of Grandpré.</p>\n',
    )
    expect(found.licence?.text.fr.text).toBe('Licence ouverte de Grandpré')
  })

  it('begin at the second level of headings, and escape what looks like HTML', async () => {
    const { prose } = await read('about: |\n  # A & B\n\n  `<b>` 1 < 2 [x](https://x.example/"y)\n')
    expect(prose.about?.en.text).toBe(
      '<h2>A &amp; B</h2>\n<p><code>&lt;b&gt;</code> 1 &lt; 2 <a href="https://x.example/%22y">x</a></p>\n',
    )
  })

  it.each([
    ['> '.repeat(8000), '1:8: about: lists or quotes are nested too deeply'],
    ['a.'.repeat(600), '1:9: about: a word has more than 1000 characters'],
    ['word '.repeat(4000), '1:8: about: the text has 20000 characters; at most 16384 are allowed'],
  ])('are rejected if they keep a parser busy (%#)', async (text, reason) => {
    expect(await issuesOf(`about: ${JSON.stringify(text)}`)).toEqual([reason])
  })

  const rule = 'must begin with https://, http://, mailto:, tel:, / (a page of this site) or #'
  it.each([
    [
      'contacts: {record: Clerk}',
      ['1:20: contacts.record must be an e-mail address or an http(s) URL, not "Clerk"'],
    ],
    [
      'contacts: {record: "javascript:x"}',
      [expect.stringMatching(/^1:20: contacts.record must be/)],
    ],
    [
      'contacts: {press: a@b.example}',
      ['1:12: unknown key contacts.press: known are record, privacy, accessibility'],
    ],
    [
      'header_links: {text: x}',
      [expect.stringMatching(/^1:15: header_links must be a list of up to 4/)],
    ],
    [
      'header_links: [{text: x, url: "javascript:alert(1)"}]',
      [`1:31: header_links[0].url ${rule}, not "javascript:alert(1)"`],
    ],
    [
      'header_links: [{text: x, url: "//x.example"}]',
      [`1:31: header_links[0].url ${rule}, not "//x.example"`],
    ],
    ['footer_links: [{text: x}]', ['1:16: footer_links[0] must have text and url; url is missing']],
    ['licence: {url: https://x.example}', ['1:10: licence must have a name']],
    [
      'licence: {name: L, url: /licence}',
      ['1:25: licence.url must be an http(s) URL, not "/licence"'],
    ],
    [
      'name: X\nabout: |\n  One.\n\n  <script>alert(1)</script>\n',
      ['5:3: about: HTML is not allowed in Markdown: "<script>alert(1)</script>"'],
    ],
    [
      'about: a <b>b</b>',
      [
        '1:10: about: HTML is not allowed in Markdown: "<b>"',
        '1:14: about: HTML is not allowed in Markdown: "</b>"',
      ],
    ],
    [
      'terms: |\n  - See [this](javascript:alert(1)).\n',
      [`2:9: terms: a link ${rule}, not "javascript:alert(1)"`],
    ],
    ['terms: "[x](&#106;avascript:1)"', [`1:9: terms: a link ${rule}, not "&#106;avascript:1"`]],
    [
      'terms: |\n  [x][y]\n\n  [y]: data:text/html,x\n',
      [`2:3: terms: a link ${rule}, not "data:text/html,x"`],
    ],
    [
      'privacy: "![x](https://x.example/x.png)"',
      ['1:11: privacy: pictures are not allowed in Markdown: "![x](https://x.example/x.png)"'],
    ],
    [
      'name: {en: X, fr: Y}\nabout: One text.',
      ['2:8: about must be given as en and fr, because name is in both (line 1)'],
    ],
    [
      'about: {en: One}\nterms: {fr: Deux}',
      [
        '1:8: about lacks fr, because other texts are in the other language',
        '2:8: terms lacks en, because other texts are in the other language',
      ],
    ],
  ])('are rejected: %j', async (content, issues) => {
    expect(await issuesOf(content)).toEqual(issues)
  })
})
