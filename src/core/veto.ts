import { isDefeated } from './carried-results.ts'
import { foldText } from './fold.ts'

/** A step of a matter, as far as it says something of a veto. */
export interface VetoStep {
  description: string
  /** Of Open Civic Data's list; empty if the source's words are all that is known. */
  classification: readonly string[]
  result?: string | null | undefined
}

// Folded, without accents. What was vetoed in part is law without that part.
const head =
  "(?:mayor|reeve|warden|president|executive|head of council|maire(?:sse)?|prefet|prefete)(?:al|'s)?"
const vetoed = new RegExp(
  [
    String.raw`(?<!\b(?:not|never|un|if|be|part|partly|partially|non|pas|partiellement) )\bvetoed\b(?! (?:in|for) part)`,
    String.raw`\b(?:${head}|council) vetoe?s\b(?! part)`,
    String.raw`\bfrappee?s? (?:d[' ]un |de |du )(?:droit de )?veto\b`,
    // "The warden exercised her veto", "Le maire oppose son veto"
    String.raw`(?<!\b(?:not|never|to|pas|ne|de) )\b(?:exercis\w+|us(?:es|ed)|issue[sd]?|invoke[sd]|exerce|oppose|appose|utilise)e? (?:(?:the|his|her|their|a|son|sa|un|le|par) )?(?:right of |power of |droit de |written )?veto\b(?! (?:in|for|en) part)`,
    String.raw`(?<!\b(?:no|line[- ]item|partial|aucun|sans|pas de) (?:droit de )?)\bveto (?:power )?(?:was |has been |a ete )?(?:exercised|issued|invoked|used|exerce|oppose|utilise)\b`,
    String.raw`(?<!\b(?:not|recommendation|if) )\bdisapproved by (?:the )?${head}(?! in part)`,
  ].join('|'),
)
const vetoAlone = new RegExp(
  String.raw`^(?:written |mayoral )?(?:notice of )?(?:(?:the )?${head} )?(?:droit de )?veto(?: (?:by|from|sustained|upheld|stands|exercised|du|de|d'un|exerce|maintenu)\b.*)?$`,
)
const overridden = new RegExp(
  [
    String.raw`(?<!\b(?:not|to) )\b(?:overr(?:id(?:d?en|es)?|ode)\b|override(?= (?:carried|passed|adopted|approved|succeeded)))`,
    String.raw`\bpasse(?:e|r)? outre\b`,
    String.raw`\bveto (?:\w+ ){0,3}?(?:withdrawn|rescinded|retire|annule|leve|infirme|renverse)\b`,
    String.raw`(?<!\b(?:pas|ne) )\b(?:annule|leve|infirme|renverse|retire) (?:le|son) (?:droit de )?veto\b`,
    String.raw`(?<!\b(?:not|to) )\b(?:re-?)?(?:passed|adopted|approved|enacted|adopte\w*) (?:again )?(?:over|after|despite|notwithstanding|nonobstant|malgre) (?:(?:the|a|le|un) )?(?:${head} )?veto\b`,
  ].join('|'),
)
const failed = /\b(?:fail\w*|defeat\w*|lost|not|rejet\w+|echou\w+)\b/

/** Whether a status, or a step in a source's own words, says that something was vetoed as a whole. */
export function saysVetoed(words: string): boolean {
  const folded = foldText(words).trim()
  return !saysOverridden(words) && (vetoed.test(folded) || vetoAlone.test(folded))
}

/** Whether it says that a veto no longer stands. */
export function saysOverridden(words: string): boolean {
  const folded = foldText(words)
  return overridden.test(folded) && !failed.test(folded)
}

export function isVeto({ description, classification }: VetoStep): boolean {
  return classification.length === 0
    ? saysVetoed(description)
    : classification.includes('executive-veto')
}

/** Whether a step ends a veto: council overrode it, it was taken back, or the matter became law all the same. */
export function endsVeto({ description, classification, result }: VetoStep): boolean {
  if (isDefeated(result)) return false
  if (classification.length === 0) return saysOverridden(description)
  return classification.some((word) => word === 'veto-override-passage' || word === 'became-law')
}

/** Of steps in their order, the first veto and what became of it. */
export function vetoesIn<S extends VetoStep>(steps: readonly S[]): S[] {
  const first = steps.findIndex(isVeto)
  if (first < 0) return []
  const isOfVeto = ({ classification }: S) => classification.some((word) => word.includes('veto'))
  return steps
    .slice(first)
    .filter((step) => isVeto(step) || endsVeto(step) || isOfVeto(step) || isAfterVeto(step))
}

