import type { Prose } from '../core/branding.ts'
import { languageOf, useFace } from './face.tsx'
import { useSiteLocale } from './locale.ts'

/** What the site file adds to a page. Its HTML was made of Markdown that can hold none. */
export function OwnText({ of }: { of: Prose }) {
  const { language } = useSiteLocale()
  const own = useFace().branding.prose[of]?.[language]
  if (own === undefined) return null
  const html = { __html: own.text }
  return <div class="own" {...languageOf(own, language)} dangerouslySetInnerHTML={html} />
}
