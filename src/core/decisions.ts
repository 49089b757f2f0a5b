import type { VotedMotion } from './headings/outcome.ts'
import { lastVeto } from './veto.ts'
import { lastDecisions } from './voting-order.ts'

/** A motion and the body that decided it. */
export interface DecidedByBody extends VotedMotion {
  slug: string
  /** Empty if unknown. */
  date: string
  body_kind: string | null
}

interface DatedVeto {
  /** Empty if unknown. */
  date: string
  motion_slug?: string | null
}

/** Amendments and procedure do not settle what they are part of. */
export function isDecision({ kind, result }: Pick<VotedMotion, 'kind' | 'result'>): boolean {
  return result !== null && (kind === null || kind === 'motion')
}

type WithBody = Pick<DecidedByBody, 'body_kind'>
export const isOfCouncil = ({ body_kind: kind }: WithBody): boolean => kind === 'council'
export const isOfCommittee = ({ body_kind: kind }: WithBody): boolean =>
  kind !== null && kind !== 'council'

export const isAfterVeto = (motion: { date: string }, veto: DatedVeto): boolean =>
  veto.date !== '' && motion.date > veto.date

/** What decided a record, of motions with the newest first: those of committees before a veto if there are any. */
export function decisionsIn<M extends DecidedByBody>(
  motions: readonly M[],
  veto: DatedVeto | undefined,
) {
  const decided = motions.filter(isDecision)
  const before = (votes: readonly M[]) =>
    votes.filter((motion) => veto === undefined || !isAfterVeto(motion, veto))
  const ofCommittee = decided.filter(isOfCommittee)
  const advised = before(ofCommittee)
  return {
    ofCouncil: decided.filter(isOfCouncil),
    ofCommittee: advised.length > 0 ? advised : ofCommittee,
    before,
  }
}

/**
 * What one line says of a record: the last decision of the council, or else of a committee, and the steps of a veto that it did
 * not follow. No decision if several may be the last.
 */
export function lastOutcome<M extends DecidedByBody, V extends DatedVeto>(
  motions: readonly M[],
  vetoes: readonly V[],
): { decision: M | undefined; vetoes: readonly V[] } {
  const { ofCouncil, ofCommittee } = decisionsIn(motions, vetoes[0])
  const decided =
    [ofCouncil, ofCommittee].find(({ length }) => length > 0) ?? motions.filter(isDecision)
  const isOrdered = decided.length < 2 || decided.every(({ date }) => date !== '')
  const last = isOrdered ? lastDecisions(decided) : []
  return {
    decision: last.length === 1 ? last[0] : undefined,
    vetoes: lastVeto(vetoes, last) === undefined ? [] : vetoes,
  }
}
