import { monthOf } from '../../core/month.ts'
import { nameReadMax, statedState } from '../kit/meeting-state.ts'

// The words and numbers of CivicWeb portals.

/** Kinds of documents: HTML and PDF of an agenda, HTML and PDF of minutes. */
export const documentTypes: Readonly<Record<number, 'agenda' | 'minutes'>> = {
  1: 'agenda',
  4: 'agenda',
  9: 'minutes',
  10: 'minutes',
}

/** The same in the field `Type`, for documents of another kind. */
export const documentGroups: Readonly<Record<number, 'agenda' | 'minutes'>> = {
  1: 'agenda',
  2: 'minutes',
}

/** Agendas and minutes as PDF, which the portal shows to everybody, although `IsPublic` is false for them. */
export const pdfTypes: readonly number[] = [4, 10]

const weekday =
  '(?:mon|tues|wednes|thurs|fri|satur|sun)day|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|(?:mon|tue|wed|thu|fri|sat|sun)[.]?'
const day = new RegExp(
  String.raw`(?:le )?(?:(?:${weekday}),? +)?(?:le )?(?:(?<day>\d{1,2})(?:st|nd|rd|th|er|e)?[ -](?<month>\p{L}{3,9})[.]?,?[ -](?<year>\d{4})|(?<month>\p{L}{3,9})[.]? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4})|(?<year>\d{4})(?<sign>[-/.])(?<number>\d{2})\k<sign>(?<day>\d{2})|(?<one>\d{1,2})(?<sign>[-/.])(?<other>\d{1,2})\k<sign>(?<year>\d{4}))(?!\d)(?:,?(?: (?:at|à|@|[-–—]))? \d{1,2} ?(?:[:h] ?\d{2}(?: ?[ap][.]?m[.]?)?|[ap][.]?m[.]?)(?!\p{L}|\p{N}))?`,
  'giu',
)
// "from May 19 to May 26": the name is a sentence, of which a date is a part.
const linked =
  /(?<!\p{L})(?:to|from|until|till|of|for|on|by|and|&|au|du|de|et|jusqu['’]au|le)\s*$/iu
// "Regular meeting of May 19": the date is that of the meeting.
const dated =
  /^(?!.*(?:minutes|procès-verba))(.*(?:meeting|session|sitting|hearing|séance|réunion|assemblée)(?!\p{L}).*?) (?:of|for|on|du)\s*$/iu
const [markBefore, markAfter] = [/[^\p{L}\p{N})\]}"”»*.!?’']+$/u, /^[^\p{L}\p{N}([{"“«*]+/u]
const [opening, closing] = [/[([{"“«]\s*$/, /^\s*[)\]}"”»]/]

/** The name of a meeting without its own date: "Council - Tuesday, 22 Sep 2026" is "Council". */
export function withoutDate(written: string, date: string): string {
  if (written.length > nameReadMax) return written
  const name = written.normalize('NFC')
  const all = [...name.matchAll(day)]
  for (const [index, found] of all.entries()) {
    const around = datesIn(found.groups).includes(date) ? cutAt(name, found) : undefined
    if (around === undefined) continue
    const [start, end] = around
    // Of several days, none is the date of the meeting alone.
    if (end !== '' && all[index + 1]?.index === name.length - end.length) continue
    const parts = [start, end].filter((part) => part !== '')
    return parts.join(/^[([]/.test(end) ? ' ' : ' - ') || written
  }
  return written
}

/** What is before and after a date that stands by itself; undefined for one within a phrase. */
function cutAt(name: string, found: RegExpExecArray): [start: string, end: string] | undefined {
  const phrase = name.slice(0, found.index)
  const before = dated.exec(phrase)?.[1] ?? phrase
  const after = name.slice(found.index + found[0].length)
  const isSegment = after === '' || before === '' || /^\s*[^\p{L}\p{N}\s&]/u.test(after)
  const [opened, closed] = [opening.test(before), closing.test(after)]
  if (!isSegment || linked.test(before) || opened !== closed) return undefined
  const inside = [before.replace(opening, ''), after.replace(closing, '')] as const
  const [start, end] = opened ? inside : [before, after]
  return [start.replace(markBefore, ''), end.replace(markAfter, '')]
}

/** The dates that a written one can be: of two numbers, either may be the month. */
function datesIn(groups: Groups = {}): string[] {
  const { day: number = '', month, number: digits, one, other, year } = groups
  const dated = (month: number | string, of: number | string) =>
    `${year}-${twoDigits(month)}-${twoDigits(of)}`
  if (one !== undefined && other !== undefined) return [dated(one, other), dated(other, one)]
  return [dated(digits ?? monthOf(month), number)]
}
type Groups = Readonly<Record<string, string | undefined>> | undefined

const twoDigits = (number: number | string): string => String(number).padStart(2, '0')

/** Whether a name is that of a draft: "Council (DRAFT AGENDA)". */
export function isDraft(name: string): boolean {
  return /\(\s*(?:draft|ébauche)(?:\s+(?:agenda|minutes|ordre du jour|procès-verbal))?\s*\)/i.test(
    name,
  )
}

const noMeeting = /\bno meeting\b|\baucune réunion\b/i

/** Whether a name says that there is no meeting: "Board - NO MEETING". */
export function isNotMeeting(name: string): boolean {
  return noMeeting.test(name)
}

/** Whether a name says that the meeting of a date was called off. */
export function isCalledOff(name: string, date: string): boolean {
  return isNotMeeting(name) || statedState([name, withoutDate(name, date)], null) !== null
}

const oneWord = /^\P{L}*\p{L}+\P{L}*$/u
const ofMeeting =
  /(?<!\p{L})(?:meeting|session|sitting|hearing|séance|réunion|assemblée)(?!\p{L})|^(?:notice|avis)(?!\p{L})/iu
// May is a month before a day.
const condition = /\b(?:if|may(?!\s+\d)|might|unless|should|si|peut)\b/i

const dayOfMonth =
  /(?<day>\d{1,2}) (?<month>\p{L}{3,9})|(?<month>\p{L}{3,9})\.? (?<day>\d{1,2})(?!\d)/gu
const otherKinds = ['hearing', 'committee', 'board', 'commission', 'audience', 'comité']

/** The line above an agenda that says that the meeting was called off, and not a part of it, another meeting, or on a condition; null without one. */
export function noticeIn(
  lines: readonly string[],
  meeting: { name: string; date: string },
): string | null {
  const about = lines.filter(
    (line) =>
      (oneWord.test(line) || ofMeeting.test(line)) &&
      !condition.test(line) &&
      !isOfOther(line, meeting),
  )
  return about.find((line) => statedState([], line) !== null) ?? null
}

/** Whether a notice has dates, and none of them is that of the meeting, or names a kind of meeting that the meeting's name does not. */
function isOfOther(line: string, { name, date }: { name: string; date: string }): boolean {
  const dates = [...line.matchAll(dayOfMonth)].flatMap(({ groups }) => {
    const month = monthOf(groups?.month)
    return month === 0 ? [] : [`${twoDigits(month)}-${twoDigits(groups?.day ?? '')}`]
  })
  if (dates.length > 0 && !dates.includes(date.slice(5))) return true
  const [said, own] = [line.toLowerCase(), name.toLowerCase()]
  return otherKinds.some((kind) => said.includes(kind) && !own.includes(kind))
}

/** Whether the name of a link is that of a video. */
export function isVideoLink(name: string): boolean {
  return /video|vidéo|webcast|webdiffusion|recording|enregistrement|live ?stream/i.test(name)
}

const marker = String.raw`(?:(?:item|point) )?\(?((?:\d{1,3}|[a-z])(?:\.[\da-z]{1,3}){0,9}|(?:[ivx]{1,5}|[a-z]{2})(?=[.)]))[.)]*`
const markerAlone = new RegExp(`^${marker}$`, 'i')
const markerBefore = /^((?:\d{1,3}\.){1,9}\d{0,3}|\(?[A-Za-z]\)|[A-Z]\.)\s+(?=\S)/

/** The number of an item and the title on the same line, if it is there: `3.1.`, `Item 4`, `(b)`, `G. Invocation`. */
export function splitMarker(line: string): { number: string | null; title?: string } {
  const [, alone] = markerAlone.exec(line) ?? []
  if (alone !== undefined) return { number: alone }
  const [whole = '', before] = markerBefore.exec(line) ?? []
  if (before === undefined) return { number: null, title: line }
  return { number: before.replace(/^\(|[.)]+$/g, ''), title: line.slice(whole.length) }
}

/** Whether a line is the number of a page: `3 - 86`. */
export function isPageNumber(line: string): boolean {
  return /^\d{1,4}(?: ?[-–] ?\d{1,4})?$/.test(line)
}
