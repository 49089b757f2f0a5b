import type { ComponentChildren } from 'preact'

interface ExternalLinkProps {
  /** Untrusted: from the record or the operator. */
  href: string | null
  /** Of the text and the target, BCP 47. */
  language?: string | undefined
  /** Of the target alone. */
  hreflang?: string | undefined
  children: ComponentChildren
}

/** A link to an untrusted URL; only the text if it is not http(s). */
export function ExternalLink({ href, language, hreflang = language, children }: ExternalLinkProps) {
  const safe = href === null ? undefined : webUrl(href)
  if (safe === undefined) return <>{children}</>
  return (
    <a href={safe} rel="nofollow noopener" lang={language} hreflang={hreflang}>
      {children}
    </a>
  )
}

/** The normalized URL if it is http(s): `javascript:` URLs would run as this site. */
function webUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, href } = new URL(text)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}
