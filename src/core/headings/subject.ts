import { foldText } from '../fold.ts'
import { officeTitle } from '../person-titles.ts'
import { wordsBeyondProcedure, wordsIn } from './words.ts'

/** "Motion – Councillor N. – ", "Notice of motion by Vice-Chair N.: ", which names who moved it. A hyphen in a name ends nothing. */
const moverBefore = new RegExp(
  String.raw`^(?:(?:member['’]?s? )?motion|notice of motion|avis de motion|proposition)(?:\s*[–—-]\s*|,? (?:of|by|from|de|du|par)? ?)((?:${officeTitle} |(?=(?:\p{Lu}\.[ -]?)+\p{Lu})).{2,100}?)(?:\s+[–—-]\s*|\s*[–—]\s*|\s*:\s+)(?=\S)`,
  'iu',
)
/** " - by Councillor N., seconded by …" */
const moverAfter = new RegExp(
  String.raw`\s*[–—-]\s*(?:(?:moved )?(?:by|par)(?: (?:le|la|l['’]))?\s*${officeTitle}(?![\p{L}]).*|${officeTitle}(?![\p{L}]).{1,80}\b(?:seconded by|appuyé par)\b.*)$`,
  'iu',
)
const reference = /,\s*pursuant to\b[^,]*$/iu
const billNumbers = /(?:\s*\((?:[A-Z]\.?\s?\d[\dA-Z-]*[\s/,]*)+\))+\s*$/u
const longSubject = 200
/** "Meeting of the Works Committee to consider the ", before what the meeting was about. */
const meetingBefore = /^(?:special )?meeting of .{1,150}? to consider (?:the )?(\p{L})/iu
/** "LU 158 - ", the number of another file. */
const fileBefore = /^[A-Z]{1,4}[.-]? ?\d[\d-]*\s+[–-]\s*(?=\S+ \S)/u

/** What a motion is about, without who moved it and where it stands. */
export function cleanSubject(
  written: string | null,
  { names, areas }: SubjectOptions = {},
): string | null {
  const line = (written ?? '').replace(/\s+/g, ' ').trim()
  let subject = withoutMover(line, names).replace(moverAfter, '').replace(reference, '')
  subject = subject.replace(meetingBefore, (_, first: string) => first.toUpperCase())
  subject = withoutArea(subject.replace(fileBefore, ''), areas)
  if (subject.length > longSubject) subject = subject.replace(billNumbers, '')
  subject = subject.replace(/[\s.;:,–-]+$/u, '')
  return subject || line || null
}

interface SubjectOptions {
  /** The words of the names of people, folded. */
  names?: ReadonlySet<string>
  areas?: ReadonlySet<string> | undefined
}

/** Without who moved it: somebody with a title, initials or a name of the record. */
function withoutMover(line: string, names?: ReadonlySet<string>): string {
  const [lead, mover = ''] = moverBefore.exec(line) ?? []
  if (lead === undefined) return line
  const isName =
    /(?<!\p{L})\p{Lu}\.[ -]?(?:\p{Lu}\.[ -]?)*\p{Lu}/u.test(mover) ||
    names === undefined ||
    wordsIn(mover).some(({ word, isCapital }) => isCapital && names.has(word))
  const rest = line.slice(lead.length)
  return isName ? `${rest.slice(0, 1).toUpperCase()}${rest.slice(1)}` : line
}

/** "Landmarks, 12 Main Street" without the area of a committee that has several: it files the item, and may not be its subject. */
function withoutArea(subject: string, areas?: ReadonlySet<string>): string {
  const [before = ''] = subject.split(', ', 1)
  const rest = subject.slice(before.length + 2)
  return rest.includes(' ') && areas?.has(foldText(before)) ? rest : subject
}

/** "Subcommittee on Zoning and Franchises", "Planning and Housing Committee" */
const committee =
  /^(?:sub-?committee|committee|comité|commission) (?:on|for|de|des|du) (?:the )?|\s+(?:sub-?committee|committee)$/giu

/** The areas of committees that have several, folded. */
export function areasOf(names: readonly string[]): ReadonlySet<string> {
  return new Set(
    names.flatMap((name) => {
      const areas = name.replace(committee, '')
      const several = areas.split(/, (?:and |et )?| (?:and|et|&) /u)
      return areas === name || several.length === 1 ? [] : several.map(foldText)
    }),
  )
}

const instrument = /^(?:[\p{L}’'-]+ ){0,3}(?:resolution|résolution|motion)\b/iu
/** What a resolution asks of others, or says of what they do. */
const asking =
  /\b(?:calling (?:up)?on|requesting|urging|asking|petitioning|supporting|in support of|opposing|in opposition to|condemning|demandant|priant|exhortant|appuyant|s['’]opposant)(?![\p{L}])/iu
/** Where the words for what is requested end, and its subject or number begins. */
const subjectAfter =
  /,|\s(?:introduced by|in relation to|relating to|relative to|concerning|(?:S|A|H|HR|H\.R)\.? ?\d)/u

/** Whether the written-out title of a resolution asks others to act, and its short name does not say so: "Longer library hours". */
export const asksOthers = (long: string, short: string): boolean =>
  instrument.test(long) && asking.test(long) && !asking.test(short)

/** Whom a resolution requests to act, and how: its title whole, or the beginning and the short name. */
export function askingSubject(long: string, short: string, max: number): string {
  if (long.length <= max) return long
  const leads = [subjectAfter, requestAfter].flatMap((end) => {
    const at = long.search(end)
    return at === -1 || at > leadLength ? [] : [`${long.slice(0, at)}: ${asLaw(long, short)}`]
  })
  return leads.find((lead) => lead.length <= max) ?? leads.at(-1) ?? short
}
/** "Limits the fees", the short name of legislation that is asked for. */
const asLaw = (long: string, short: string): string =>
  /^\p{Lu}\p{Ll}+s\b/u.test(short) && /\blegislation\b/iu.test(long)
    ? `legislation that ${short.slice(0, 1).toLowerCase()}${short.slice(1)}`
    : short
/** Where the words for whom a request is to end. */
const requestAfter = /\s(?:(?:to|that|de)\b|d['’])/u
/** In characters: longer beginnings say what is requested too. */
const leadLength = 120

const generic =
  /^(?:(?:three|first|second|third) readings?|trois lectures|other business|new business|autres affaires|item|point|call to order|roll call|consent agenda|passed the consent agenda|ordre du jour|motions?|by-?laws?|règlements?)\b[\s\d.:–-]*$/iu

const minutes = /\b(?:minutes|procès-verbal|procès-verbaux)(?![\p{L}])/iu
const named =
  /\p{Lu}[\p{L}'’-]{1,40} (?:Committee|Board|Commission|Panel|Authority)\b|\b(?:Comité|Commission|Conseil) (?:de|des|du|d['’])(?![\p{L}])/u
/** "Works Committee – minutes of May 3", which are of another body than the one that receives them. */
const isMinutesOfBody = (subject: string) => minutes.test(subject) && named.test(subject)

/** Whether a title says nothing of a subject: "Three Readings", "Item 5", "Adoption of the minutes". */
export const isGeneric = (subject: string, names: ReadonlySet<string>): boolean =>
  generic.test(subject) ||
  (wordsBeyondProcedure(subject, names).length === 0 && !isMinutesOfBody(subject))
