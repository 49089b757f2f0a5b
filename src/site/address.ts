import type { Branding } from '../core/branding.ts'
import { english, type SiteLocale, siteLocales } from './locale.ts'

/** Where a page is, in all languages. */
export interface Address {
  siteUrl: string
  /** Without the prefix of a language. */
  path: string
  /** `?q=housing`. */
  query?: string
}

/** A path of the site in a language. */
export function pathIn({ prefix }: Pick<SiteLocale, 'prefix'>, path: string): string {
  return path === '/' ? prefix || path : prefix + path
}

/** The language of a path. */
export function localeOfPath(path: string): SiteLocale {
  const [, first = ''] = /^(\/[a-z]+)(?:[/?]|$)/.exec(path) ?? []
  return siteLocales.find(({ prefix }) => prefix === first) ?? english
}

type Languages = Pick<Branding, 'languages' | 'firstLanguage'>

/** The path of a page in a language. The home page of the first language is also at `/`. */
export function pathOf(
  { path, query = '' }: Pick<Address, 'path' | 'query'>,
  locale: SiteLocale,
  { firstLanguage }: Pick<Branding, 'firstLanguage'>,
): string {
  const leadsElsewhere = path === '/' && locale.prefix === '' && firstLanguage !== locale.language
  if (!leadsElsewhere) return pathIn(locale, path) + query
  return `/${query === '' ? '?' : `${query}&`}language=${locale.language}`
}

/** The URL of a page, without a query. */
export const canonicalOf = ({ siteUrl, path }: Address, locale: SiteLocale, languages: Languages) =>
  new URL(pathOf({ path }, locale, languages), siteUrl).href

/** The URL of a page in each language of the site; that in the first one is for everyone else too. */
export function alternatesOf(
  address: Address,
  { languages, firstLanguage }: Languages,
): (readonly [string, string])[] {
  const urls = siteLocales
    .filter(({ language }) => languages.includes(language))
    .map(
      (locale) =>
        [locale.language, canonicalOf(address, locale, { languages, firstLanguage })] as const,
    )
  const first = urls.find(([language]) => language === firstLanguage) ?? urls[0]
  return first === undefined ? urls : [...urls, ['x-default', first[1]]]
}
