import { listedBillWords } from '../bill-classifications.ts'
import { foldText } from '../fold.ts'
import type { TitleSource } from './heading.ts'
import type { OutcomeVerb } from './outcome.ts'
import { cleanSubject } from './subject.ts'

/** What a matter is, where its kind is a word of this list. */
export type Thing = 'bill' | 'bylaw' | 'local_law' | 'ordinance' | 'resolution' | OtherThing
type OtherThing =
  | 'land_use_application'
  | 'application'
  | 'petition'
  | 'motion'
  | 'report'
  | 'appointment'
  | 'nomination'
  | 'proclamation'

// Folded, in English and French.
const things = new Map<string, Thing>([
  ...each('bill', 'bill', 'proposed bill', 'projet de loi'),
  ...each('bylaw', 'by-law', 'bylaw', 'reglement', 'reglement municipal'),
  ...each('local_law', 'local law', 'loi locale'),
  ...each('ordinance', 'ordinance', 'ordonnance'),
  ...each('resolution', 'resolution'),
  ...each('land_use_application', 'land use application', "demande d'amenagement"),
  ...each('application', 'application', 'demande'),
  ...each('petition', 'petition'),
  ...each('motion', 'motion'),
  ...each('report', 'report', 'rapport'),
  ...each('appointment', 'appointment'),
  ...each('nomination', 'nomination'),
  ...each('proclamation', 'proclamation'),
])

function each(thing: Thing, ...words: string[]): [string, Thing][] {
  return words.map((word) => [word, thing])
}

/** Verbs of what was decided on a thing itself. */
const verbs = [
  ...(['approved', 'approved_as_amended', 'lost', 'refused', 'disapproved', 'received'] as const),
  ...(['filed', 'referred', 'deferred', 'withdrawn'] as const),
]
export type ThingVerb = (typeof verbs)[number]

interface MotionOnThing {
  title: string | null
  title_from: TitleSource
  is_on_part: number
  matter_title: string | null
  matter_category: string | null
  /** A JSON list. */
  matter_classification: string | null
}

/** What the motion decided on, and how; undefined if its title is not that of its matter, or the record does not say the kind. */
export function thingOf(
  motion: MotionOnThing,
  verb: OutcomeVerb | null | undefined,
): { thing: Thing; verb: ThingVerb } | undefined {
  const { title, title_from: from, is_on_part: isOnPart, matter_title: matter } = motion
  const decided = verbs.find((one) => one === verb)
  if (decided === undefined || from !== 'subject' || isOnPart === 1) return undefined
  if (title === null || !isTitleOf(title, cleanSubject(matter) ?? '')) return undefined
  const listed = listedBillWords(
    (JSON.parse(motion.matter_classification ?? '[]') as string[]).join(),
  )
  const [thing] = [motion.matter_category ?? '', ...listed].flatMap(
    (word) => things.get(foldText(word.trim())) ?? [],
  )
  // "Resolution disapproving …" passed: the application was disapproved, not the resolution.
  if (thing === 'resolution' && decided === 'disapproved') return undefined
  return thing === undefined ? undefined : { thing, verb: decided }
}

/** Whether a title is that of a matter; an import omits the area of a committee before it, and adds what is requested. */
function isTitleOf(title: string, about: string): boolean {
  const withoutArea = about.slice(about.indexOf(', ') + 2)
  return [about, withoutArea].some((name) => title === name || title.startsWith(`${name}: `))
}
