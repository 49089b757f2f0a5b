import { renderToString } from 'preact-render-to-string'
import type { SiteLocale } from '../../site/locale.ts'

/** CSS pixels. */
export const embedSize = { width: 600, height: 560 }

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
