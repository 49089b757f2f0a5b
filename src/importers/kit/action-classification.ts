import { isCarried, isDefeated, isKnownResult } from '../../core/carried-results.ts'
import { saysVetoed } from '../../core/veto.ts'
import type { ActionClassification } from '../../record/matters.ts'
import type { MotionKind } from '../../record/motions.ts'
import { type BodyKind, findBodyKind } from './vocabulary.ts'

/** A step as a source describes it. */
export interface WrittenAction {
  /** Such as "Approved by Committee". */
  description: string
  /** The name of the acting body, or null. */
  body: string | null
  /** In our words, or null: "Defeated" turns an approval into a failure, and a referral into nothing. */
  result: string | null
}

// The first pattern that matches decides. Words that only a council's own rules explain have no classification.
const rules: readonly [RegExp, readonly ActionClassification[]][] = [
  [/^introduced\b.*\breferred to\b.*\bcomm(?:ittee)?\b/i, ['introduction', 'referral-committee']],
  [/^introduced\b/i, ['introduction']],
  [/^(?:read a )?first (?:reading|time)\b/i, ['reading-1']],
  [/^(?:read a )?second (?:reading|time)\b/i, ['reading-2']],
  [/^(?:read a )?third (?:reading|time)\b/i, ['reading-3']],
  [/^enrolled\b/i, ['enrolled']],
  [/^became (?:a )?law\b/i, ['became-law']],
  [/^amendment proposed\b/i, ['amendment-introduction']],
  [/^amended\b/i, ['amendment-passage']],
  [/^substituted\b/i, ['substitution']],
  [/^withdrawn\b/i, ['withdrawal']],
  [/^(?:laid over|deferred|postponed|tabled|held over|continued to)\b/i, ['deferral']],
  [/^(?:re-?referred|referred|recommitted) to .*\bcomm(?:ittee)?\b/i, ['referral-committee']],
  [/^(?:re-?)?referred to\b/i, ['referral']],
  [/^approved\b(?!.*\bby (?:the )?(?:sub-?)?comm).*\breferred to\b/i, ['referral']],
  [/^(?:sent|transmitted|presented|submitted) to (?:the )?mayor\b/i, ['executive-receipt']],
  [/^signed\b.*\bmayor\b/i, ['executive-signature']],
  [/^disapproved by (?:the )?mayor\b/i, ['executive-veto']],
  [/^overridden by (?:the )?(?:\w+ )?council\b/i, ['veto-override-passage']],
]
const preconsidered = /^P-C Item /i
const approved = /^(?:approved|adopted|passed|enacted)\b/i
const rejected = /^(?:disapproved|rejected)\b/i
const lost = /^(?:defeated|failed)\b/i
const actor = /\bby (?:the )?(?:\w+ )?(council|(?:sub-?)?comm(?:ittee)?)\b/i

/** The classifications of a step, from the list of Open Civic Data; empty for words that it does not have. */
export function classifyAction({ description, body, result }: WrittenAction) {
  const step = description.replace(preconsidered, '')
  const listed = rules.find(([pattern]) => pattern.test(step))?.[1] ?? vetoIn(step)
  if (listed !== undefined)
    return isDefeated(result) ? listed.flatMap((word) => failures[word] ?? []) : [...listed]
  const isPassage = passageOf(step, result)
  return isPassage === null ? [] : decided(actorOf(step, body), isPassage)
}

const vetoIn = (step: string): readonly ActionClassification[] | undefined =>
  saysVetoed(step) ? ['executive-veto'] : undefined

// A step that was voted down did not happen, except where the list has a word for that.
const failures: Readonly<Partial<Record<ActionClassification, ActionClassification>>> = {
  'amendment-passage': 'amendment-failure',
  'veto-override-passage': 'veto-override-failure',
}

/** Whether the matter passed; null if neither is certain, as for a disapproval that was voted down. */
function passageOf(step: string, result: string | null): boolean | null {
  if (lost.test(step)) return false
  if (rejected.test(step)) return isDefeated(result) ? null : false
  if (!approved.test(step)) return null
  const isOpen = result !== null && isKnownResult(result) && !isCarried(result)
  return isOpen && !isDefeated(result) ? null : !isDefeated(result)
}

const motionKinds: Readonly<Partial<Record<ActionClassification, MotionKind>>> = {
  'reading-3': 'motion',
  passage: 'motion',
  failure: 'motion',
  'committee-passage': 'motion',
  'committee-failure': 'motion',
  'veto-override-passage': 'motion',
  'amendment-passage': 'amendment',
  deferral: 'procedural',
  referral: 'procedural',
  'referral-committee': 'procedural',
}

/** The kind of the motion that decided a step; null where the words of the step leave it open. */
export function motionKindOf(step: WrittenAction): MotionKind | null {
  const [classification] = classifyAction({ ...step, result: null })
  // To approve and refer is both.
  if (classification === 'referral' && approved.test(step.description)) return null
  return classification === undefined ? null : (motionKinds[classification] ?? null)
}

function decided(kind: BodyKind | null, isPassage: boolean): ActionClassification[] {
  if (kind === 'council') return [isPassage ? 'passage' : 'failure']
  if (kind === 'committee') return [isPassage ? 'committee-passage' : 'committee-failure']
  return []
}

function actorOf(step: string, body: string | null): BodyKind | null {
  const written = actor.exec(step)?.[1]?.toLowerCase()
  if (written === undefined) return findBodyKind(body)
  return written === 'council' ? 'council' : 'committee'
}
