import type { ComponentChildren } from 'preact'

interface ExternalLinkProps {
  /** As the record or the operator gave it: anything at all. */
  href: string | null
  children: ComponentChildren
}

/** A link to an address that others wrote; only its words where that is no http(s) address. */
export function ExternalLink({ href, children }: ExternalLinkProps) {
  const safe = href === null ? undefined : webAddress(href)
  if (safe === undefined) return <>{children}</>
  return (
    <a href={safe} rel="nofollow noopener">
      {children}
    </a>
  )
}

/** The address as a browser would read it, if it is one of the web: `javascript:` and its like run as this site. */
function webAddress(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { protocol, href } = new URL(text)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}
