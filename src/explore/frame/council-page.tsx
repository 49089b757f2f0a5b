import type { ComponentChildren } from 'preact'
import { useContext } from 'preact/hooks'
import { partsMax } from '../../core/parts-max.ts'
import { EnglishLink } from '../../site/english-link.tsx'
import { Page } from '../../site/layout.tsx'
import { LanguageProvider } from '../../site/locale.ts'
import { CouncilContext } from '../council-context.ts'
import { urlOf } from '../list-page.ts'
import { LawProvider } from '../locale.ts'
import { paths } from '../paths.ts'
import { Picture, PictureContext, picturePathOf, type Subject } from '../picture/picture.tsx'
import type { Visit } from '../visit.ts'
import { councilHeader, type Section } from './council-header.ts'
import { type MarkProps, Marks } from './marks.tsx'
import { type Citation, oembedUrlOf, SourceLine } from './source-line.tsx'

interface FeedOfPage {
  path: string
  filters?: Visit['query']
}

interface CouncilPageProps {
  visit: Visit
  title: string
  description?: string
  section?: Section
  /** The way here, outermost first. */
  crumbs?: readonly ComponentChildren[]
  /** Where the record is in the APIs, and how to cite it; absent on pages that are not about a record. */
  citation?: Citation
  unlisted?: boolean
  /** Path of the table that the page shows, below the council; with the filters of the page, unless it has others. */
  table?: { path: string; filters?: Readonly<Record<string, unknown>> }
  /** Path of the calendar of the meetings on the page, below the feeds of the council. */
  calendar?: string | undefined
  /** Path of the feed of what the page shows, below the feeds of the council; with the filters of the page, unless it has others. */
  feed?: FeedOfPage
  /** Whether it begins with a coloured panel, on which a link to what can be taken away cannot be read. */
  hasPanel?: boolean
  /** Whether there is nothing at this address, in any language. */
  isMissing?: boolean
  /** Whether the page has its own search box. */
  isSearch?: boolean
  /** The subject of the page as a schema.org object. */
  structured?: object
  /** The votes that its picture shows. */
  tally?: Subject['tally']
  chamber?: Subject['chamber']
  /** What the operator did to the record that the page is about. */
  marks?: MarkProps
  /** Whether a list of the record has more entries than the page shows. */
  isShortened?: boolean
  children: ComponentChildren
}

/** The layout of pages about a council. */
export function CouncilPage({ visit, crumbs = [], citation, children, ...page }: CouncilPageProps) {
  const { locale, municipality } = visit
  const { title, description, unlisted, structured, tally, chamber } = page
  if (useContext(PictureContext))
    return (
      <LanguageProvider value={locale.language}>
        <Picture council={municipality.name} {...{ title, description, tally, chamber }} />
      </LanguageProvider>
    )
  return (
    <CouncilContext.Provider value={municipality}>
      <LawProvider value={municipality.lawKind}>
        <Page
          title={`${title} · ${municipality.name}`}
          {...(description !== undefined && { description })}
          {...(unlisted !== undefined && { unlisted })}
          {...(structured !== undefined && { structured })}
          picture={picturePathOf(visit.path)}
          {...(page.feed !== undefined && { feed: feedUrlOf(visit, page.feed) })}
          {...(citation?.isEmbeddable && { oembed: oembedOf(visit) })}
          locale={locale}
          {...(page.isMissing ? switchOf(visit) : { address: addressOf(visit) })}
          {...councilHeader(visit, page.section)}
          hasSearch={page.isSearch === true}
        >
          {page.hasPanel !== true && <ToStrip visit={visit} {...page} />}
          {crumbs.length > 0 && <Crumbs crumbs={crumbs} label={locale.words.frame.crumbs} />}
          {page.isShortened && <p>{locale.words.frame.shortened(locale.count(partsMax))}</p>}
          {page.marks !== undefined && <Marks {...page.marks} />}
          {children}
          <Strip visit={visit} {...page} />
          {citation !== undefined && <SourceLine visit={visit} citation={citation} title={title} />}
          <AsOf visit={visit} />
        </Page>
      </LawProvider>
    </CouncilContext.Provider>
  )
}

