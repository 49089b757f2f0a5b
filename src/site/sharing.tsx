import { assets } from './assets.ts'

interface SharingProps {
  title: string
  description?: string | undefined
  /** The URL of the page. */
  url: string
  /** BCP 47. */
  language: string
}

/** What a link to the page shows elsewhere (Open Graph), with the picture of the brand. */
export function Sharing({ title, description, url, language }: SharingProps) {
  const picture = new URL(assets.picture.path, url).href
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content="Reeve" />
      <meta property="og:title" content={title} />
      {description !== undefined && <meta property="og:description" content={description} />}
      <meta property="og:url" content={url} />
      <meta property="og:locale" content={language.replace('-', '_')} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content="Reeve" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** A schema.org object as JSON-LD. */
export function StructuredData({ data }: { data: object }) {
  // `<` could end the script element.
  const html = JSON.stringify(data).replaceAll('<', '\\u003c')
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: html }} />
}
