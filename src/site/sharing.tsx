import { type Address, alternatesOf } from './address.ts'
import { assets } from './assets.ts'

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
export function Sharing({ title, description, picture, url, tag }: SharingProps) {
  const image = new URL(picture ?? assets.picture.path, url).href
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Reeve" />
      <meta property="og:title" content={title} />
      {description !== undefined && <meta property="og:description" content={description} />}
      <meta property="og:url" content={url} />
      <meta property="og:locale" content={tag.replace('-', '_')} />
      <meta property="og:image" content={image} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={picture === undefined ? 'Reeve' : title} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** The page in each language, for search engines. */
export function Alternates(address: Address) {
  return alternatesOf(address).map(([language, url]) => (
    <link key={language} rel="alternate" hreflang={language} href={url} />
  ))
}

/** A schema.org object as JSON-LD. */
export function StructuredData({ data }: { data: object }) {
  // `<` could end the script element.
  const html = JSON.stringify(data).replaceAll('<', '\\u003c')
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: html }} />
}
