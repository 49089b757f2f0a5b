import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
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
      issues: [`${folder}: is not a file`],
    })
  })
})
