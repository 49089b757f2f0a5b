import { defaultAccent, type Palettes, palettesOf } from './accent.ts'
import { type Language, languages } from './languages.ts'

/** A text as a page in some language shows it. */
export interface SiteText {
  text: string
  /** The language that it is in; null if it is the same in all. */
  language: Language | null
}

/** By the language of the page. */
export type SiteTexts = Readonly<Record<Language, SiteText>>

/** A picture of a site, as its file. */
export interface Crest {
  type: 'image/svg+xml' | 'image/png'
  base64: string
  /** The size tells the shape only. */
  width: number
  height: number
}

/** Whom a site belongs to, and what it adds to the pages, as its site file says. Plain data, for worker processes. */
export interface Branding {
  /** A digest of the site file and its crest; empty without a site file. */
  digest: string
  /** Whose pages lead to each other. */
  languages: readonly Language[]
  /** Of the home page, at the URL of the site. */
  firstLanguage: Language
  palettes: Palettes
  name: SiteTexts | null
  shortName: SiteTexts | null
  crest: { light: Crest; dark: Crest | null } | null
  contacts: Contacts
  headerLinks: readonly SiteLink[]
  footerLinks: readonly SiteLink[]
  prose: Readonly<Record<Prose, SiteTexts | null>>
  licence: SiteLink | null
}

/** Each is an e-mail address or an http(s) URL. */
export interface Contacts {
  record: string | null
  privacy: string | null
  accessibility: string | null
}

export interface SiteLink {
  text: SiteTexts
  /** By the language of the page, as the text. */
  url: SiteTexts
}

/** Texts of several paragraphs, in HTML. */
export const proses = ['home_text', 'about', 'privacy', 'terms', 'accessibility'] as const
export type Prose = (typeof proses)[number]

/** Without a site file. */
export const defaultBranding: Branding = {
  digest: '',
  languages,
  firstLanguage: 'en',
  palettes: palettesOf(defaultAccent),
  name: null,
  shortName: null,
  crest: null,
  contacts: { record: null, privacy: null, accessibility: null },
  headerLinks: [],
  footerLinks: [],
  prose: { home_text: null, about: null, privacy: null, terms: null, accessibility: null },
  licence: null,
}

/** The branding that pages show, which a reload replaces. */
export interface LiveBranding {
  current: Branding
}
