import { foldText } from './fold.ts'

// Folded, without accents.
const secondVote =
  /\b(?:casting|deciding|second|double|additional|tie[- ]?break\w*) (?:vote|ballot)s?\b|^(?:casting|double|tie[- ]?break\w*)$|\bbr(?:eak|oke)\w* the tie\b|\btie broken\b|\b(?:two|2) votes\b|\bpreponderante?\b|\b(?:vote|voix) (?:double|decisi\w+)\b|\b(?:second|deuxieme|seconde) (?:vote|voix)\b|\b(?:deux|2) voix\b/
const weight = /\bweigh(?:t\w*|ed|ing)\b|\bponder\w+|^\W*\d+\W*$|\b\d+ (?:votes?|voix|units?)\b/
const weightedVote =
  /\bweighted (?:\w+ )?vot|\bvot\w+ (?:\w+ )?(?:by weight|weighted)\b|\b(?:vote|voix) pondere/

interface Votes {
  /** Its texts, and the reasons of its votes. */
  texts: readonly (string | null | undefined)[]
  reasons: readonly (string | null | undefined)[]
  tally_weighted_for?: number | null
  vote_basis?: string | null
}

/** How many votes were counted beyond one for each name, as a chair's second one; null of weights that the source states in words only, which no one can count by names. */
export function extraVotesOf({ texts, reasons, ...counted }: Votes): number | null {
  const said = reasons.flatMap((reason) => (reason ? foldText(reason).trim() : []))
  const seconds = said.filter((reason) => secondVote.test(reason)).length
  // Beside sums of weights, the other counts are of members.
  if (counted.tally_weighted_for != null) return seconds
  const isWeighted =
    counted.vote_basis === 'weighted' ||
    said.some((reason) => weight.test(reason) && !secondVote.test(reason)) ||
    texts.some((text) => text && weightedVote.test(foldText(text)))
  return isWeighted ? null : seconds
}

/** Whether as many names as votes were counted, but for the extra ones. */
export function areAllNamed(named: number, counted: number, extra: number | null): boolean {
  return extra === null || (named <= counted && counted <= named + extra)
}
