import { foldText } from './fold.ts'
import { saysOverridden, saysVetoed } from './veto.ts'

/** What a mayor decides in writing; see `mayoralDecision`. */
export const decisionKinds = [
  'direction',
  'veto',
  'no_veto',
  'appointment',
  'committee',
  'budget',
  'other',
] as const
export type DecisionKind = (typeof decisionKinds)[number]

/** What council decided on a veto. */
export type CouncilResponse = 'overridden' | 'not_overridden'

// Folded, without accents.
const noVeto = new RegExp(
  [
    String.raw`\b(?:no|non|not|without|sans|absence de|pas de|aucun|renonciation au) ?-?(?:droit de )?veto`,
    String.raw`\b(?:not|never|declin\w+|decid\w+ against|refrain\w*|waiv\w+) (?:\w+ ){0,6}?veto`,
    String.raw`\bn(?:e |')(?:\w+ ){0,2}?pas (?:\w+ ){0,3}?veto`,
    String.raw`\bn'(?:exerce|oppose|appose|utilise)\w* pas (?:\w+ ){0,3}?veto`,
  ].join('|'),
)
const undecided =
  /\b(?:intent\w*|consider\w*|may|might|could|whether|if|envisage\w*|peut|pourrait)\b/
const vetoFirst =
  /^(?:written |mayoral |mayor's |notice of |avis de )*(?:(?:droit de )?veto|vetoes|vetoing)\b(?!.*\b(?:overr\w+|withdr\w+|rescin\w+|powers?|outre)\b)/

/** A word that begins a kind or a subject, after words that say no more than that it is a decision. */
const before = `^(?:(?:written|ecrite?|mayoral|mayor's|mayor|du maire|de la mairesse|notice of|avis de|decision|order|instrument|the|la|le) )*`
const kindsByWord: readonly (readonly [DecisionKind, RegExp])[] = [
  ['direction', /direct(?:ions?|ives?|ing|s)?\b/],
  ['appointment', /(?:appoint(?:ments?|ing|s)?|nomination|nommer)\b/],
  [
    'committee',
    /(?:(?:establish|dissol|creat|etabli|constitu)\w* (?:\w+ ){0,6}?)?(?:committees?|comites?)\b/,
  ],
  ['budget', /(?:\w+ )?budget\b/],
].map(([kind, word]) => [kind as DecisionKind, new RegExp(before + (word as RegExp).source)])

/** The kind that words of a source say; `other` if they say none. */
export function decisionKindOf(words: string): DecisionKind {
  const folded = foldText(words).replace(/[’]/g, "'").replace(/\s+/g, ' ').trim()
  if (noVeto.test(folded)) return 'no_veto'
  if (vetoFirst.test(folded) || saysVetoed(folded)) return undecided.test(folded) ? 'other' : 'veto'
  return kindsByWord.find(([, word]) => word.test(folded))?.[0] ?? 'other'
}

const failed =
  /\b(?:fail\w*|defeat\w*|lost|not|rejet\w+|echou\w+|maintenu|sustain\w+|upheld|stands)\b/

/** What council's response to a veto says of it; null if it says neither. */
export function responseIn(words: string): CouncilResponse | null {
  if (saysOverridden(words)) return 'overridden'
  const folded = foldText(words)
  const isOnVeto = /\b(?:veto|overr\w+|passer? outre)\b/.test(folded)
  return isOnVeto && failed.test(folded) ? 'not_overridden' : null
}

const override = /\b(?:overr\w+|outre\w*)\b/
const against = /\b(?:not|pas|ne) (?:to |\w+ )?(?:overr|outre|passer? outre)/

/** Whether a motion is to override a veto. */
export function isOverride(motion: {
  question: string | null
  title: string | null
  text: string | null
}): boolean {
  const folded = foldText(`${motion.title ?? ''} ${motion.text ?? ''}`)
  if (against.test(folded)) return false
  return motion.question === 'override' || override.test(folded)
}

interface Veto {
  subject: string
  stated_kind: string | null
}

/** A veto in the words of its source: its subject, which may not say that it is one. */
export const vetoLine = ({ subject, stated_kind: kind }: Veto): string =>
  saysVeto(subject) ? subject : `${kind !== null && saysVeto(kind) ? kind : 'Veto'}: ${subject}`

const saysVeto = (words: string) => /veto/.test(foldText(words))
