import type { ComponentChildren } from 'preact'
import { InLanguage } from './in-language.tsx'
import { useSiteLocale } from './locale.ts'

interface EnglishLinkProps {
  href: string
  /** Whether the text of the link says that it is in English. */
  isSaid?: boolean
  children: ComponentChildren
}

/** A link to a page that is in English only, and says so in other languages. */
export function EnglishLink({ href, isSaid = false, children }: EnglishLinkProps) {
  const { language } = useSiteLocale()
  return (
    <a href={href} hreflang={language === 'en' ? undefined : 'en'}>
      {children}
      {!isSaid && <InLanguage language="en" />}
    </a>
  )
}
