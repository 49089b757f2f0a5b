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
}

/** Without a site file. */
export const defaultBranding: Branding = {
  digest: '',
  languages,
  firstLanguage: 'en',
  palettes: palettesOf(defaultAccent),
  name: null,
  shortName: null,
}

/** The branding that pages show, which a reload replaces. */
export interface LiveBranding {
  current: Branding
}
