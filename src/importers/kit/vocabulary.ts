import { partWords, remoteWords } from '../../core/attendance-state.ts'
import { meantResult } from '../../core/carried-results.ts'
import { foldText } from '../../core/fold.ts'
import type { MeetingRecord } from '../../record/meetings.ts'
import type { VotePart } from '../../record/motions.ts'
import type { OrganizationRecord } from '../../record/people.ts'

type VoteValue = VotePart['value']

/** A vote, with the source's own word if it says more than the value. */
export interface Vote {
  value: VoteValue
  reason: string | null
}

// Synonyms of the value, not recorded as a reason, without accents and in the singular masculine.
const voteSynonyms: Readonly<Record<VoteValue, readonly string[]>> = {
  For: [
    ...['affirmative', 'aye', 'yea', 'yes', 'y', 'in favor', 'in favor of', 'in favour'],
    ...['in favour of', 'for', 'pour', 'oui', 'en faveur', 'en faveur de', 'favorable'],
    ...['affirmatif', 'yay', 'approve', 'support', 'agree', 'concur'],
  ],
  Against: [
    ...['negative', 'nay', 'no', 'noes', 'n', 'opposed', 'in opposition', 'opposed to', 'against'],
    ...['not in favor', 'not in favour', 'dissent', 'dissenting', 'contre', 'non', 'oppose'],
    ...["s'oppose", "s'opposent", 'dissident', 'defavorable', 'en defaveur', 'negatif'],
    ...['opposant', 'opposition', 'dissidence', 'dissented', 'disapprove', 'disagree'],
  ],
  Abstain: [
    ...['abstain', 'abstained', 'abstaining', 'abstention', 'abstenu', "s'abstient"],
    ...["s'abstiennent", "s'est abstenu", 'se sont abstenu'],
  ],
  Absent: ['absent'],
  Recused: ['recused', 'recuse', 'recusal', 'recusation', "s'est recuse", 'se recuse'],
  Other: ['other', 'autre', ''],
}

// Words that also give a reason. Excused is absent with leave.
const voteReasons: Readonly<Partial<Record<VoteValue, readonly string[]>>> = {
  Absent: [
    ...['away', 'excused', 'medical', 'maternity', 'paternity', 'parental', 'bereavement'],
    ...['jury duty', 'conflict', 'regret', 'excuse', 'conflit', "conflit d'horaire", 'vacation'],
    ...['not present', 'non present', 'hors de la salle', 'out of the room', 'sick', 'ill'],
  ],
  // Neither says whether somebody was there.
  Other: [
    ...['did not vote', 'not voting', 'no vote', 'non-voting', 'nonvoting', 'present'],
    ...["n'a pas vote", "n'ont pas vote", 'ne vote pas', 'non votant'],
  ],
}

const voteValues = new Map([...entriesOf(voteSynonyms), ...entriesOf(voteReasons)])
const plainVotes = new Set(Object.values(voteSynonyms).flat())

function entriesOf(
  words: Readonly<Partial<Record<VoteValue, readonly string[]>>>,
): [string, VoteValue][] {
  return Object.entries(words).flatMap(([value, list]) =>
    list.map((word): [string, VoteValue] => [word, value as VoteValue]),
  )
}

// Only words that say interest, recusal or that something was declared are a recusal: a conflict alone can be another
// meeting at that hour.
const recusal =
  /(?<!\b(?:no|nil|aucune?|sans) (?:\S+ ){0,3}\S*)(?:\binterets?\b|\binterest\b|\bpecuni\w+|\brecus\w+|\bconfli\w+ declar\w+|\bdeclared conflict)/
