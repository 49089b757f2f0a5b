import type { ComponentChildren } from 'preact'
import { assets } from './assets.ts'
import { type FrameWords, frameWords } from './frame-words.en.ts'
import { RunBy, SourceLink } from './operator.tsx'
import { SectionBar } from './section-bar.tsx'
import { Sharing, StructuredData } from './sharing.tsx'

export interface PageProps {
  title: string
  /** One sentence for search engines. */
  description?: string
  /** Path of the developers’ section that the navigation marks as current. */
  part?: string
  /** A search box in the first row of the header. */
  search?: SearchProps | undefined
  /** The second row of the header, in place of the developers’ sections. */
  bar?: ComponentChildren
  /** Navigation beside the content; after it in the document, and on small screens. */
  navigation?: ComponentChildren
  /** BCP 47. */
  language?: string
  words?: FrameWords
  /** Keeps the page out of search engines. */
  unlisted?: boolean
  /** The URL of the page, if others may lead to it. */
  canonical?: string
  /** A schema.org object that describes the subject of the page. */
  structured?: object
  children?: ComponentChildren
}

interface SearchProps {
  action: string
  label: string
  submit: string
}

/** The layout of every page. */
export function Page({ words = frameWords, language = 'en-CA', navigation, ...page }: PageProps) {
  return (
    <html lang={language}>
      <Head {...page} language={language} />
      <body class={navigation === undefined ? undefined : 'with-side'}>
        <a class="skip" href="#main">
          {words.skip}
        </a>
        <header class="site">
          <a class="brand" href="/">
            <img src={assets.icon.path} width="26" height="26" alt="" />
            Reeve
          </a>
          <nav class="top" aria-label={words.site}>
            <a href="/">{words.councils}</a>
            <a href="/docs">{words.developers}</a>
          </nav>
          {page.search !== undefined && <SearchBox {...page.search} />}
          {page.bar ?? (page.part !== undefined && <DeveloperBar words={words} part={page.part} />)}
        </header>
        <main id="main">{page.children}</main>
        {navigation}
        <Footer words={words} />
      </body>
    </html>
  )
}

function Head({ title, description, language = 'en-CA', ...page }: PageProps) {
  const { unlisted, canonical, structured } = page
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title === 'Reeve' ? title : `${title} · Reeve`}</title>
      {description !== undefined && <meta name="description" content={description} />}
      {unlisted === true && <meta name="robots" content="noindex" />}
      {canonical !== undefined && <link rel="canonical" href={canonical} />}
      <link rel="stylesheet" href={assets.style.path} />
      <link rel="icon" href={assets.icon.path} type={assets.icon.type} />
      <link rel="apple-touch-icon" href={assets.touchIcon.path} />
      <meta name="theme-color" content="#fbfaf7" media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content="#14181a" media="(prefers-color-scheme: dark)" />
      {canonical !== undefined && unlisted !== true && (
        <Sharing {...{ title, description, language }} url={canonical} />
      )}
      {structured !== undefined && <StructuredData data={structured} />}
      <script src={assets.script.path} defer />
    </head>
  )
}

function SearchBox({ action, label, submit }: SearchProps) {
  return (
    <search>
      <form action={action} method="get">
        <input type="search" name="q" aria-label={label} maxLength={256} />
        <button type="submit">{submit}</button>
      </form>
    </search>
  )
}

function DeveloperBar({ words, part }: { words: FrameWords; part: string }) {
  const sections = [
    { path: '/docs', name: words.documentation },
    { path: '/api/v1/docs', name: words.reference },
    { path: '/settings/api-keys', name: words.keys },
  ]
  const { developers } = words
  return <SectionBar label={developers} heading={developers} sections={sections} current={part} />
}

function Footer({ words }: { words: FrameWords }) {
  return (
    <footer class="site">
      <p>{words.purpose}</p>
      <RunBy words={words} />
      <p>
        <a href="/about">{words.about}</a> · <a href="/privacy">{words.privacy}</a> ·{' '}
        <a href="/docs">{words.documentation}</a> · <a href="/api/v1/docs">{words.reference}</a> ·{' '}
        <a href="/api/v1/openapi.json">{words.openapi}</a>
        <SourceLink words={words} />
      </p>
    </footer>
  )
}
