import type { ComponentChildren } from 'preact'
import { InLanguage } from '../../site/in-language.tsx'
import { languageOfText } from '../../store/search/text-language.ts'
import { useLocale } from '../locale.ts'

interface RecordTextProps {
  text: string
  /** The text with markup; without it by default. */
  children?: ComponentChildren
}

/** A text of the record, with its language if it is not that of the page (WCAG 2.2, 3.1.2). */
export function RecordText({ text, children = text }: RecordTextProps) {
  const language = useTextLanguage(text)
  return language === undefined ? children : <span lang={language}>{children}</span>
}

/** The language of a text; undefined if it is that of the page, or if its words do not show it. */
export function useTextLanguage(text: string): 'en' | 'fr' | undefined {
  const { language } = useLocale()
  const own = languageOfText(text)
  return own === language ? undefined : own
}

interface WrittenInProps {
  /** If it is recorded. */
  language?: string | null
  text: string
}

/** Below a heading: that the text is in another language than the page. */
export function WrittenIn({ language, text }: WrittenInProps) {
  const { words, otherLanguage } = useLocale()
  const shown = useTextLanguage(text)
  const code = language ?? shown
  const name = code === undefined ? undefined : otherLanguage(code)
  return name === undefined ? null : <p class="quiet written">{words.document.writtenIn(name)}</p>
}

/** After a text: that it is in another language than the page. */
export function TextLanguage({ text }: { text: string }) {
  return <InLanguage language={useTextLanguage(text)} />
}
