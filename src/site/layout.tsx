import type { ComponentChildren } from 'preact'
import { queryLengthMax } from '../http/schema-types.ts'
import { type Address, alternatesOf, canonicalOf, localeOfPath, pathIn, pathOf } from './address.ts'
import { assets } from './assets.ts'
import { EnglishLink } from './english-link.tsx'
import { type FaceParts, useFace, useFaceParts } from './face.tsx'
import { english, LanguageProvider, type SiteLocale, siteLocales, useSiteLocale } from './locale.ts'
import { RunBy, SourceLink } from './operator.tsx'

export interface PageProps {
  title: string
  /** One sentence for search engines. */
  description?: string
  /** Path of the developers’ section that the navigation marks as current. */
  part?: string
  /** A search box in the first row of the header. */
  search?: SearchProps | undefined
  /** The sections below the header, and beside the content of wide screens; in place of the developers’ sections. */
  bar?: ComponentChildren
  /** Navigation beside the content; after it in the document, and on small screens. */
  navigation?: ComponentChildren
  /** English if absent. */
  locale?: SiteLocale
  /** Keeps the page out of search engines. */
  unlisted?: boolean
  /** Present if the page is in all languages and others may lead to it. */
  address?: Address
  /** The path that the language switch leads to, if the page is not in all languages. */
  switchTo?: string
  /** Path of the picture that links to the page show elsewhere; absent for that of the brand. */
  picture?: string
  /** The URL that says how other sites show the page (oEmbed). */
  oembed?: string
  /** A schema.org object that describes the subject of the page. */
  structured?: object
  /** URL paths of further style sheets, before that of the site. */
  styles?: readonly string[]
  /** URL paths of further scripts. */
  scripts?: readonly string[]
  children?: ComponentChildren
}

interface SearchProps {
  action: string
  label: string
  submit: string
  /** What was searched for. */
  value?: string
}

/** The layout of every page. */
export function Page({ locale = english, navigation, switchTo, ...page }: PageProps) {
  const other = switchTo === undefined ? page.address : { path: switchTo }
  const words = locale.words.layout
  return (
    <LanguageProvider value={locale.language}>
      <html lang={locale.tag}>
        <Head {...page} locale={locale} />
        <body class={layoutOf({ ...page, navigation })}>
          <a class="skip" href="#main">
            {words.skip}
          </a>
          <header class="site">
            <Brand />
            <nav class="top" aria-label={words.site}>
              <OwnLinks list="headerLinks" />
              <a href={pathIn(locale, '/docs')}>{words.developers}</a>
              {other !== undefined && <OtherLanguages {...other} />}
            </nav>
            {page.search !== undefined && <SearchBox {...page.search} />}
          </header>
          {page.bar ?? (page.part !== undefined && <DeveloperBar part={page.part} />)}
          <main id="main">{page.children}</main>
          {navigation}
          <Footer />
        </body>
      </html>
    </LanguageProvider>
  )
}

/** Whose site it is. */
function Brand() {
  const home = useHomePath()
  const { brand } = useFaceParts()
  return <a class="brand" href={home} dangerouslySetInnerHTML={{ __html: brand }} />
}

function layoutOf({ navigation, bar }: Pick<PageProps, 'navigation' | 'bar'>): string | undefined {
  if (navigation !== undefined) return 'with-side'
  return bar === undefined ? undefined : 'with-sections'
}

/** Links that the site has of its own. */
function OwnLinks({ list }: { list: 'headerLinks' | 'footerLinks' }) {
  const html = useFaceParts()[list]
  return html === '' ? null : <span class="links" dangerouslySetInnerHTML={{ __html: html }} />
}

/** Links to the page in the other languages of the site. */
function OtherLanguages({ path, query = '' }: Pick<Address, 'path' | 'query'>) {
  const { language: current } = useSiteLocale()
  const { branding } = useFace()
  const others = siteLocales.filter(
    ({ language }) => language !== current && branding.languages.includes(language),
  )
  return others.map((locale) => {
    const { language, words } = locale
    const href = pathOf({ path, query }, locale, branding)
    return (
      <a key={language} href={href} lang={language} hreflang={language}>
        {words.layout.language}
      </a>
    )
  })
}

function Head({ title, description, locale = english, ...page }: PageProps) {
  const { unlisted, address, structured, picture, oembed, styles = [], scripts = [] } = page
  const face = useFace()
  const canonical = address && canonicalOf(address, locale, face.branding)
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{withSiteName(title, face.parts[locale.language])}</title>
      {description !== undefined && <meta name="description" content={description} />}
      {unlisted === true && <meta name="robots" content="noindex" />}
      {canonical !== undefined && <link rel="canonical" href={canonical} />}
      {address !== undefined && unlisted !== true && <Alternates {...address} />}
      {[...styles, face.style.path].map((path) => (
        <link key={path} rel="stylesheet" href={path} />
      ))}
      <link rel="icon" href={face.icon.path} type={face.icon.type} />
      {face.icon === assets.icon && <link rel="apple-touch-icon" href={assets.touchIcon.path} />}
      <meta name="theme-color" content="#fbfaf7" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#14181a" media="(prefers-color-scheme: dark)" />
      {canonical !== undefined && unlisted !== true && (
        <Sharing {...{ title, description, picture, tag: locale.tag }} url={canonical} />
      )}
      {structured !== undefined && <StructuredData data={structured} />}
      {oembed !== undefined && (
        <link rel="alternate" type="application/json+oembed" href={oembed} title={title} />
      )}
      {[assets.script.path, ...scripts].map((path) => (
        <script key={path} src={path} defer />
      ))}
    </head>
  )
}

