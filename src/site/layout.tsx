import type { ComponentChildren } from 'preact'
import { type Address, alternatesOf, canonicalOf, localeOfPath, pathIn } from './address.ts'
import { assets } from './assets.ts'
import { EnglishLink } from './english-link.tsx'
import { type Face, type FaceParts, type OptionalHeader, useFace, useFaceParts } from './face.tsx'
import { Header } from './header.tsx'
import { english, LanguageProvider, type SiteLocale, useSiteLocale } from './locale.ts'
import { RunBy, SourceLink } from './operator.tsx'

export interface PageProps extends OptionalHeader {
  title: string
  /** One sentence for search engines. */
  description?: string
  /** Path of the page for developers that the tabs mark as current. */
  part?: string
  /** Whether the page has a search box of its own, so that the header has none. */
  hasSearch?: boolean
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
  /** The URL of the Atom feed of what the page shows. */
  feed?: string
  /** A schema.org object that describes the subject of the page. */
  structured?: object
  /** URL paths of further style sheets, before that of the site. */
  styles?: readonly string[]
  /** URL paths of further scripts. */
  scripts?: readonly string[]
  children?: ComponentChildren
}

/** The layout of every page. */
export function Page({ locale = english, navigation, switchTo, ...page }: PageProps) {
  const other = switchTo === undefined ? page.address : { path: switchTo }
  const words = locale.words.layout
  return (
    <LanguageProvider value={locale.language}>
      <html lang={locale.tag}>
        <Head {...page} locale={locale} />
        <body class={navigation === undefined ? undefined : 'with-side'}>
          <a class="skip" href="#main">
            {words.skip}
          </a>
          <Header {...headerOf(page, useFace(), locale)} other={other} />
          {page.part !== undefined && <Developers part={page.part} />}
          <main id="main">{page.children}</main>
          {navigation}
          <Footer />
        </body>
      </html>
    </LanguageProvider>
  )
}

function Head({ title, description, locale = english, ...page }: PageProps) {
  const { unlisted, address, structured, picture, oembed, feed, styles = [], scripts = [] } = page
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
      {(['light', 'dark'] as const).map((theme) => (
        <meta
          key={theme}
          name="theme-color"
          content={face.branding.palettes[theme].band}
          media={`(prefers-color-scheme: ${theme})`}
        />
      ))}
      {canonical !== undefined && unlisted !== true && (
        <Sharing {...{ title, description, picture, tag: locale.tag }} url={canonical} />
      )}
      {structured !== undefined && <StructuredData data={structured} />}
      {oembed !== undefined && (
        <link rel="alternate" type="application/json+oembed" href={oembed} title={title} />
      )}
      {feed !== undefined && (
        <link rel="alternate" type="application/atom+xml" href={feed} title={title} />
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

/** Of the council of the page, or of the only one, whose sections are on every page of the site. */
function headerOf(page: Omit<PageProps, 'locale'>, { only }: Face, locale: SiteLocale) {
  const { council, sections, search } = page
  const isOwn = council === undefined && only !== null
  const header = isOwn ? only[locale.language] : { council, sections, search }
  return { ...header, search: page.hasSearch === true ? undefined : (search ?? header.search) }
}

/** The pages for developers, as tabs. */
function Developers({ part }: { part: string }) {
  const locale = useSiteLocale()
  const words = locale.words.layout
  const tabs = [
    ['/docs', words.documentation],
    ['/api/v1/docs', words.reference],
    ['/settings/api-keys', words.keys],
  ] as const
  return (
    <nav class="row tabs developers no-print" aria-label={words.developers}>
      {tabs.map(([path, name]) => (
        <a key={path} href={pathIn(locale, path)} aria-current={path === part ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}

function Footer() {
  const locale = useSiteLocale()
  const words = locale.words.layout
  const { footerLinks } = useFaceParts()
  return (
    <footer class="site">
      <div>
        <RunBy words={words} />
        {footerLinks !== '' && (
          <p class="links" dangerouslySetInnerHTML={{ __html: footerLinks }} />
        )}
      </div>
      <p class="links">
        <a href={pathIn(locale, '/about')}>{words.about}</a>{' '}
        <a href={pathIn(locale, '/privacy')}>{words.privacy}</a>{' '}
        <a href={pathIn(locale, '/accessibility')}>{words.accessibility}</a>{' '}
        <a href={pathIn(locale, '/terms')}>{words.terms}</a>{' '}
        <a href={pathIn(locale, '/status')}>{words.status}</a>{' '}
        <a href={pathIn(locale, '/docs')}>{words.documentation}</a>{' '}
        <a href={pathIn(locale, '/api/v1/docs')}>{words.reference}</a>{' '}
        <a href={pathIn(locale, '/settings/api-keys')}>{words.keys}</a>{' '}
        <EnglishLink href="/api/v1/openapi.json">{words.openapi}</EnglishLink>{' '}
        <SourceLink words={words} />
      </p>
      <p>{words.runsOn}</p>
    </footer>
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
