import { foldText } from '../../core/fold.ts'

// Words that stand for a group, a quantity or an outcome. None of them is part of a name, unless a source knows it.
const collective = new Set([
  ...['everyone', 'everybody', 'anyone', 'unanimous', 'unanimously', 'unanimity', 'majority'],
  ...['members', 'councillors', 'councilors', 'councilmembers', 'commissioners', 'trustees'],
  ...['directors', 'aldermen', 'council', 'committee', 'commission', 'assembly', 'quorum'],
  ...['board', 'present', 'absent', 'voting', 'voted', 'votes', 'carried', 'defeated', 'adopted'],
  ...['approved', 'passed', 'recorded', 'unrecorded', 'attached', 'minutes', 'unknown', 'various'],
  ...['applicable', 'abstentions', 'consensus', 'acclamation', 'acclaimed', 'others', 'remaining'],
  ...['unanime', 'unanimite', 'majorite', 'conseil', 'comite', 'membres', 'conseillers'],
  ...['conseilleres', 'presents', 'presentes', 'presente', 'adopte', 'adoptee', 'rejete'],
  ...['rejetee', 'assemblee', 'proces-verbal', 'inconnu', 'enregistre', 'quiconque', 'personnes'],
])
// Words that say no name where nothing but such words stands; alone among others, each may be a family name.
const functional = new Set([
  ...['all', 'both', 'each', 'every', 'none', 'no', 'nobody', 'one', 'not', 'nil', 'full', 'whole'],
  ...['entire', 'rest', 'other', 'same', 'see', 'above', 'below', 'voice', 'vote', 'show', 'hands'],
  ...[
    'pass',
    'lost',
    'yes',
    'aye',
    'ayes',
    'nay',
    'nays',
    'in',
    'favour',
    'favor',
    'against',
    'for',
  ],
  ...[
    'the',
    'of',
    'and',
    'by',
    'at',
    'with',
    'who',
    'were',
    'was',
    'is',
    'are',
    'on',
    'city',
    'town',
  ],
  ...[
    'tbd',
    'tba',
    'members-at-large',
    'staff',
    'group',
    'body',
    'persons',
    'people',
    'attendance',
  ],
  ...['tous', 'toutes', 'tout', 'toute', 'chacun', 'chacune', 'personne', 'nul', 'aucun', 'aucune'],
  ...['autres', 'autre', 'meme', 'voir', 'voix', 'main', 'levee', 'les', 'le', 'la', 'des', 'de'],
  ...['du', 'a', 'et', 'en', 'au', 'aux', 'par', 'sauf', 'except', 'but', 'ensemble', 'pour'],
  ...[
    'contre',
    'oui',
    'non',
    'ville',
    'municipal',
    'municipale',
    'elus',
    'elues',
    'sans',
    'opposition',
  ],
])
// Parts of family names that are written in lower case.
const particles = new Set([
  ...['de', 'la', 'le', 'les', 'du', 'des', 'da', 'do', 'dos', 'das', 'del', 'della', 'di', 'van'],
  ...['von', 'der', 'den', 'ter', 'ten', 'te', 'zu', 'zur', 'af', 'av', 'al', 'el', 'bin', 'bint'],
  ...['ibn', 'ben', 'y', 'e', 'st', 'ste', 'dit', 'dite', 'née', 'né', 'ap', 'op', "'t"],
])

/** Whether a text can be the name of a person: no group, quantity, outcome, number or sentence. */
export function looksLikeName(text: string): boolean {
  return !/[:;/&+]/.test(text) && !isGroup(text) && wordsIn(text).every(isNameWord)
}

/** Whether a text says a group, a quantity, an outcome or a number, in whatever case it is written. */
export function isGroup(text: string): boolean {
  if (/[\d?!=<>@]/.test(text) || !/\p{L}/u.test(text)) return true
  const words = wordsIn(text).map((word) =>
    foldText(word).replace(/^(?:[ld]'|[^\p{L}]+)|[^\p{L}]+$/gu, ''),
  )
  return words.some((word) => collective.has(word)) || words.every((word) => functional.has(word))
}

const wordsIn = (text: string) => text.split(/[\s,]+/).filter((word) => /\p{L}/u.test(word))

/** A word of a name begins with a capital, or with a letter of a script without them. */
function isNameWord(word: string): boolean {
  return !/^\p{Ll}/u.test(word) || particles.has(word) || /^(?:d|l|o|mac|mc)['’]?\p{Lu}/u.test(word)
}

/** Whether what follows a name is letters of a degree or a profession: `CPA`, `P.Eng.`, `PhD`, `ing.`, but not `McKay`. */
export function isLetters(text: string): boolean {
  return text.split(/\s+/).every((word) => {
    if (!/^\p{L}[\p{L}.]{1,9}$/u.test(word)) return false
    if (word.includes('.')) return true
    const capitals = word.match(/\p{Lu}/gu)?.length ?? 0
    return capitals > 1 && capitals >= word.length / 2
  })
}

/** A part of a name that tells a parent from a child. */
export const generation = /^(?:jr|sr|junior|senior|fils|père|ii|iii|iv)\.?$/i

/** A list that was split at commas, without the letters after names and with each generation at its name. */
export function joinedNames(entries: readonly string[]): string[] {
  const names: string[] = []
  for (const entry of entries) {
    const before = names.at(-1)
    if (before !== undefined && generation.test(entry))
      names[names.length - 1] = `${before}, ${entry}`
    else if (before === undefined || !followsName(entry, before)) names.push(entry)
  }
  return names
}

// In a list of capitals, a family name looks like letters.
const followsName = (entry: string, name: string) =>
  isLetters(entry) &&
  /\p{L}\s+\p{L}/u.test(name) &&
  /\p{Ll}/u.test(name) &&
  !/^\p{L}+\.$/u.test(entry)
