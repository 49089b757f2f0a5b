import type { ComponentChildren } from 'preact'
import { useSiteLocale } from './locale.ts'

/** A link to a page that is in English only. */
export function EnglishLink({ href, children }: { href: string; children: ComponentChildren }) {
  const { language } = useSiteLocale()
  return (
    <a href={href} hreflang={language === 'en' ? undefined : 'en'}>
      {children}
    </a>
  )
}
