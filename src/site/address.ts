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

/** The URL of a page by language; the first language is for everyone else too. */
export function alternatesOf({ siteUrl, path }: Address): (readonly [string, string])[] {
  const urls = siteLocales.map(
    (locale) => [locale.language, new URL(siteUrl + pathIn(locale, path)).href] as const,
  )
  return [...urls, ['x-default', new URL(siteUrl + path).href]]
}
