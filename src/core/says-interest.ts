import { foldText } from './fold.ts'

/** A pecuniary interest or a conflict of interest, or that an interest was declared. */
const named = [
  /\b(?:pecuniary|financial) interests?\b/,
  /\bconflicts? of interests?\b/,
  /\bdeclar\w*(?: \w+){0,3} (?:interests?|conflict)\b/,
  /\b(?:interest|conflict) (?:was |is )?declared\b/,
  /\binterets? pecuniaires?\b/,
  /\bconflits? d'interets?\b/,
  /\bdeclar\w*(?: \w+){0,3} (?:interet|conflit)\b/,
  /\b(?:interet|conflit) declare\b/,
]

/** The word alone: with others, a conflict can be one of two meetings. */
const alone = /^(?:an? |un |in )?(?:interest|conflict|interet|conflit)s?[.]?$/

const denied =
  /\b(?:no|not|none|nor|never|without|nil|aucune?|pas|sans|ni)\b(?: \w+){0,5} (?:interests?|conflicts?|interets?|conflits?)\b/

/** Whether the reason of a recusal says, in English or French, that an interest was declared. */
export function saysInterest(reason: string): boolean {
  const said = foldText(reason).replace(/\s+/g, ' ').trim()
  if (denied.test(said)) return false
  return alone.test(said) || named.some((pattern) => pattern.test(said))
}
