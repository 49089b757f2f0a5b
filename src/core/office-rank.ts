import { foldText } from './fold.ts'

const presiding =
  /^(?:lord )?(?:mayor|maire|mairesse|warden|reeve|prefete?|president|presidente|speaker|chair(?:man|woman|person)?)(?: du (?:conseil|comite).*)?$/
const deputy =
  /^(?:(?:vice|deputy|acting|co)[- ]?(?:mayor|warden|reeve|president|speaker|chair(?:man|woman|person)?)|vice-?presidente?|(?:maire|mairesse|prefete?) supple(?:ant|ante))\b/
const plain = /^(?:(?:committee|board|council|voting|regular) )?(?:member|membre)s?$/

/** Who presides over a body comes first, then a deputy, then everybody else. */
export function officeRank(role: string | null): 0 | 1 | 2 {
  const words = foldText(role ?? '')
  if (presiding.test(words)) return 0
  return deputy.test(words) ? 1 : 2
}

/** Whether a role says only that somebody sits on the body. */
export const isPlainSeat = (role: string): boolean => plain.test(foldText(role))
