import { isDefeated } from './carried-results.ts'
import { foldCase, foldText } from './fold.ts'

/** Whether the status of a by-law says that it never passed. */
export function isNeverPassed(status: string | null): boolean {
  return isDefeated(status) || foldCase(status ?? '') === 'withdrawn'
}

// Folded, without accents.
const ended =
  /(?<!\b(?:not|never|un|to be|partly|partially|non|pas|a etre|partiellement) )\b(?:repealed|rescinded|revoked|expired|lapsed|quashed|annulled|invalidated|disallowed|struck down|void|superseded|abrogee?|annulee?|invalidee?|desavouee?|cassee?|echue?|caduque?|expiree?)\b(?! (?:in|for|en) par)/

// "Appeal period expired", "Véto annulé"
const ofOthers = /\b(?:veto|period|deadline|delai|periode)\b[^,;.]*|\b\w+ (?:le )?veto\b/g

const inForce = /^(?:in (?:force|effect)|en vigueur|entree en vigueur)\b/

/**
 * Whether a law came into force on the day on which it became one, as its status or a step of that day says; a source may
 * give the day of its enactment alone.
 */
export function isInForceOn(
  day: string | null,
  status: string | null,
  steps: readonly { date: string | null; description: string }[] = [],
): boolean {
  const said = [
    status ?? '',
    ...steps.filter(({ date }) => date === day).map((step) => step.description),
  ]
  return said.some((text) => inForce.test(foldText(text)))
}

/** Whether the status says that what was passed is not law, or no longer. */
export function isNoLongerLaw(status: string | null): boolean {
  return ended.test(foldText(status ?? '').replace(ofOthers, ''))
}
