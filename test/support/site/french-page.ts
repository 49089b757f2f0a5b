import { shownTexts, textsOf } from './dictionary.ts'

/** The texts of a dictionary, without those that the other has too and the name of its language. */
export function ownTexts(words: object, other: object): string[] {
  const others = new Set(textsOf(other).flatMap(([, texts]) => texts))
  return textsOf(words)
    .flatMap(([, texts]) => texts)
    .filter((text) => !others.has(text) && text !== 'English')
}

/** The links and forms of a page in French that lead to pages in English and do not say so. */
export function unmarkedLinks(html: string): string[] {
  const links = [...html.matchAll(/<a [^>]*?href="(\/[^"]*)"[^>]*>/g)]
    .filter(([link, href = '']) => !isFrench(href) && !/ hreflang="en"/.test(link))
    .map(([link]) => link)
  const forms = [...html.matchAll(/<form[^>]* action="([^"]*)"/g)]
    .filter(([, action = '']) => !isFrench(action))
    .map(([form]) => form)
  return [...links, ...forms]
}

const isFrench = (path: string) => /^\/fr(\/|\?|$)/.test(path)

/** The texts of a dictionary that a page shows, alone or in a sentence of three words or more. */
export function textsFoundIn(html: string, texts: readonly string[]): string[] {
  const shown = shownTexts(html)
  return texts.filter((text) =>
    text.split(' ').length > 2 ? shown.some((node) => node.includes(text)) : shown.includes(text),
  )
}
