import { aboutWords, privacyWords } from './about/words.fr.ts'
import { chartWords } from './chart/words.fr.ts'
import { errorWords } from './error-words.fr.ts'
import { frameWords } from './frame-words.fr.ts'
import { homeWords } from './home/words.fr.ts'
import type { SiteWords } from './words.en.ts'

/** The words of the site in French. */
export const siteWords: SiteWords = {
  layout: frameWords,
  chart: chartWords,
  errors: errorWords,
  home: homeWords,
  about: aboutWords,
  privacy: privacyWords,
}
