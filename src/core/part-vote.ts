import { foldText } from './fold.ts'

const number = String.raw`\(?(?:\d{1,3}[a-z]?|[a-z]|[ivx]{1,5}|one|two|three|four|five|six|seven|eight|nine|ten|une?|deux|trois|quatre|cinq|sept|huit|neuf|dix)(?![a-z\d])\)?`
const nouns =
  '(?:(?:recomm[ae]ndation|rec|(?:sub-?)?(?:clause|section)|part|partie|portion|paragraphe?|alinea|article|point|volet|bullet)s?)'
const ordinals =
  '(?:first|second|third|fourth|fifth|sixth|last|final|premiere?|derniere?|deuxieme|troisieme|quatrieme|cinquieme|sixieme)s?'
const rest =
  "(?:remaining|other|rest|balance|remainder|reste|solde|restante?s?|autres)(?: (?:of|du|de|des))?(?: (?:the|this|la|le|les)| l(?='))?"
/** "Recommendations 1, 2 and 4b", "the first clause", "the balance of the recommendations". */
const part = new RegExp(
  [
    String.raw`\b${nouns}\.?(?: nos?\.?| n°)? ${number}(?:(?: ?[-,&] ?| and | et | to | through | a )(?:and |et )?${number})*`,
    String.raw`\b(?:${ordinals}|${rest}|some(?: of (?:the|its))?|certaine?s(?: des)?) ?${nouns}\b(?! ?\d)`,
  ].join('|'),
  'g',
)
const whole =
  '(?:items?|report|motion|resolution|amendment|rapport|point|proposition|avis|amended|modifiee?)'
const amended = '(?:,? (?:as (?:further )?amended|telle?s? que modifiee?s?),?)?'
const start =
  "(?:^|[-:;(] ?)(?:that |que )?(?:(?:adopt(?:ion|er)?|approv(?:al|e)|approbation|approuver|receive|recevoir) ?(?:of|de|du|d')? ?)?(?:(?:the|la|les?|l') ?)?"
/** With § for each part. */
const onPart = new RegExp(
  [
    String.raw`(?:§|\bitems? \d+)${amended} ?\(?(?:only|seulement|uniquement)\b`,
    String.raw`\b(?:only|seulement|uniquement|as to|quant (?:a|aux?))(?: the| l'| la| les?)? ?§`,
    // "- Adoption of Executive Committee Recommendation 4, as amended"
    String.raw`[-:;(] ?(?:adopt[a-z&' ]* |[a-z&' ]*(?:committee|council|board) )?§${amended}\)?$`,
    String.raw`\b${whole}${amended},? §$`,
    `${start}§${amended}(?:$| (?:be|soi(?:t|ent)) (?:adopt|approv|approuv|recei|recu))`,
    String.raw`(?:§|\bitems? \d+)${amended},? (?:of|du|de|from)(?: la| le| the| this| said| staff| main)* ${whole}\b`,
    `${start}${rest} ?${whole}`,
    // "Adopt the item as amended as it pertains to …"
    String.raw`(?:\b${whole}|§)${amended},?(?: only)? (?:as (?:it|they) (?:pertain|relate)|pertaining |relating )`,
    String.raw`\b${whole}${amended},? \(?(?:except|excluding|save and except|with the exception|other than|sauf|a l'exception)`,
  ].join('|'),
)
/** Longer texts are resolutions that can mention parts of anything. */
const lengthMax = 300

/** Whether a vote was on a part of an item only: "Adoption of Recommendation 5 only", "quant à l'article 2". */
export function isOnPart(...texts: (string | null | undefined)[]): boolean {
  return texts.some(
    (text) =>
      text != null &&
      text.length <= lengthMax &&
      onPart.test(foldText(text.trim()).replace(part, '§')),
  )
}

/** Whether a folded text names a part: "recommendation 3", "the first clause". */
export const mentionsPart = (folded: string) => folded.search(part) >= 0
