import { foldText } from './fold.ts'
import { writtenDays } from './written-days.ts'

export const noticeKinds = ['public_meeting', 'public_hearing'] as const
export type NoticeKind = (typeof noticeKinds)[number]

export interface NoticedItem {
  title: string
  description: string | null
  /** Title of the item above it. */
  parent: string | null
  /** Title of its meeting. */
  meeting: string
  /** Title of its matter. */
  matter: string | null
  /** Day of its meeting. */
  date: string
}

const hearing = '(?:public hearings?|audiences? publiques?)'
// A public information meeting or a public session is not under a planning law.
const meeting = '(?:public meetings?|(?:reunions?|assemblees?) publiques?(?: de consultation)?)'
const adjective = '(?:(?:statutory|formal|special|joint|virtual|planning(?: act)?) )*'
const phrase = `${adjective}(?:${hearing}|${meeting})(?: statutaires?)?`
const underLaw =
  '(?: (?:held )?(?:under|pursuant to|required (?:by|under)|in accordance with|as required by|en vertu de|aux termes de|conformement a|exigee? par)\\b.*)'
const onSubject =
  '(?: (?:for|on|regarding|re|respecting|concerning|to consider|with respect to|sur|portant sur|relative a|concernant|au sujet d[eu]|pour)\\b.*)'

const isPhrase = new RegExp(`^${phrase}${underLaw}?$`)
const opensWithPhrase = new RegExp(`^${phrase}(?:${underLaw}|${onSubject})?$`)
const isHearing = new RegExp(hearing)

const planning = new RegExp(
  [
    'planning act|local government act|loi sur l.amenagement',
    'zonings?|rezon\\w+|zonage',
    'official (?:community )?plans?|secondary plans?|plan officiel|plan secondaire|plan d.urbanisme',
    '(?:plans?|applications?) (?:of|for) (?:subdivision|condominium)|plan de lotissement',
    'minor variances?|derogations? mineures?|consent to sever|severances?',
    'development (?:variance )?permits?|temporary use|interim control|land use (?:by-?law|contract)',
  ]
    .map((words) => `\\b(?:${words})\\b`)
    .join('|'),
)
const planningLaw = /\b(?:planning act|local government act|loi sur l.amenagement)\b/
/** Subjects of public meetings under other laws. */
const otherLaw =
  /\b(?:development charges?|redevances? d.amenagement|municipal act|drain(?:s|age)?|budgets?|licen[cs]\w+|fees?|frais|stop(?:ping)? up|road clos\w+|closing of|heritage|patrimoine|ward bound\w+|expropriation|improvement (?:area|district)s?)\b/
/** What else an item may have of a meeting or hearing: one that was held, or a part of it. */
const ofOther =
  /\b(?:minutes|proces-verba\w+|summar\w+|sommaire|resume|submissions?|comments?|commentaires|correspond\w+|results?|resultats?|feedback|recap|waive\w*|clos(?:e|ed|es|ing|ure)|cloture|adjourn\w*|ajourn\w*|cancel\w*|annul\w*|defer\w*|resched\w*|schedul\w+|following|follow-up|after|reports? (?:on|of|from)|recommend\w*|rapport (?:sur|de)|attendance|procedures?|presentations?|questions|readings?|lecture)\b/

/** What an item says that it is, if that is a public meeting or hearing under a planning law; null for another. */
export function noticeOf(item: NoticedItem): NoticeKind | null {
  const title = plain(item.title)
  const said = phraseIn(title) ?? phraseAbove(item)
  if (said === undefined || ofOther.test(title) || !isOn(item)) return null
  const subject = `${title} ${plain(item.matter ?? '')}`
  const isUnderLaw = planningLaw.test(`${subject} ${said} ${plain(item.description ?? '')}`)
  const isPlanning = isUnderLaw || planning.test(subject) || said.includes('statut')
  if (!isPlanning || (otherLaw.test(subject) && !isUnderLaw)) return null
  return isHearing.test(said) ? 'public_hearing' : 'public_meeting'
}

const plain = (text: string) => foldText(text).replace(/\s+/g, ' ').trim()

/** The part of a title that says so, between punctuation marks or at its beginning. */
function phraseIn(title: string): string | undefined {
  const parts = title
    .replace(/^(?:[\d.]+|[a-z][.)]) +/, '')
    .split(/ *[:;–—|/(),] *| - |\. /)
    .filter((part) => part !== '')
  return parts.find((part, at) => (at === 0 ? opensWithPhrase : isPhrase).test(part))
}

/** What the section of an application, or a meeting for applications alone, says of it. */
function phraseAbove({ title, parent, meeting: meetingTitle }: NoticedItem): string | undefined {
  const above = plain(parent ?? meetingTitle)
  const isOfApplications = isHearing.test(above) || /\bstatut|\bplanning\b/.test(above)
  const isSection =
    parent !== null && /(?:meetings|reunions publiques|assemblees publiques)\b/.test(above)
  if (!isPhrase.test(above) || !(isOfApplications || isSection)) return undefined
  return planning.test(plain(title)) || fileIn(title) !== null ? above : undefined
}

/** Whether an item names no other day than that of its meeting. */
function isOn({ title, date }: NoticedItem): boolean {
  const days = writtenDays(title, date.slice(0, 4))
  return days.length === 0 || days.includes(date)
}

const labelled =
  /\b(?:[Ff]ile|FILE|[Aa]pplications?|[Dd]ossier|[Dd]emande)(?: (?:[Nn]o|[Nn]os|[Nn]umbers?|[Nn]uméro|n[o°]|#))?[.:#]* *((?:[A-Z]{1,6}[ -]?)?[A-Z]*\d[A-Z\d]*(?:[-/.][A-Z\d]+)+|[A-Z]{1,6}[ -]?\d[\dA-Z]*)/
const unlabelled =
  /\b(?:Z|ZA|ZB|ZBA|ZBL|OP|OPA|OPZ|OZ|OZS|SUB|SB|CDM|SPA|REZ|RZ|DP|DVP|TUP|A|B|D\d\d|MV)[-. /]?\d+[-/.]\d+(?:[-/.]\d+)*\b/

/** The number of a file or an application in a title, as written. */
export const fileIn = (title: string): string | null =>
  labelled.exec(title)?.[1] ?? unlabelled.exec(title)?.[0] ?? null
