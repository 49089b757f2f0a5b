import { foldText } from './fold.ts'

const closed = '(?:in[- ]camera|(?:closed|private) (?:session|meeting)s?|huis clos)'
const verbs =
  'moves?|go|goes|resolves?|recess(?:es)?|convenes?|proceeds?|enters?|holds?|meets?|sits?|sieg\\w+|(?:se )?reuni\\w*|passe\\w*|tien\\w+|delibere\\w*'
// The words before a closed meeting: none that the verb could be about.
const between =
  '(?:(?:now|itself|immediately|hereby|into|in|to|an?|the|at|as|and|special|committee of the whole|maintenant|en|une?|la|seance|reunion|[\\d:]+|[ap][. ]?m)[.,]* )*'
const ofMeeting = '(?:meeting|session|sitting|seance|reunion)'
const closing = [
  new RegExp(String.raw`\b(?:${verbs}),? ${between}(?:a )?${closed}\b`),
  new RegExp(
    String.raw`\bcloses? (?:[^.;: ]+ ){0,5}${ofMeeting} (?:[^.;: ]+ ){0,4}(?:to|from) the public\b`,
  ),
  new RegExp(
    String.raw`\b${ofMeeting} (?:[^.;: ]+ ){0,4}be closed (?:[^.;: ]+ ){0,3}(?:to|from) the public\b`,
  ),
  new RegExp(String.raw`\b${ofMeeting} (?:[^.;: ]+ ){0,4}(?:fermee|interdite) au public\b`),
  /\ble public soit exclu\b/,
]
// Of a rule on closed meetings.
const otherwise = new RegExp(
  String.raw`\b(?:may|shall|must|could|whether|if|when|policy|procedure for)\b[^.;:]{0,40}\b(?:${verbs}|close)\b`,
)

/** Whether a motion closes a meeting to the public. */
export function closesMeeting(text: string): boolean {
  const clause = afterWhereas(text)
  const [, before = ''] = new RegExp(`^(.*?)(?:${closed}|the public|au public)`).exec(clause) ?? []
  if (before.length > openingMax || otherwise.test(clause.slice(0, 2 * openingMax))) return false
  return closing.some((pattern) => pattern.test(clause.slice(0, 2 * openingMax)))
}

/** Before it, a motion says who meets; later, it mentions a closed meeting. */
const openingMax = 200

const afterWhereas = (text: string) => {
  const folded = foldText(text).replace(/\s+/g, ' ').trim()
  const resolved = folded.search(/\b(?:therefore|be it resolved|il est resolu)\b/)
  return resolved === -1 ? folded : folded.slice(resolved)
}

const isClosed = new RegExp(String.raw`\b${closed}\b|\bclosed\b`)
/** Whether words say that something is closed to the public. */
const saysClosed = (text: string) => isClosed.test(foldText(text))

const reference = /\b(\d{1,3})\s*\((\d(?:\.\d)?)\)\s*\(?([a-z](?:\.\d)?)\)/g
const continued = /^\s*(?:,|and|et|&|or|ou|;)\s*(?:clauses?\s+|alineas?\s+)?\(([a-z](?:\.\d)?)\)/

/** The clauses of laws and by-laws that a text names, such as `239(2)(c)`, each once. */
export function clausesIn(text: string): string[] {
  const found = [...text.matchAll(reference)].flatMap((match) => {
    const [whole, section, subsection, letter] = match
    const letters = [letter]
    let rest = text.slice(match.index + whole.length)
    for (let next = continued.exec(rest); next !== null; next = continued.exec(rest)) {
      letters.push(next[1])
      rest = rest.slice(next[0].length)
    }
    return letters.map((one) => `${section}(${subsection})(${one})`)
  })
  return [...new Set(found)]
}

/** Clauses, at the end of a title, that are about closed meetings alone: Ontario's and British Columbia's. */
const lawsOfClosedMeetings =
  /(?:\b239\s*\(2\)|\bcommunity charter\b[^()]*\b90\s*\([12]\))\s*\(?[a-z](?:\.\d)?\)[^a-z]*$/i

const ofMotion =
  /\b(?:pursuant to|under|in accordance with|in order to|to (?:discuss|consider|receive)|as the subject|with respect to|conform[ée]ment|en vertu|aux termes|afin)\b[\s\S]*/i

/** Why a motion closes the meeting, as it is written; null if it does not say. */
export const groundOfMotion = (text: string) => cut(ofMotion.exec(text)?.[0] ?? null)

/** The words of an item that say why it is closed, in its title or else in its description; null for another item. */
export function groundOfItem(
  { title, description }: { title: string; description: string | null },
  parent: string | null,
): string | null {
  const [inTitle] = clausesIn(title)
  if (inTitle !== undefined) {
    const ground = /\(?[^(]*\d{1,3}\s*\(\d[\s\S]*$/.exec(title)?.[0] ?? title
    const isOwn = lawsOfClosedMeetings.test(title)
    return isOwn || saysClosed(title) || saysClosed(parent ?? '') ? cut(unwrapped(ground)) : null
  }
  const sentences = (description ?? '').split(/(?<=[.;])\s+(?=\p{Lu})|\n/u)
  const stated = sentences.find(
    (one) => clausesIn(one).length > 0 && (saysClosed(one) || saysClosed(parent ?? '')),
  )
  return stated === undefined ? null : cut(stated)
}

/** Without the parentheses around all of it. */
const unwrapped = (text: string) => {
  const trimmed = text.trim()
  return trimmed.startsWith('(') && trimmed.endsWith(')') ? trimmed.slice(1, -1) : trimmed
}

const groundMax = 2000
const cut = (text: string | null) => text?.replace(/\s+/g, ' ').trim().slice(0, groundMax) ?? null

const report =
  /^(?:reports?(?:ing)?(?: out)?|ris\w+ (?:and|with) report\w*|rapport\w*|compte[- ]rendu)\b/

/** Whether an item is the report in public of what was decided behind closed doors. */
export const isReportOfClosed = (title: string) =>
  report.test(foldText(title).trim()) && saysClosed(title)
