import { wordsBeyondProcedure } from './words.ts'

const councillor = `(?:Deputy )?(?:Councill?or|Councilmember|Council Member|Alderman|Alderperson|Mayor|Reeve|Regional Councillor|conseill(?:er|ère)|mair(?:e|esse)|échevin)`
/** "Motion – Councillor N. – ", which names who moved it. */
const moverBefore = new RegExp(
  String.raw`^(?:Motion|Notice of Motion|Avis de motion)\s*[–—-]\s*${councillor}[^–—-]{1,60}[–—-]\s*`,
  'iu',
)
/** " - by Councillor N., seconded by …" */
const moverAfter = new RegExp(
  String.raw`\s*[–—-]\s*(?:(?:moved )?(?:by|par)(?: (?:le|la|l['’]))?\s*${councillor}\b.*|${councillor}\b.{1,80}\b(?:seconded by|appuyé par)\b.*)$`,
  'iu',
)
const reference = /,\s*pursuant to\b[^,]*$/iu
const billNumbers = /(?:\s*\((?:[A-Z]\.?\s?\d[\dA-Z-]*[\s/,]*)+\))+\s*$/u
const longSubject = 200

/** What a motion is about, without who moved it and where it stands. */
export function cleanSubject(written: string | null): string | null {
  const line = (written ?? '').replace(/\s+/g, ' ').trim()
  let subject = line.replace(moverBefore, '').replace(moverAfter, '').replace(reference, '')
  if (subject.length > longSubject) subject = subject.replace(billNumbers, '')
  subject = subject.replace(/[\s.;:,–-]+$/u, '')
  return subject || line || null
}

const generic =
  /^(?:(?:three|first|second|third) readings?|trois lectures|other business|new business|autres affaires|item|point|call to order|roll call|consent agenda|passed the consent agenda|ordre du jour|motions?|by-?laws?|règlements?)\b[\s\d.:–-]*$/iu

/** Whether a title says nothing of a subject: "Three Readings", "Item 5", "Adoption of the minutes". */
export const isGeneric = (subject: string, names: ReadonlySet<string>): boolean =>
  generic.test(subject) || wordsBeyondProcedure(subject, names).length === 0
