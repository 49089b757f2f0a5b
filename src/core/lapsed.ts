import { latestDay } from './calendar-date.ts'
import { outcomeOf } from './carried-results.ts'
import { foldText } from './fold.ts'
import { afterVeto, endsVeto, isVeto, saysVetoed } from './veto.ts'

// Folded, without accents. A motion that lapses for lack of a seconder says nothing of its matter.
const thing = String.raw`(?:(?:the |this |le |la |ce |cette |l['’] ?)?(?:council )?(?:bill|by-?law|ordinance|resolution|introduction|legislation|file|matter|item|measure|proposal|report|application|projet|reglement|dossier|proposition|rapport|point|demande|mesure)(?: de (?:loi|reglement|resolution))?(?: no\.?)?(?: [\w-]*\d[\w/-]*)? )?`
const state = `(?:(?:has|was|is|considered|deemed|automatically|est|a|ete|devenue?|devient|repute|reputee|automatiquement) ){0,3}`
const circumstance = String.raw`(?=$|,? (?:on|in|at|with|due|by|upon|under|per|pursuant|because|when|after|as|since|before|without|for lack of action|au|aux|a|en|le|lors|avec|par|selon|avant|apres|sans)\b|,? \d)`
const ofItself = new RegExp(
  String.raw`^${thing}${state}(?:lapse[sd]|expired|died|dies|dead|caduc|caduque|perimee?|expiree?|echue?|mort(?:e)?(?= au feuilleton\b)|meurt(?= au feuilleton\b))${circumstance}`,
)

const span = `(?:session|term|council|legislature|mandate|parliament|congress|biennium|mandat|conseil|legislative year|municipal year|annee municipale)`
const ofSpan = new RegExp(
  [
    String.raw`\b(?:end|ended|ending|expiration|expiry|close|conclusion|dissolution|prorogation|adjournment|fin|cloture|expiration) (?:of|de|du|d['’])? ?(?:the |la |le |l['’] ?|this |its )?(?:\w+ ){0,3}?${span}\b`,
    String.raw`\b${span} (?:has )?(?:ended|expired|closed|dissolved|prorogued|terminee?|close|expiree?|dissoute?)\b`,
    String.raw`\b(?:order paper|feuilleton)\b`,
  ].join('|'),
)
const isOnlySpan = new RegExp(
  String.raw`^(?:at |a )?(?:the |la )?(?:end|fin|expiration|cloture|close) (?:of|de|du)(?: the| la| l['’])? ?(?:\w+ ){0,3}?${span}$|^${span} (?:has )?ended$`,
)

/** What ends a thing without a decision of it. */
const disposed = String.raw`(?:filed?|failed|closed?|ended|terminated|archived|dead|inactive|unfinished|incomplete|left|not (?:\w+ )?(?:passed|acted|adopted|considered|decided|heard|taken)|no (?:further )?action|classee?|fermee?|archivee?|inactif|inactive|(?:pas|non) (?:\w+ )?(?:adoptee?|etudiee?|examinee?|traitee?))`
const isDisposed = new RegExp(String.raw`(?<!\b(?:to|motion) )\b${disposed}\b`)
const isDisposedAlone = new RegExp(
  `^${thing}(?:was |is |est |a ete )?${disposed}(?: without action| sans suite)?$`,
)

const putOff =
  /\b(?:until|till|to|jusqu['’]a) (?:the |la )?(?:end|close|fin|next)\b|\b(?:next|prochaine?) (?:session|term|council|legislature|mandat)\b|\bcarried (?:over|forward)\b|\b(?:re-?introduced|withdrawn|retiree?|reportee?)\b/

/** Whether a status, or a step in a source's own words, says that something ended undecided: with a session, or by time. */
export function saysLapsed(words: string): boolean {
  const folded = foldText(words).trim()
  const [first = '', ...others] = folded
    .split(/[.;:()[\]/]|\s[-–—]\s/)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '')
  if (ofItself.test(first)) return true
  if (isDisposedAlone.test(first) && others.some((clause) => ofItself.test(clause))) return true
  if (putOff.test(folded) || !ofSpan.test(folded)) return false
  return isOnlySpan.test(first) || isDisposed.test(folded)
}

/** A kind of step of a matter, in the words of the source. */
export interface EndStep {
  description: string
  classification: readonly string[]
  /** What the source says of it besides. */
  text?: string | null
  /** Whether a vote decided it. */
  isVoted: boolean
  /** The last one; empty if unknown. */
  date: string
  position: number
}

interface Matter {
  status: string | null
  steps: readonly EndStep[]
  /** Whether council passed it, whatever its steps say. */
  isPassed: boolean
}

/** Whether a step is only that its matter lapsed: no one decided anything that day. */
export const isLapse = ({ description, isVoted }: Pick<EndStep, 'description' | 'isVoted'>) =>
  !isVoted && saysLapsed(description)

const passages = ['passage', 'became-law', 'executive-signature']
const ends = ['withdrawal', 'failure', ...passages]

const hasClass = (steps: readonly EndStep[], words: readonly string[]) =>
  steps.some(({ classification }) => classification.some((word) => words.includes(word)))

/**
 * When a matter lapsed: empty if the day is unknown, null if it did not. Its status decides; a step does if it is the
 * last one and nothing says that the matter had ended before.
 */
export function lapsedOn({ status, steps, isPassed }: Matter): string | null {
  if (steps.some(isSettledVeto)) return null
  const isVetoed = steps.some(isVeto) && !steps.some(endsVeto)
  if (!isVetoed && (isPassed || hasClass(steps, passages))) return null
  const lapses = steps.filter(isLapse)
  const day = latestDay(...lapses.map(({ date }) => date))
  if (status !== null && saysLapsed(status)) return day
  if (lapses.length === 0 || (status !== null && saysEnded(status))) return null
  const others = steps.filter((step) => !lapses.includes(step))
  const isDated = steps.every(({ date }) => date !== '')
  const isLast = others.every((other) =>
    lapses.some((lapse) =>
      isDated && lapse.date !== other.date
        ? lapse.date > other.date
        : lapse.position > other.position,
    ),
  )
  return isLast && !hasClass(others, ends) ? day : null
}

/** Whether the source says what a veto made of the matter, such as "deemed adopted": that ended it, not the session. */
const isSettledVeto = (step: EndStep) => isVeto(step) && afterVeto(step.text ?? null) !== null

/** Whether a status says that its matter ended in another way. */
const saysEnded = (status: string): boolean =>
  outcomeOf(status) !== null ||
  saysVetoed(status) ||
  /\b(?:withdrawn|retiree?|enacted)\b/.test(foldText(status))