/** A title with the site that it is on, unless it ends in its name. */
function withSiteName(title: string, { name, shortName }: FaceParts): string {
  return title.endsWith(` · ${name.text}`) ? title : `${title} · ${shortName.text}`
}

function SearchBox({ action, label, submit, value }: SearchProps) {
  const box = { 'aria-label': label, placeholder: label, value, maxLength: queryLengthMax }
  return (
    <search>
      <form action={action} method="get">
        <input type="search" name="q" {...box} />
        <button type="submit">{submit}</button>
      </form>
    </search>
  )
}

function DeveloperBar({ part }: { part: string }) {
  const locale = useSiteLocale()
  const words = locale.words.layout
  const sections = [
    { path: pathIn(locale, '/docs'), name: words.documentation },
    { path: pathIn(locale, '/api/v1/docs'), name: words.reference },
    { path: pathIn(locale, '/settings/api-keys'), name: words.keys },
  ]
  const { developers: name } = words
  const current = pathIn(locale, part)
  return <SectionBar label={name} heading={{ name }} sections={sections} current={current} />
}

function Footer() {
  const locale = useSiteLocale()
  const words = locale.words.layout
  return (
    <footer class="site">
      <RunBy words={words} />
      <OwnLinks list="footerLinks" />
      <p>
        <a href={pathIn(locale, '/about')}>{words.about}</a> ·{' '}
        <a href={pathIn(locale, '/privacy')}>{words.privacy}</a> ·{' '}
        <a href={pathIn(locale, '/accessibility')}>{words.accessibility}</a> ·{' '}
        <a href={pathIn(locale, '/terms')}>{words.terms}</a> ·{' '}
        <a href={pathIn(locale, '/status')}>{words.status}</a> ·{' '}
        <a href={pathIn(locale, '/docs')}>{words.documentation}</a> ·{' '}
        <a href={pathIn(locale, '/api/v1/docs')}>{words.reference}</a> ·{' '}
        <a href={pathIn(locale, '/settings/api-keys')}>{words.keys}</a> ·{' '}
        <EnglishLink href="/api/v1/openapi.json">{words.openapi}</EnglishLink>
        <SourceLink words={words} />
      </p>
      <p>{words.runsOn}</p>
    </footer>
  )
}

interface SectionBarProps {
  /** The accessible name. */
  label: string
  /** What the sections belong to, with its own page if it has one. */
  heading: { name: string; path?: string }
  sections: readonly { path: string; name: string }[]
  /** Path of the section that is marked as current. */
  current: string | undefined
}

/** Links to the sections, below the header. */
export function SectionBar({ label, heading, sections, current }: SectionBarProps) {
  return (
    <nav class="sections" aria-label={label}>
      <strong>
        {heading.path === undefined ? (
          heading.name
        ) : (
          <a href={heading.path} aria-current={heading.path === current ? 'page' : undefined}>
            {heading.name}
          </a>
        )}
      </strong>
      {sections.map(({ path, name }) => (
        <a key={path} href={path} aria-current={path === current ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}

interface SharingProps {
  title: string
  description?: string | undefined
  /** Path of the picture; absent for that of the brand. */
  picture?: string | undefined
  /** The URL of the page. */
  url: string
  /** Language and region, BCP 47. */
  tag: string
}

/** What a link to the page shows elsewhere (Open Graph). */
function Sharing({ title, description, picture, url, tag }: SharingProps) {
  const { branding } = useFace()
  const { text: site } = useFaceParts().name
  const own = branding.name && `${localeOfPath(new URL(url).pathname).prefix}/picture.png`
  const shown = own === null ? assets.picture.path : `${own}?v=${branding.digest}`
  const image = new URL(picture ?? shown, url).href
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site} />
      <meta property="og:title" content={title} />
      {description !== undefined && <meta property="og:description" content={description} />}
      <meta property="og:url" content={url} />
      <meta property="og:locale" content={tag.replace('-', '_')} />
      <meta property="og:image" content={image} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={picture === undefined ? site : title} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** The page in each language, for search engines. */
function Alternates(address: Address) {
  const { branding } = useFace()
  return alternatesOf(address, branding).map(([language, url]) => (
    <link key={language} rel="alternate" hreflang={language} href={url} />
  ))
}

/** A schema.org object as JSON-LD. */
function StructuredData({ data }: { data: object }) {
  // `<` could end the script element.
  const html = JSON.stringify(data).replaceAll('<', '\\u003c')
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: html }} />
}

/** The path of the home page in the language of the page. */
function useHomePath(): string {
  const { branding } = useFace()
  return pathOf({ path: '/' }, useSiteLocale(), branding)
}

export function HomeLink({ text }: { text: string }) {
  return <a href={useHomePath()}>{text}</a>
}
