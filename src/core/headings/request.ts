import { withoutDangling } from './operative-clause.ts'
import { wordsIn } from './words.ts'

/** The written-out title of what is requested or decided. */
const instrument =
  /^(?:by [^:]{3,80}: )?(?:\p{L}+ ){0,2}(?:application|request|resolution|petition|demande|requête|résolution)\b/iu
/** What leads to the thing requested, or the designation itself: "an application … for the sale of", "resolution approving an exemption". */
const leading =
  /(?:(?<=\)),?(?= Designation\b)|\b(?:for(?= (?:the|an?) )|requesting(?: (?:the )?approval (?:of|for))?|(?:approving|affirming|disapproving|granting)(?:,? with modifications,?)?|(?:pour|visant)(?= l[ae]s? | l['’]| une? )|approuvant|concerning|no\.? [\w. ()-]{1,30},(?: (?:for|approving|to approve))?))\s+(?:the |an? |la |le |l['’]|une? )?(?:(?:grant|granting|octroi|approval|(?:additional )?period) (?:of|d['’]|de) ?(?:an? |une? )?)?/giu

/** The law that a request refers to, up to what it is for. */
const byLaw =
  /,? (?:pursuant to|in accordance with|under|conform[ée]ment (?:à|aux?)|en vertu d[eu]s?)(?: [ld]['’])?(?: the| la| le)? (?:sections?|articles?|chapters?|chapitres?)\b.{0,120}?(?=[,;]|$| to (?:allow|permit|reduce|modify|waive|facilitate)\b| (?:for|requesting|afin|pour) )/giu
const end =
  /[,;:()]|\.(?:\s|$)|\b(?:located|situated|situ[ée]e?s?|involving|modifying|submitted|présentée?|in connection with|on (?:a |the )?propert\w+|for (?:the )?(?:propert\w+|purpose)|pursuant|at \d|upon|that was|relati[fv]e?s?|concernant)(?![\p{L}])/iu
/** Where the words before say what kind of thing it is. */
const preposition =
  /\s(?:of|to|by|from|for|in|on|with|at|de|du|des|à|aux?|par|pour|sur)\s|\sd['’]|$/iu

/** A noun for what can be granted or done. */
const nounOfAct =
  /(?:ment|tion|sion|ance|[aeiou]val|ewal|sal|ure|permit|permis|lease|bail|licen[cs]e|sale|vente|consent|waiver|easement|severance|demolition|grant|contract|contrat|plan|project|projet)s?$/iu
/** Such nouns for papers, bodies and what was decided. */
const otherNouns =
  /^(?:decision|determination|application|petition|resolution|recommendation|commission|section|corporation|department|administration|association|institution|foundation|development|government|management|information|purpose|position|question|motion|pétition|résolution|recommandation|décision|condition|report)s?$/iu
const amended = /\bwith modifications\b|\bavec modifications\b/iu

// In characters: of a request with what it is for; of one without.
const [longest, shortest] = [150, 6]

/**
 * A project's name with what is requested for it, where the written-out title of its application or resolution says so and
 * the name does not: "12 Mill Street" / "Application … for the lease of the mill"; null if it says no more.
 */
export function namedRequest(name: string, written: string, max: number): string | null {
  if (!instrument.test(written)) return null
  const requested = requestIn(written.replace(byLaw, ''), name)
  if (requested === null) return null
  const request =
    amended.test(written) && !amended.test(requested)
      ? `${requested}, with modifications`
      : requested
  const titled = `${name}: ${request}`
  return titled.length <= max ? titled : null
}

function requestIn(written: string, name: string): string | null {
  const said = wordsOf(name)
  for (const { 0: lead, index } of written.matchAll(leading)) {
    const rest = written.slice(index + lead.length)
    const phrase = rest.slice(0, endIn(rest)).trim()
    const kind = phrase.slice(0, phrase.search(preposition))
    const noun = kind.split(' ').at(-1) ?? ''
    if (!nounOfAct.test(noun) || otherNouns.test(noun)) continue
    if ([...wordsOf(kind)].every((word) => said.has(word))) return null
    const cut = withoutName(phrase, kind, said)
    // In small letters, a name would be none.
    const short = isShouted(cut) ? beforeName(cut, kind, said) : cut
    const role = short === phrase ? '' : roleIn(rest, said)
    return plain(`${short}${role}`)
  }
  return null
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(wordsIn(text).flatMap(({ word }) => word.split('-')))

const endIn = (text: string) => {
  const at = text.search(end)
  return at === -1 ? text.length : at
}

/** "Designation of the mill" without the mill, which the name says. */
function withoutName(phrase: string, kind: string, said: ReadonlySet<string>): string {
  for (const { index, 0: joint } of phrase.matchAll(joints)) {
    if (index < kind.length) continue
    const next = [...wordsOf(phrase.slice(index + joint.length))].slice(0, 2)
    if (next.length > 0 && next.every((word) => said.has(word))) return phrase.slice(0, index)
  }
  return phrase.length <= longest ? phrase : phrase.replace(/ (?:to|afin|pour) .*$/iu, '')
}

/** "APPOINTMENT BY THE MAYOR ANN VALE" up to the first two words of the name, or to the preposition before them. */
function beforeName(phrase: string, kind: string, said: ReadonlySet<string>): string {
  const words = [...phrase.matchAll(/\p{L}{3,}/gu)].filter(({ index }) => index >= kind.length)
  const isNamed = (at: number) => said.has(words[at]?.[0].toLowerCase() ?? '')
  const at = words.findIndex((_, first) => isNamed(first) && isNamed(first + 1))
  if (at === -1) return phrase
  const before = phrase.slice(0, words[at]?.index).trimEnd()
  const joint = [...before.matchAll(joints)].findLast(({ index }) => index >= kind.length)
  return joint === undefined ? before : before.slice(0, joint.index)
}
const joints =
  /(?:\s(?:of|to|for|at|de|du|des|à)|\sd['’])\s?(?:(?:the|an?|la|les?|une?)\s|l['’])?/giu

/** "… as an historic landmark", after what is named. */
function roleIn(rest: string, said: ReadonlySet<string>): string {
  const role =
    /\s(?:as|comme)\s(?:an?|une?)\s[\p{L} ’'-]{3,60}/u.exec(rest.slice(0, roleReach))?.[0] ?? ''
  return [...wordsOf(role)].slice(2).some((word) => said.has(word)) ? '' : role.trimEnd()
}
const roleReach = 250

const isShouted = (text: string) => text === text.toUpperCase()

function plain(phrase: string): string | null {
  // Without a verb whose object was cut off.
  const line = withoutDangling(
    phrase.trim().replace(/ (?:to \p{Ll}+|related|relating|pursuant)$/u, ''),
  )
  const text = isShouted(line) ? line.toLowerCase() : line
  return text.length < shortest || text.length > longest ? null : text
}
