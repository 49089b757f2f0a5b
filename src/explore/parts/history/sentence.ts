import { shorten } from '../../../core/shorten.ts'
import { recordName } from '../../council-context.ts'
import { agreeing, wordOf } from '../../locale.ts'
import type { Visit } from '../../visit.ts'
import { aroundDifference } from './difference.ts'
import type { Look, NumberedChange, Renumbering } from './looks.ts'
import { type ShownChange, shownLength } from './queries.ts'

export interface Sentence {
  /** With a name in braces for each value. */
  text: string
  values: Readonly<Record<string, string>>
}

export type ChangeContext = Pick<Visit, 'locale' | 'municipality'> & {
  /** Of the motion, whose kind its result agrees with. */
  motionKind?: string | null
}

/** What was changed, as a sentence. */
export function sentenceOf(change: NumberedChange, context: ChangeContext): Sentence {
  const { history } = context.locale.words
  const [old, now] = aroundDifference(change.old, change.new).map(
    (value) => shownValue(value, change, context) ?? history.notStated,
  )
  const title = shortened(change.about_title ?? '')
  const values = { old: old ?? '', new: now ?? '', title, ...change.numbers }
  const text = textOfPart(change, context)
  if (text !== undefined) return { text, values }
  const { field, about_kind: about } = change
  const name = about === 'person' ? values.title : (wordOf(history.fields, field) ?? field)
  return { text: textOfField(change, context), values: { ...values, name } }
}

/** Undefined of a field of the record or of a person. */
function textOfPart(change: NumberedChange, { locale }: ChangeContext): string | undefined {
  const { item } = locale.words.history
  const { field, about_kind: about, numbers } = change
  if (field === 'position') return numbers === undefined ? item.moved : item.movedBetween
  const texts = new Map(Object.entries(partTexts(locale.words))).get(field)
  if (texts === undefined) return about === 'agenda_item' ? item.renamed : undefined
  if (change.old === null) return texts.added
  return change.new === null ? texts.removed : texts.changed
}

interface PartTexts {
  added?: string
  removed: string
  changed?: string
}

/** By field. */
const partTexts = ({ history }: Visit['locale']['words']): Record<string, PartTexts> => {
  const { item, document, motion, meeting } = history
  return {
    ...{ document, motion, agenda_item: item, item_number: item.numbered },
    meeting: { added: meeting.returned, removed: meeting.removed('{title}') },
  }
}

function textOfField(change: ShownChange, { locale }: ChangeContext): string {
  const { value, tooLong, link } = locale.words.history
  if (change.is_long === 1) return tooLong
  if (!change.field.endsWith('_url')) return value
  if (change.old === null) return link.added
  return change.new === null ? link.removed : link.changed
}

const shortened = (text: string) => shorten(text, shownLength)

function shownValue(value: string | null, change: ShownChange, context: ChangeContext) {
  if (value === null) return null
  const { locale, municipality, motionKind = null } = context
  const { words } = locale
  const { field } = change
  if (field === 'date' || field === 'end_date') return locale.date(value)
  // The clock reads a time with its day.
  if (field === 'start_time' || field === 'end_time') return locale.clock(`1970-01-01T${value}`)
  if (field === 'vote')
    return value
      .split(', ')
      .map((vote) => wordOf(words.votes, vote) ?? vote)
      .join(', ')
  if (field === 'result') return wordOf(agreeing(motionKind, words).results, value) ?? value
  if (field === 'status') return statusWord(value, words) ?? recordName(municipality, locale, value)
  return shortened(value)
}

const statusWord = (value: string, { statuses, history }: Visit['locale']['words']) =>
  wordOf({ ...history.statuses, ...statuses }, value)

/** What a look saw, as plain text. */
export function linesOf({ changes, renumberings }: Look, context: ChangeContext): string[] {
  return [
    ...changes.map((change) => plainText(sentenceOf(change, context))),
    ...renumberings.map((one) => renumberingLine(one, context.locale)),
  ]
}

export function renumberingLine(
  { field, count, isCut }: Renumbering,
  { words, count: written }: Visit['locale'],
): string {
  const { numbered, moved, orMore } = words.history
  const shown = isCut ? orMore(written(count)) : written(count)
  return field === 'position' ? moved(shown) : numbered(shown)
}

const plainText = ({ text, values }: Sentence): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
