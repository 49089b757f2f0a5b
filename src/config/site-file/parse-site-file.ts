import { isMap, isSeq } from 'yaml'
import {
  contrast,
  contrastMin,
  defaultAccent,
  nearestAccent,
  palettesOf,
  parseColour,
} from '../../core/accent.ts'
import {
  type Branding,
  type Contacts,
  type Crest,
  type Prose,
  proses,
  type SiteLink,
  type SiteTexts,
} from '../../core/branding.ts'
import { languages } from '../../core/languages.ts'
import { isEmailAddress, isWebUrl } from '../../core/web-url.ts'
import { lineMax, linksMax, siteFields, subFields, topFields } from './fields.ts'
import { isLink, linkRule, renderMarkdown } from './markdown.ts'
import type { SiteFileIssue } from './site-file-error.ts'
import { type SiteLanguages, WrittenTexts } from './texts.ts'
import { type Entry, YamlReader } from './yaml-reader.ts'

/** Reads a picture in the folder of the site file; a text says what is wrong with it. */
export type ReadPicture = (name: string) => Crest | string

/** Undefined if there are issues, which are added to those given. */
export function parseSiteFile(
  text: string,
  readPicture: ReadPicture,
  issues: SiteFileIssue[],
): Omit<Branding, 'digest'> | undefined {
  const reader = new YamlReader(text)
  const root = reader.root()
  const branding = root && new SiteFileReading(reader, readPicture).read(root)
  issues.push(...reader.issues)
  return reader.issues.length === 0 ? branding : undefined
}

/** The result is final after all texts were read, from which follows what languages there are. */
type Pending<T> = (found: SiteLanguages) => T

class SiteFileReading {
  readonly #reader: YamlReader
  readonly #readPicture: ReadPicture
  readonly #texts: WrittenTexts

  constructor(reader: YamlReader, readPicture: ReadPicture) {
    this.#reader = reader
    this.#readPicture = readPicture
    this.#texts = new WrittenTexts(reader)
  }

  read(root: Entry): Omit<Branding, 'digest'> {
    const found = this.#reader.map(root, topFields)
    const pending = {
      name: this.#name(found.name, 'name'),
      shortName: this.#name(found.short_name, 'short_name'),
      headerLinks: this.#links(found.header_links, 'header_links'),
      footerLinks: this.#links(found.footer_links, 'footer_links'),
      prose: proses.map((prose) => [prose, this.#prose(found[prose])] as const),
      licence: this.#licence(found.licence),
    }
    const of = this.#texts.languages(this.#firstLanguage(found.first_language))
    const prose = pending.prose.map(([name, text]) => [name, text(of)])
    return {
      ...of,
      palettes: palettesOf(this.#accent(found.accent)),
      name: pending.name(of),
      shortName: pending.shortName(of),
      crest: this.#crest(found.crest),
      contacts: this.#contacts(found.contacts),
      headerLinks: pending.headerLinks(of),
      footerLinks: pending.footerLinks(of),
      prose: Object.fromEntries(prose) as Record<Prose, SiteTexts | null>,
      licence: pending.licence(of),
    }
  }

  #name(entry: Entry | undefined, field: 'name' | 'short_name' | 'licence.name') {
    const { takes } = siteFields[field]
    return this.#texts.add(entry, {
      isName: true,
      read: (one) => this.#line(one, { max: lineMax[field], takes }),
    })
  }

