import { useSiteLocale } from './locale.ts'

/** After a link or a text in another language than the page: " (in French)"; nothing if its language is not known. */
export function InLanguage({ language }: { language: string | null | undefined }) {
  const locale = useSiteLocale()
  const name = language == null ? undefined : locale.otherLanguage(language)
  return name === undefined ? null : (
    <span class="quiet" lang={locale.language}>{` (${locale.words.layout.inLanguage(name)})`}</span>
  )
}
