import { foldText } from '../../core/fold.ts'
import type { TitledMotion } from '../../core/headings/motion-title.ts'
import { actOf } from '../../core/headings/words.ts'
import { languageOfText, showsFrench } from '../../store/search/text-language.ts'
import { type Council, recordName } from '../council-context.ts'
import type { Locale } from '../locale.ts'

export type Tagged = Pick<TitledMotion, 'title_from' | 'title_tag'>

interface TagPart {
  text: string
  /** If it is another than that of the page. */
  language?: 'en' | 'fr' | undefined
}

/** What tells a motion from others of the same title: names, numbers and days as the page has them, and words of the source. */
export function partsOfTag(
  { title_from: from, title_tag: tag }: Tagged,
  locale: Locale,
  council: Pick<Council, 'names'>,
): TagPart[] {
  const nameOf = (name: string) => recordName(council, locale, name)
  if (tag === null) return []
  const written = tag.split(separator)
  if (written.length > partsMax) return [{ text: tag }]
  const parts: TagPart[] = []
  for (let at = 0; at < written.length; ) {
    const length = lengthOfName(written.slice(at, at + 2 * nameMax), nameOf)
    const text = written.slice(at, at + Math.max(1, length)).join(separator)
    at += Math.max(1, length)
    if (length > 0) parts.push({ text: nameOf(text) })
    else parts.push(ownPart({ text, next: written[at] ?? '', from, nameOf, locale }))
  }
  return joined(parts)
}
const separator = ', '
const partsMax = 50

/** Commas in a name, such as "Committee on Rules, Privileges and Elections". */
const nameMax = 4

/** How many parts the name at the beginning has that the page has a name for; none if that would end within a list of topics. */
function lengthOfName(parts: readonly string[], nameOf: (name: string) => string): number {
  const isNamed = (name: string) => nameOf(name) !== name
  for (let length = Math.min(nameMax, parts.length); length > 0; length -= 1) {
    if (!isNamed(parts.slice(0, length).join(separator))) continue
    const goesOn = parts.slice(length).some((part) => /\band \p{Lu}/u.test(part) && !isNamed(part))
    return goesOn ? 0 : length
  }
  return 0
}

interface Own {
  text: string
  next: string
  from: TitledMotion['title_from']
  nameOf: (name: string) => string
  locale: Locale
}

/** A part that is not a name in a dictionary. Numbers of motions look like days too. */
function ownPart({ text, next, from, nameOf, locale }: Own): TagPart {
  if (from === 'name' && isDay(text)) return { text: locale.date(text) }
  const [, mover] = /^motion by (\p{Lu}\S*(?: \p{Lu}\S*)*)$/u.exec(text) ?? []
  // "Councillor Marsh" would stay half in English.
  if (mover?.split(' ').every((word) => nameOf(word) === word))
    return { text: locale.words.motion.ofMover(mover) }
  if (isNumber(text) || isMover(text, next)) return { text }
  const language = languageOfPart(text, from)
  return { text, language: language === locale.language ? undefined : language }
}

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** "(2)", "TEY.66", "Res 12-2024", "motion 1a", which are the same in both languages. */
const isNumber = (text: string) => /^(?:motion |\p{L}{1,3} )?\S*\d\S*$/iu.test(text)

/** A name before the number of a motion: "Marsh, motion 1". */
const isMover = (text: string, next: string) =>
  /^\p{Lu}\p{Ll}\S*$/u.test(text) && /^motion \d/i.test(next) && actOf(foldText(text)) === undefined

/** What sources say of a vote instead of its text is read in English only; beside a text, the title of an item is a tag. */
const languageOfPart = (text: string, from: TitledMotion['title_from']) =>
  languageOfText(text) ??
  ((from === 'subject' || from === 'name') && !showsFrench(text) ? 'en' : undefined)

/** Neighbours in one language as one. */
function joined(parts: readonly TagPart[]): TagPart[] {
  const result: TagPart[] = []
  for (const part of parts) {
    const last = result.at(-1)
    // Of a list: "Recommendations 8, 9, and 10 only".
    const isNumeral = /^\d+$/.test(part.text)
    if (last !== undefined && (isNumeral || last.language === part.language))
      last.text += separator + part.text
    else result.push({ ...part })
  }
  return result
}
