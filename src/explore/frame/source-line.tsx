import { renderToString } from 'preact-render-to-string'
import { joinParts } from '../../core/join-parts.ts'
import { contactUrl } from '../../core/operator.ts'
import { pathIn } from '../../site/address.ts'
import { ExternalLink } from '../../site/external-link.tsx'
import { useFace } from '../../site/face.tsx'
import type { SiteLocale } from '../../site/locale.ts'
import { Phrase } from '../../site/phrase.tsx'
import { urlOf } from '../list-page.ts'
import { useLocale, wordOf } from '../locale.ts'
import { portalOf } from '../parts/sitting.tsx'
import type { Visit } from '../visit.ts'

export interface Citation {
  /** What is cited: City of Ottawa, Motion 2026-78-05, April 22, 2026. */
  text: string
  /** Path of the same record in the v1 API. */
  v1: string
  /** Path of the same record in the Open Civic Data API, which needs no key. */
  ocd?: string | undefined
  /** Whether other sites can show the page. */
  isEmbeddable?: true
  /** What the page is filtered by, which its URL needs. */
  query?: Readonly<Record<string, unknown>>
}

interface SourceLineProps {
  visit: Visit
  citation: Citation
  /** Of the page. */
  title: string
}

/** Where a page comes from, how to get it as data, how to cite it, and whom to tell about a mistake. */
export function SourceLine({ visit, citation, title }: SourceLineProps) {
  const locale = useLocale()
  const { words } = locale
  const { siteUrl, baseUrl } = visit.config
  const url = `${siteUrl}${urlOf(visit.path, citation.query ?? {})}`
  return (
    <section class="source" aria-label={words.source.heading}>
      <p>
        <Origin visit={visit} />
      </p>
      <div class="row">
        <details>
          <summary>{words.source.json}</summary>
          <p>
            <Phrase
              text={words.source.jsonHow}
              values={{
                key: <a href={pathIn(locale, '/settings/api-keys')}>{words.source.key}</a>,
              }}
            />
          </p>
          <pre class="call" data-copy={words.source.copyCall}>
            {`curl -H "X-API-Key: YOUR_KEY" "${baseUrl}${citation.v1}"`}
          </pre>
        </details>
        {citation.ocd !== undefined && <a href={`${baseUrl}${citation.ocd}`}>{words.source.ocd}</a>}
        <details class="cite">
          <summary>{words.source.cite}</summary>
          <p data-copy={words.source.copyCitation}>{joinParts(citation.text, url)}</p>
        </details>
        {citation.isEmbeddable === true && <PutOnSite visit={visit} title={title} />}
        <Report url={url} />
      </div>
    </section>
  )
}

/** The code that shows the page on another site. */
function PutOnSite({ visit, title }: Pick<SourceLineProps, 'visit' | 'title'>) {
  const { words } = useLocale()
  const { locale, path, config, municipality } = visit
  const url = `${config.siteUrl}${embedPathOf(locale, path)}`
  return (
    <details>
      <summary>{words.embed.put}</summary>
      <p>{words.embed.how}</p>
      <pre class="call" data-copy={words.embed.copy}>
        {embedCode({ url, title: `${title} · ${municipality.name}` })}
      </pre>
    </details>
  )
}

export function Origin({ visit }: { visit: Visit }) {
  const { lastImport, municipality } = visit
  const { words, dateAt } = useLocale()
  if (lastImport === undefined) return <>{words.source.notImported}</>
  const { importer, finishedAt } = lastImport
  const system = importer === null ? undefined : wordOf(words.source.importer, importer)
  const name = system === undefined ? municipality.name : `${municipality.name} (${system})`
  const values = {
    source: <ExternalLink href={portalOf(visit)}>{name}</ExternalLink>,
    date: <time dateTime={finishedAt}>{dateAt(finishedAt, municipality.timeZone)}</time>,
  }
  return <Phrase text={words.source.from} values={values} />
}

function Report({ url }: { url: string }) {
  const { words } = useLocale()
  const { record } = useFace().contacts
  if (record === null) return <span class="quiet">{words.source.noContact}</span>
  const contact = contactUrl(record)
  const subject = encodeURIComponent(words.source.reportSubject(url))
  const href = contact.startsWith('mailto:') ? `${contact}?subject=${subject}` : contact
  return <a href={href}>{words.source.report}</a>
}

interface ListNames {
  title: string
  /** Of the list in the v1 API. */
  v1: string
  /** Of the list in the Open Civic Data API, which has no by-laws. */
  ocd?: string | undefined
}

/** A list with the filters of the page, in both APIs. */
export function citeList({ municipality, query }: Visit, { title, v1, ocd }: ListNames): Citation {
  const { cursor, ...filters } = query
  return {
    text: `${municipality.name}, ${title}`,
    v1: urlOf(`/api/v1/${municipality.slug}/${v1}`, filters),
    query: filters,
    ocd: ocd && `/api/ocd/${municipality.slug}/${ocd}`,
  }
}

/** CSS pixels. */
export const embedSize = { width: 600, height: 640 }

interface EmbedCode {
  /** The URL of the embed. */
  url: string
  title: string
  width?: number
  height?: number
}

/** The HTML that shows an embed on another site. */
export function embedCode({ url, title, ...given }: EmbedCode): string {
  const size = { ...embedSize, ...given }
  const style = 'border:0;max-width:100%'
  return renderToString(<iframe src={url} title={title} {...size} style={style} loading="lazy" />)
}

/** Where the embed of a page is. */
export const embedPathOf = ({ prefix }: Pick<SiteLocale, 'prefix'>, page: string) =>
  `${prefix}/embed${page.slice(prefix.length)}`

/** Where others ask how to show a page (oEmbed 1.0). */
export const oembedUrlOf = (siteUrl: string, page: string) =>
  `${siteUrl}/oembed?url=${encodeURIComponent(page)}`