type StripProps = Pick<CouncilPageProps, 'visit' | 'table' | 'calendar' | 'feed'>

const stripId = 'take-away'

/** What is in the strip; empty without one. */
function stripLabelOf({ visit, ...has }: StripProps): string {
  const { short } = visit.locale.words.strip
  return (['calendar', 'table', 'feed'] as const)
    .flatMap((part) => (has[part] === undefined ? [] : short[part]))
    .join(' · ')
}

/** A link to the strip beside the heading, as a page can be long. */
function ToStrip(props: StripProps) {
  const label = stripLabelOf(props)
  if (label === '') return null
  return (
    <p class="to-strip no-print">
      <a href={`#${stripId}`}>{label}</a>
    </p>
  )
}

/** How to take away what the page shows. */
function Strip(props: StripProps) {
  const { visit, table, calendar, feed } = props
  if (table === undefined && calendar === undefined && feed === undefined) return null
  const { municipality, locale, query, config } = visit
  const { strip } = locale.words
  const feeds = `${locale.prefix}/feeds/${municipality.slug}`
  const file = calendar && `${feeds}/${calendar}.ics`
  return (
    <nav class="row" id={stripId} aria-label={stripLabelOf(props)}>
      {table !== undefined && (
        <EnglishLink
          isSaid
          href={urlOf(`/${municipality.slug}/${table.path}.csv`, {
            ...filtersOf(table.filters ?? query),
            for: 'spreadsheet',
          })}
        >
          {strip.csv}
        </EnglishLink>
      )}
      {file !== undefined && (
        <>
          <a href={file}>{strip.calendarFile}</a>
          <a href={`${config.siteUrl.replace(/^https?/, 'webcal')}${file}`}>{strip.calendar}</a>
        </>
      )}
      {feed !== undefined && (
        <a
          href={urlOf(
            `${paths.follow(municipality)}/${feed.path}`,
            filtersOf(feed.filters ?? query),
          )}
        >
          {strip.follow(feed.path, config.mailFrom !== null)}
        </a>
      )}
    </nav>
  )
}

function feedUrlOf(visit: Visit, { path, filters = visit.query }: FeedOfPage) {
  const { municipality, locale, config } = visit
  const feed = `${config.siteUrl}${locale.prefix}/feeds/${municipality.slug}/${path}.atom`
  return urlOf(feed, filtersOf(filters))
}

/** Without the position in a list, its order and its view. */
function filtersOf({ cursor, view, sort, page, ...filters }: Visit['query']) {
  return filters
}

/** The day up to which the source speaks. */
function AsOf({ visit: { municipality, locale } }: { visit: Visit }) {
  const { asOf } = municipality
  return asOf && <p class="quiet">{locale.words.frame.asOf(locale.date(asOf))}</p>
}

const oembedOf = ({ config, path }: Visit) => oembedUrlOf(config.siteUrl, config.siteUrl + path)

function addressOf({ config, locale, path, query }: Visit) {
  // The search defaults to its first page.
  const { page, ...others } = query
  const given = page === 1 ? others : query
  return {
    siteUrl: config.siteUrl,
    path: path.slice(locale.prefix.length),
    query: urlOf('', given),
  }
}

const switchOf = ({ municipality }: Visit) => ({ switchTo: `/${municipality.slug}` })

function Crumbs({ crumbs, label }: { crumbs: readonly ComponentChildren[]; label: string }) {
  return (
    <nav class="crumbs" aria-label={label}>
      <ol>
        {crumbs.map((crumb, at) => (
          <li key={at}>{crumb}</li>
        ))}
      </ol>
    </nav>
  )
}
