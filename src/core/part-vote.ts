import { foldText } from './fold.ts'

const number = String.raw`(?:\d{1,3}[a-z]?|[a-z]|[ivx]{1,5})(?![\p{L}\d])`
const nouns =
  'recommendations?|recommandations?|clauses?|parts?|parties?|sections?|paragraphs?|paragraphes?|articles?|points?|volets?'
const part = String.raw`\b(?:${nouns})(?: no\.?)? ${number}(?:(?: ?, ?| ?- ?| ?& ?| and | et | to | a )${number}){0,20}`
const onPart = new RegExp(
  [
    String.raw`${part} ?\(?(?:only|seulement|uniquement)\b`,
    String.raw`\b(?:only|seulement|uniquement|as to|quant (?:a|au|aux))(?: the| l'| la| les| le)? ?${part}`,
    String.raw`[-:;(] ?(?:adoption (?:of|de) )?${part}\)?$`,
    `^${part}$`,
  ].join('|'),
  'u',
)
/** Longer texts are resolutions that can mention parts of anything. */
const lengthMax = 300

/** Whether a vote was on a part of an item only: "Adoption of Recommendation 5 only", "quant à l'article 2". */
export function isOnPart(...texts: (string | null | undefined)[]): boolean {
  return texts.some(
    (text) => text != null && text.length <= lengthMax && onPart.test(foldText(text.trim())),
  )
}
