import { useLocale } from '../locale.ts'

/** A paragraph that is in English in every language of the page. */
export function EnglishText({ text }: { text: string }) {
  const { language } = useLocale()
  return <p lang={language === 'en' ? undefined : 'en'}>{text}</p>
}
