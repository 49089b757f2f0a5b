import { outcomeOf } from './carried-results.ts'
import { foldText } from './fold.ts'
import { saysLapsed } from './lapsed.ts'

// Folded, without accents. A second reading can be together with the third, which passes it.
const open =
  /^(?:re-?)?(?:open(?:ed)?|pending|proposed|draft|active|current|introduced|laid over|in (?:progress|process|committee)|committee|(?:reported|reported out|referred|sent) (?:from|out of|to) committee|under (?:review|consideration|study|discussion|way)|underway|awaiting|(?:at |given )?(?:first|second|1st|2nd) reading|to be (?:decided|considered|heard)|ouverte?|proposee?|projet|ebauche|actif|active|deposee?|presentee?|en (?:cours|attente|comite|preparation)|(?:renvoyee?|soumise?) au comite|a l['’] ?etude|a (?:decider|etudier)|(?:en )?(?:premiere|deuxieme|1re|2e) lecture)\b/
const ended =
  /\b(?:deferred|postponed|on hold|reportee?s?|differee?s?|en suspens|closed|third|3rd|withdrawn|filed|repealed|ended|retiree?|fermee?|classee?|troisieme|3e|abrogee?|veto(?:ed)?)\b/

/** Whether a status says that what it is of is still to be decided; what was put off may never come back. */
export function saysOpen(status: string | null): boolean {
  if (status === null || outcomeOf(status) !== null || saysLapsed(status)) return false
  const folded = foldText(status).trim()
  return open.test(folded) && !ended.test(folded)
}
