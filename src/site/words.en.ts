import { aboutWords, privacyWords } from './about/words.en.ts'
import { chartWords } from './chart/words.en.ts'
import { errorWords } from './error-words.en.ts'
import { frameWords } from './frame-words.en.ts'
import { homeWords } from './home/words.en.ts'

/** The words of the site in English. */
export const siteWords = {
  layout: frameWords,
  chart: chartWords,
  errors: errorWords,
  home: homeWords,
  about: aboutWords,
  privacy: privacyWords,
}

export type SiteWords = typeof siteWords