// Folded, without accents: "was deemed adopted pursuant to the Charter", "remained vetoed", "Veto sustained".
const aftermath = new RegExp(
  [
    String.raw`\bdeemed (?:to (?:be|have been) )?(?:\w+ )?(?:adopted|approved|passed|enacted|disapproved|rejected)\b`,
    String.raw`\brepute(?:e|s|es)? (?:adopte|approuve|rejete)\w*`,
    String.raw`\b(?:remain\w*|stays?|stayed|demeure\w*|reste\w*) (?:vetoed|adopted|frappee?s? d)`,
    String.raw`\bveto (?:\w+ ){0,3}?(?:sustained|upheld|stands|stood|expired|maintenu|confirme)\b`,
    String.raw`\b(?:time|period|delai) (?:\w+ ){0,4}?(?:overrid\w+|veto|passer outre) (?:\w+ ){0,2}?(?:expired|ended|lapsed|expire)`,
    String.raw`\b(?:became|becomes|become|devien\w+|devenue?) (?:a |une )?(?:law|loi)\b`,
  ].join('|'),
)
const isAfterVeto = ({ description }: VetoStep) => aftermath.test(foldText(description))

/** The sentence of the note on a veto that says what became of the thing; null if none does. */
export function afterVeto(note: string | null): string | null {
  const sentences = (note ?? '').split(/\n+|(?<=(?:\p{Ll}{3}|\d{2})[.!?])\s+(?=\p{Lu})/u)
  return sentences.findLast((sentence) => aftermath.test(foldText(sentence)))?.trim() ?? null
}

/** A step by which what a motion decided was vetoed, or that says what came of that. */
export interface VetoAfter {
  /** In the words of the source. */
  description: string
  /** Empty if unknown. */
  date: string
  /** What the source says became of the thing. */
  after: string | null
  /** The motion that took the step. */
  motion_slug: string | null
}

interface DatedVeto {
  date: string
  motion_slug?: string | null
}

/** What became of something last by a veto, unless one of its last decisions is or follows that. */
export function lastVeto<V extends DatedVeto>(
  vetoes: readonly V[],
  last: readonly { slug: string; date: string }[],
): V | undefined {
  const veto = vetoes.at(-1)
  const isLater = ({ slug, date }: { slug: string; date: string }) =>
    slug === veto?.motion_slug || (veto?.date !== '' && date > (veto?.date ?? ''))
  return last.some(isLater) ? undefined : veto
}

/** The steps by which a matter was vetoed, and what came of that; its status, if that is all that says so. */
export function vetoesOnMatter<S extends VetoStep & { date: string }>(
  steps: readonly S[],
  status: string | null,
): (S | { description: string; date: string })[] {
  const vetoes = vetoesIn(steps)
  if (vetoes.length > 0) return vetoes
  return status !== null && saysVetoed(status) ? [{ description: status, date: '' }] : []
}

/** The column of a motion; null in its row if nothing was vetoed. */
export const toVetoesColumn = (vetoes: readonly VetoAfter[]): string => JSON.stringify(vetoes)

export const parseVetoes = (column: string | null): VetoAfter[] =>
  column === null ? [] : (JSON.parse(column) as VetoAfter[])

/** The veto and what became of it last, of which there can be many hearings. */
export const firstAndLast = <Step>(steps: readonly Step[]): Step[] => [
  ...steps.slice(0, 1),
  ...steps.slice(1).slice(-1),
]

type LinkedStep = OrderedStep & { motion_slug: string | null }

/** Of the steps of a matter in their order, those by which it was vetoed after a motion on it, and what came of that. */
export function vetoesAfter(
  motion: { slug: string; date: string },
  steps: readonly LinkedStep[],
): VetoAfter[] {
  if (motion.date === '') return []
  const own = steps.findLastIndex(({ motion_slug: slug }) => slug === motion.slug)
  const later = steps.filter(({ date }, at) =>
    own >= 0 && (date === '' || date === motion.date) ? at > own : date >= motion.date,
  )
  return vetoesIn(later).map(({ description, date, text, motion_slug }) => ({
    ...{ description, date, motion_slug },
    after: afterVeto(text ?? null),
  }))
}

interface StoredStep {
  id: number
  /** Empty if unknown. */
  date: string
  position: number
  description: string
  /** A JSON list. */
  classification: string
  result: string | null
  text?: string | null
}

export type OrderedStep = Omit<StoredStep, 'classification'> & { classification: string[] }

/** Steps with the oldest first; by their positions if a date is unknown. */
export function stepsInOrder<S extends StoredStep>(
  steps: readonly S[],
): (Omit<S, 'classification'> & Pick<OrderedStep, 'classification'>)[] {
  const isDated = steps.every(({ date }) => date !== '')
  return steps
    .map((step) => ({ ...step, classification: JSON.parse(step.classification) as string[] }))
    .sort((one, other) => {
      if (isDated && one.date !== other.date) return one.date < other.date ? -1 : 1
      return one.position - other.position || one.id - other.id
    })
}