  #line(entry: Entry, { max, takes }: { max: number; takes: string }): string | undefined {
    const text = this.#reader.string(entry, takes)?.trim()
    if (text === undefined) return undefined
    if (text !== '' && text.length <= max && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text)) return text
    const wrong = text.length > max ? `, not ${text.length}` : ', on one line'
    this.#reader.fail(entry, `${entry.path} must be ${takes}${wrong}`)
    return undefined
  }

  #prose(entry: Entry | undefined) {
    const read = (one: Entry) => {
      const text = this.#reader.string(one, 'Markdown')
      const rendered = text === undefined ? { issues: [] } : renderMarkdown(text)
      if ('html' in rendered) return rendered.html
      for (const { snippet, reason } of rendered.issues)
        this.#reader.failIn(one, snippet, `${one.path}: ${reason}`)
      return undefined
    }
    return this.#texts.add(entry, { read })
  }

  #links(
    entry: Entry | undefined,
    field: 'header_links' | 'footer_links',
  ): Pending<readonly SiteLink[]> {
    if (entry === undefined) return () => []
    const { node, path } = entry
    if (!isSeq(node) || node.items.length > linksMax[field]) {
      this.#reader.fail(entry, `${path} must be ${siteFields[field].takes}`)
      return () => []
    }
    const links = (node.items as Entry['node'][]).map((item, at) =>
      this.#link({ path: `${path}[${at}]`, node: item }),
    )
    return (of) => links.map((link) => link(of)).filter((link) => link !== null)
  }

  #link(entry: Entry): Pending<SiteLink | null> {
    const { text, url } = this.#reader.map(entry, ['text', 'url'])
    const missing = text === undefined ? 'text' : 'url'
    if (isMap(entry.node) && (text === undefined || url === undefined))
      this.#reader.fail(entry, `${entry.path} must have text and url; ${missing} is missing`)
    const takes = `a text of up to ${lineMax.text} characters`
    const [textOf, urlOf] = [
      this.#texts.add(text, { read: (one) => this.#line(one, { max: lineMax.text, takes }) }),
      this.#texts.add(url, { isName: true, read: (one) => this.#url(one) }),
    ]
    return (of) => linkOf(textOf(of), urlOf(of))
  }

  #url(entry: Entry): string | undefined {
    const url = this.#reader.string(entry, 'a URL')
    if (url === undefined || isLink(url)) return url
    this.#reader.fail(entry, `${entry.path} ${linkRule}, not ${shown(url)}`)
    return undefined
  }

  #licence(entry: Entry | undefined): Pending<SiteLink | null> {
    if (entry === undefined) return () => null
    const found = this.#reader.map(entry, subFields('licence'))
    if (isMap(entry.node) && found.name === undefined)
      this.#reader.fail(entry, 'licence must have a name')
    const name = this.#name(found.name, 'licence.name')
    const url = this.#texts.add(found.url, { isName: true, read: (one) => this.#webUrl(one) })
    return (of) => linkOf(name(of), url(of) ?? noUrl)
  }

  #webUrl(entry: Entry): string | undefined {
    const { takes } = siteFields['licence.url']
    const url = this.#reader.string(entry, takes)
    if (url === undefined || isWebUrl(url)) return url
    this.#reader.fail(entry, `${entry.path} must be ${takes}, not ${shown(url)}`)
    return undefined
  }

  #contacts(entry: Entry | undefined): Contacts {
    const found = entry === undefined ? {} : this.#reader.map(entry, subFields('contacts'))
    const read = (name: keyof Contacts) => this.#contact(found[name], `contacts.${name}`)
    return {
      record: read('record'),
      privacy: read('privacy'),
      accessibility: read('accessibility'),
    }
  }

  #contact(entry: Entry | undefined, field: `contacts.${keyof Contacts}`): string | null {
    const { takes } = siteFields[field]
    const text = entry && this.#reader.string(entry, takes)
    if (entry === undefined || text === undefined) return null
    if (isEmailAddress(text) || isWebUrl(text)) return text
    this.#reader.fail(entry, `${entry.path} must be ${takes}, not ${shown(text)}`)
    return null
  }

  #crest(entry: Entry | undefined): Branding['crest'] {
    if (entry === undefined) return null
    const found = this.#reader.map(entry, subFields('crest'))
    if (isMap(entry.node) && found.light === undefined)
      this.#reader.fail(entry, 'crest must have light')
    const [light, dark] = [this.#picture(found.light), this.#picture(found.dark)]
    return light && { light, dark }
  }

  #picture(entry: Entry | undefined): Crest | null {
    const name = entry && this.#reader.string(entry, siteFields['crest.light'].takes)
    if (entry === undefined || name === undefined) return null
    const read = this.#readPicture(name)
    if (typeof read !== 'string') return read
    this.#reader.fail(entry, `${entry.path}: ${shown(name)} ${read}`)
    return null
  }

  #firstLanguage(entry: Entry | undefined) {
    const { takes } = siteFields.first_language
    const text = entry && this.#reader.string(entry, takes)
    if (entry === undefined || text === undefined) return undefined
    const language = languages.find((one) => one === text)
    if (language !== undefined) return { entry, language }
    this.#reader.fail(entry, `first_language must be ${takes}, not ${shown(text)}`)
    return undefined
  }

  #accent(entry: Entry | undefined): string {
    const { takes } = siteFields.accent
    const text = entry && this.#reader.string(entry, takes)
    if (entry === undefined || text === undefined) return defaultAccent
    const colour = parseColour(text)
    if (colour === undefined) {
      this.#reader.fail(entry, `accent must be ${takes}, not ${shown(text)}`)
      return defaultAccent
    }
    const nearest = nearestAccent(colour)
    if (nearest !== colour)
      this.#reader.fail(
        entry,
        `accent ${text} is too light: white text on it has a contrast of ${ratio(colour)} to 1, and needs ${contrastMin} to 1 (WCAG 2.2 AA); the nearest that has it is "${nearest}"`,
      )
    return nearest
  }
}

const noText = { text: '', language: null }
const noUrl: SiteTexts = { en: noText, fr: noText }

const linkOf = (text: SiteTexts | null, url: SiteTexts | null) => text && url && { text, url }

const shown = (text: string) => JSON.stringify(text.slice(0, 60))

/** Rounded down, so that a ratio that is too low is never shown as enough. */
const ratio = (colour: string) => Math.floor(contrast('#ffffff', colour) * 10) / 10
