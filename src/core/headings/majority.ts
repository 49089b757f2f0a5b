import { isDefeated } from '../carried-results.ts'
import { isInside } from './clauses.ts'

const twoThirds = String.raw`(?:two[ -]thirds?|2\/3(?:rds?)?)`
const majority = '(?:(?:majority|affirmative|vote|votes|threshold|approval|consent)(?:,? | of )*)*'
/** "of the members present": whose two thirds. */
const ofWhom = String.raw`(?:,? ?\b(?:of|by|from) (?:(?:all|the|its|those|full|whole|council|city|town|members?|present|and|voting|votes?|cast|of)\b ?)+)?`
const toPass = String.raw`(?:,? ?\b(?:(?:for|in order) )?(?:to (?:be )?(?:pass|carry|succeed|approve|adopt)(?:ed|d)?|passage|adoption|approval|the motion to (?:pass|carry))\b)?`
const subject = '(?:(?:this|the) (?:motion|vote|item|resolution|amendment) )'
const ends = String.raw`[\s.!)\]]*$`

/** A sentence that says which majority a vote needs, or did not reach. */
const stated = [
  String.raw`^${subject}?(?:requires?|required|needs?|needed) (?:an? |the )?(?:\w+ ){0,2}?${twoThirds} ?${majority}${ofWhom}${toPass}${ends}`,
  `^(?:an? |the )?(?:required )?${twoThirds} ?${majority}${ofWhom}(?:(?:is|was|were|being) )?(?:required|needed|necessary)${toPass}${ends}`,
  String.raw`^(?:an? |the )?(?:required |necessary )?${twoThirds} ?${majority}${ofWhom}(?:(?:is|was|were) )?not (?:received|obtained|reached|achieved|met|attained)\b`,
  String.raw`^${subject}?(?:did not|failed to|has not|had not) (?:receive|obtain|reach|achieve|attain|get|meet|gain|secure)(?:d|ed)? (?:an? |the )?(?:required |necessary )?${twoThirds}\b`,
  `^(?:(?:la|cette) (?:motion|proposition|résolution) )?(?:requiert|exige|nécessite) (?:une? |la |les |l['’])?(?:(?:vote|voix|majorité|approbation)s? )?(?:favorables? )?(?:des |aux )?deux[ -]tiers(?: (?:des (?:voix|membres|votes|suffrages)|du conseil|présents?|exprimée?s?))*${ends}`,
  `^(?:une? |la |les |l['’])?(?:(?:vote|voix|majorité|approbation) )?(?:favorable )?(?:des |aux )?deux[ -]tiers(?: (?:des (?:voix|membres|votes|suffrages)|du conseil|présents?))*(?: (?:est|était|sont|étaient))? (?:requise?s?|nécessaires?|exigée?s?)${ends}`,
  String.raw`^(?:(?:la|cette) (?:motion|proposition|résolution) )?n['’]a pas (?:obtenu|recueilli|atteint|reçu) (?:la |les |l['’])?(?:(?:majorité|voix|appui) )?(?:requise? )?(?:des |aux )?deux[ -]tiers(?![\p{L}])`,
].map((source) => new RegExp(source, 'iu'))

/** Words before it that say no more: "Note: ", "(". */
const before = /^[\s([*]*(?:(?:note|nota|remarque|nb|n\.b\.)\s*[:.–-]\s*)?/iu
const sentenceEnd = /(?<=[\p{Ll}\p{N})"”»][.!?])\s+|\s+(?=\()/u
const notNeeded =
  /\b(?:not|no longer|never|without|no)\b[^.;]{0,40}(?:required|needed|necessary)|\bn['’]\p{L}+ pas (?:requis|nécessaire|exigé)/iu

interface Voted {
  text: string | null
  summary: string | null
  result: string | null
}

/** Whether a source says that a vote that was lost needed two thirds; what a motion asks for says nothing of it. */
export function neededTwoThirds(
  { text, summary, result }: Voted,
  required?: string | null,
): boolean {
  if (!isDefeated(result)) return false
  if (new RegExp(twoThirds, 'iu').test(required ?? '')) return true
  const ofResult = result ?? ''
  const isInResult = new RegExp(String.raw`\b${twoThirds}|\bdeux[ -]tiers\b`, 'iu').test(ofResult)
  return (isInResult && !notNeeded.test(ofResult)) || states(summary) || states(text)
}

/** Whether a text has such a sentence outside of what is moved: none that is quoted, or announced by a colon. */
function states(text: string | null): boolean {
  const lines = (text ?? '').slice(0, readLength).split(/\n+/)
  return lines.some((line, at) => {
    if ((lines[at - 1] ?? '').trimEnd().endsWith(':')) return false
    let start = 0
    return line.split(sentenceEnd).some((sentence) => {
      const index = line.indexOf(sentence, start)
      start = index + sentence.length
      return !isInside(line.slice(0, index).trimEnd()) && saysSo(sentence)
    })
  })
}
const readLength = 20_000

const saysSo = (sentence: string): boolean => {
  const said = sentence.replace(before, '').replace(/\s+/g, ' ').slice(0, sentenceMax)
  return stated.some((form) => form.test(said))
}
const sentenceMax = 300