const leave = /\b(?:leave|absence|conge)\b/
const remark = /\s*[(,;:[]\s*|\s+[-–—]+\s+/

/** The value of a word for a vote, whatever remark follows it; undefined for an unknown one, and if the remark says another. */
export function findVoteValue(written: string): VoteValue | undefined {
  const whole = meaningOf(written)
  if (whole !== undefined) return whole
  const [first = '', ...remarks] = written.split(remark)
  const value = first === '' || remarks.length === 0 ? undefined : meaningOf(first)
  const others = remarks.join(' ').match(/[\p{L}\p{M}'’]+/gu) ?? []
  const said = new Set([...remarks, ...others].map((one) => meaningOf(one.replace(/[)\]]$/, ''))))
  if (value === 'Absent' && said.has('Recused')) return 'Recused'
  const isAnother = [...said].some((one) => one !== undefined && one !== value)
  return isAnother ? undefined : value
}

function meaningOf(written: string): VoteValue | undefined {
  const word = voteWordOf(written)
  const value = voteValues.get(word)
  if (value !== undefined) return value
  if (recusal.test(word)) return 'Recused'
  return leave.test(word) ? 'Absent' : undefined
}

/** Parses a word for a vote in English or French; an unknown word becomes the reason of an Other. */
export function toVote(written: string): Vote {
  const reason = plainVotes.has(voteWordOf(written)) ? null : written.trim()
  return { value: findVoteValue(written) ?? 'Other', reason }
}

const voteWordOf = (written: string) => knownForm(written, voteValues)

const voteVerb =
  /^(?:(?:has |have |a |ont |is )?(?:voted?|votes|voting|votent) )?(?:in the |dans l')?(?=\S)/

const subject =
  / (?:(?:for|on|a) )?(?:(?:the|this|la|le|cette) )?(?:motion|item|resolution|proposition|vote)$/

/** The form of a word that the vocabulary has, whatever its accents, gender and number; the word itself if it has none. */
function knownForm(written: string, words: ReadonlyMap<string, unknown>): string {
  const plain = fold(written)
  if (words.has(plain)) return plain
  const whole = foldText(written)
    .replace(/\((?:e|s|es|e\)\(s)\)|[·.](?:e|s|es|e[·.]s)$/g, '')
    .replace(/[\s.:*†!]+$/, '')
    .replace(/\s+/g, ' ')
    .trim()
  const forms = [whole, whole.replace(voteVerb, '').replace(subject, '')].flatMap((form) => [
    form,
    // The initials Y and N have neither.
    ...['s', 'e', 'es'].flatMap((end) =>
      form.endsWith(end) && form.length > 3 ? form.slice(0, -end.length) : [],
    ),
  ])
  return forms.find((form) => words.has(form)) ?? whole
}

function fold(written: string): string {
  return written.trim().toLowerCase()
}

/** Whether somebody was present, with the source's own word if it says more. */
export interface Attendance {
  present: boolean
  reason: string | null
}

// Synonyms of the value, not recorded as a reason. A person who presides is present.
const plainPresence: ReadonlyMap<string, boolean> = new Map([
  ...['present', 'here', 'attended', 'attendee', 'in attendance', 'chair', 'chairperson'].map(
    (word) => [word, true] as const,
  ),
  ...['absent', 'not present', 'non present'].map((word) => [word, false] as const),
])
const presentWords: ReadonlyMap<string, true> = new Map(
  [...partWords, ...remoteWords].map((word) => [word, true]),
)
const unexcused: ReadonlyMap<string, false> = new Map([
  ['unexcused', false],
  ['absence non motivee', false],
])

/** Parses a word of a roll call or participant list; null for an unknown word. */
export function toAttendance(written: string): Attendance | null {
  const plain = plainPresence.get(knownForm(written, plainPresence))
  if (plain !== undefined) return { present: plain, reason: null }
  if (presentWords.has(knownForm(written, presentWords)))
    return { present: true, reason: written.trim() }
  // A recusal from one item does not say whether somebody came to the meeting.
  const isAbsent =
    unexcused.has(knownForm(written, unexcused)) || findVoteValue(written) === 'Absent'
  return isAbsent ? { present: false, reason: written.trim() } : null
}

// What stands before a name in English and French minutes; "M." may be an initial, so it is not among them.
const officeKinds = [
  'deputy|acting|vice|regional|county|district|municipal|local|city|town|township|village|ward',
  "suppl[eé]ante?|adjointe?|int[eé]rimaire|municipale?|r[eé]gionale?|d'arrondissement|de comt[eé]",
]
const offices = [
  'mayor|reeve|warden|(?:regional|county) chair|council ?(?:m[ae]n|wom[ae]n|person|members?)|councill?ors?',
  'couns?\\.|cllrs?\\.?|crs?\\.|alds?\\.|alder(?:m[ae]n|wom[ae]n|person)|maire(?:sse)?|conseill(?:er|[eè]re)s?|cons\\.',
  '[eé]chevine?s?|pr[eé]f(?:et|[eè]te)',
  'trustees?|commissioners?|directors?|supervisors?|select(?:m[ae]n|wom[ae]n|persons?)|commissaires?',
]
const honorifics =
  'mr\\.?|mrs\\.?|ms\\.?|mmes?\\.?|mlles?\\.?|madame|monsieur|dre?s?\\.?|prof\\.|professor|r[eé]v\\.|reverend|sir|hon\\.|(?:right )?hono[u]?rable|messrs\\.?|mm\\.|mesdames|messieurs|(?:his|her|son) (?:worship|honneur)'
const office = `(?:(?:${officeKinds[0]})[ -])*(?:${offices.join('|')})(?: (?:${officeKinds[1]}|pro tem(?:pore)?)|[ -]at[ -]large)*`
const title = `(?:${office}|${honorifics})`

/** The offices and honorifics before a name, or before several. */
export const officePrefix = new RegExp(
  `^(?:(?:(?:the|les?|la) |l['’])(?=${title}\\s))?(?:${title}(?:\\s+(?:and|et|&)\\s+|\\s*/\\s*|\\s+)(?=\\S))+`,
  'i',
)
/** An office after a name and a comma. */
export const officeSuffix = new RegExp(`\\s*,\\s*${office}$`, 'i')

const presiding =
  'chair(?:man|woman|person)?|speaker|clerk|manager|solicitor|treasurer|tr[eé]sori(?:er|[eè]re)|pr[eé]sidente?|greffi(?:er|[eè]re)|members?|membres?'
const wholeOffice = new RegExp(
  `^(?:the |les? |la )?(?:(?:${officeKinds[0]})[ -])*(?:${presiding}|${title})$`,
  'i',
)

/** Whether a text is an office without a name: "Mayor", "Deputy Clerk", "La mairesse". */
export const isOffice = (text: string) => wholeOffice.test(text)

/** The result of a motion; an unknown word is returned as written. */
export function toResult(written: string | null): string | null {
  return written && meantResult(written)
}

export type BodyKind = NonNullable<OrganizationRecord['classification']>

// A council is matched by its full type or name, any other kind by a word in it.
const bodyKinds: readonly [RegExp, BodyKind][] = [
  [/^(?:primary legislative body|legislature|upper|lower)$/i, 'council'],
  [
    /^(?:(?:borough|city|common|county|district|inaugural|metro|metropolitan|municipal|regional|regular|special|town|township|village) )*council(?: meeting)?$/i,
    'council',
  ],
  [/^conseil (?:municipal|de ville|d['’]agglomération)$/i, 'council'],
  [/\b(?:sub-?)?committee\b/i, 'committee'],
  [/\bboard\b/i, 'board'],
  [/\bcommission\b/i, 'commission'],
  [/\b(?:caucus|delegation|task force)\b|\bconference of the\b.*\bcouncil\b/i, 'other'],
]

/** The kind of a body by the first type or name that states it. */
export function findBodyKind(...texts: (string | null)[]): BodyKind | null {
  for (const text of texts) {
    const kind = bodyKinds.find(([pattern]) => text !== null && pattern.test(text))?.[1]
    if (kind !== undefined) return kind
  }
  return null
}

// A name that consists of these words alone, one of them of the first list, is that of a seat without anybody.
const vacantWords = ['vacant', 'vacante', 'vacants', 'vacancy', 'unfilled', 'pourvoir']
const seatWords = [
  ...['seat', 'position', 'office', 'district', 'ward', 'at', 'large', 'to', 'be', 'filled', 'the'],
  ...['council', 'councillor', 'councilor', 'member', 'mayor', 'currently', 'no', 'number'],
  ...['siege', 'poste', 'quartier', 'a', 'le', 'du', 'de', 'conseiller', 'conseillere', 'maire'],
]
const vacant = new Set(vacantWords)
const vacantSeatWords = new Set([...vacantWords, ...seatWords])
const mayBeVacant = new RegExp(vacantWords.join('|'), 'i')

/** Whether a name says that a seat is vacant: "Vacant", "Vacant - Ward 5", "Siège à pourvoir". */
export function isVacantSeat(name: string): boolean {
  if (!mayBeVacant.test(name)) return false
  const words = foldText(name).match(/\p{L}+/gu) ?? []
  return words.some((word) => vacant.has(word)) && words.every((word) => vacantSeatWords.has(word))
}

const noNames = new Set([
  ...['', 'none', 'nil', 'n/a', 'na', 'nobody', 'no one', '0', 'zero'],
  ...['aucun', 'aucune', 'neant', 'personne', 's/o'],
])

/** Whether an entry of a list of names says that there is none: "None", "–", "Aucun". */
export function isNotName(name: string): boolean {
  return noNames.has(foldText(name).replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, ''))
}

type MeetingState = MeetingRecord['status']

const meetingStates: ReadonlyMap<string, MeetingState> = new Map([
  ['confirmed', 'scheduled'],
  ['scheduled', 'scheduled'],
  ['tentative', 'scheduled'],
  ['completed', 'completed'],
  ['passed', 'completed'],
])
const cancellationNotice = /cancell?ation|annulation/i

/** The status for a publisher's word; undefined for an unknown one and for a meeting that was called off. */
export function findMeetingState(written: string): MeetingState | undefined {
  return meetingStates.get(fold(written))
}

/** Whether a document's title announces a cancellation. */
export function isCancellationNotice(title: string): boolean {
  return cancellationNotice.test(title)
}
