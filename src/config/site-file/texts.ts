import { isMap } from 'yaml'
import type { SiteTexts } from '../../core/branding.ts'
import { type Language, languages } from '../../core/languages.ts'
import type { Entry, YamlReader } from './yaml-reader.ts'

interface TextRule {
  /** A name can be the same in each language. */
  isName?: boolean
  /** Reads one text; undefined if it is wrong, which it tells the reader. */
  read(entry: Entry): string | undefined
}

interface WrittenText extends TextRule {
  entry: Entry
  /** By language; absent if it is written once. */
  keyed?: Partial<Record<Language, string>>
  plain?: string | undefined
}

/** The texts of a site file, from which follows which languages it has. */
export class WrittenTexts {
  readonly #reader: YamlReader
  readonly #written: WrittenText[] = []

  constructor(reader: YamlReader) {
    this.#reader = reader
  }

  /** Reads a text or one for each language; the result is final after all texts were read. */
  add(entry: Entry | undefined, rule: TextRule): (found: SiteLanguages) => SiteTexts | null {
    if (entry === undefined) return () => null
    const written: WrittenText = isMap(entry.node)
      ? { ...rule, entry, keyed: this.#readKeyed(entry, rule) }
      : { ...rule, entry, plain: rule.read(entry) }
    this.#written.push(written)
    return (found) => this.#resolve(written, found)
  }

  #readKeyed(entry: Entry, rule: TextRule): Partial<Record<Language, string>> {
    const found = Object.entries(this.#reader.map(entry, languages))
    return Object.fromEntries(found.map(([language, one]) => [language, rule.read(one) ?? '']))
  }

  /** A site has the languages that its texts are written in; one whose texts do not tell has all. */
  languages(first: { entry: Entry; language: Language } | undefined): SiteLanguages {
    const plain = this.#written.some(({ keyed, isName }) => keyed === undefined && isName !== true)
    const keyed = this.#written.flatMap(({ keyed: by = {} }) => Object.keys(by) as Language[])
    const of = [...new Set(keyed)]
    if (plain && of.length === 0) of.push(first?.language ?? 'en')
    if (of.length === 0) return { languages, firstLanguage: first?.language ?? 'en' }
    const ordered = languages.filter((language) => of.includes(language))
    const [only] = ordered
    if (first !== undefined && !ordered.includes(first.language))
      this.#reader.fail(
        first.entry,
        `first_language is ${first.language}, but all texts are in ${only}`,
      )
    return { languages: ordered, firstLanguage: first?.language ?? only ?? 'en' }
  }

  #resolve(written: WrittenText, { languages: of }: SiteLanguages): SiteTexts | null {
    const { keyed, plain, isName } = written
    if (keyed === undefined) {
      const [only = 'en', other] = of
      if (other !== undefined && isName !== true) this.#failMissing(written, of)
      const text = { text: plain ?? '', language: isName === true ? null : only }
      return { en: text, fr: text }
    }
    if (of.some((language) => keyed[language] === undefined)) this.#failMissing(written, of)
    const textIn = (language: Language) => {
      const own =
        keyed[language] === undefined ? of.find((one) => keyed[one] !== undefined) : language
      return { text: (own && keyed[own]) ?? '', language: own ?? language }
    }
    return { en: textIn('en'), fr: textIn('fr') }
  }

  #failMissing({ entry, keyed }: WrittenText, of: readonly Language[]): void {
    const other = this.#written.find(({ keyed: by = {} }) => of.every((one) => one in by))
    const because =
      other === undefined
        ? 'other texts are in the other language'
        : `${other.entry.path} is in both (line ${this.#reader.lineOf(other.entry)})`
    const missing = of.filter((language) => keyed?.[language] === undefined)
    const lacks =
      keyed === undefined
        ? `must be given as ${of.join(' and ')}`
        : `lacks ${missing.join(' and ')}`
    this.#reader.fail(entry, `${entry.path} ${lacks}, because ${because}`)
  }
}

export interface SiteLanguages {
  languages: readonly Language[]
  firstLanguage: Language
}
