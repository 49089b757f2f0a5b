import { foldText } from '../../core/fold.ts'
import { findVoteValue, isOffice } from './vocabulary.ts'

const listed = (...lines: string[]) => new Set(lines.flatMap((line) => line.split(' ')))

// Words that stand for a group, a quantity or an outcome. None of them is part of a name, unless a source knows it.
const collective = listed(
  'everyone everybody anyone unanimous unanimously unanimity majority members councillors councilors councilmembers',
  'commissioners trustees directors aldermen council committee commission assembly quorum board present absent voting',
  'voted votes carried defeated adopted approved passed recorded unrecorded attached minutes unknown various applicable',
  'abstentions consensus acclamation acclaimed others remaining opposition unopposed objections dissents yeas nays noes',
  'caucus coalition faction government gouvernement slate',
  'total totals subtotal summary absentees attendees voters gallery',
  'agenda session plenary unanime unanimite majorite conseil comite membres conseillers conseilleres presents presentes',
  'presente adopte adoptee rejete rejetee assemblee proces-verbal inconnu enregistre quiconque personnes objections',
)
// Words that say no name where nothing but such words stands.
const functional = listed(
  'nobody',
  'all both each every none no one not nil full whole entire rest other same see above below voice vote show hands',
  'bloc side sides secret ballot scrutin house withheld pending',
  'pass lost yes aye ayes nay in favour favor against for the of and by at with who were was is are on as city town tbd tba',
  'members-at-large staff group body persons people attendance except but roll call consent ditto idem unan etc',
  'two three four five six seven eight nine ten eleven twelve deux trois quatre cinq sept huit neuf dix onze douze',
  'tous toutes tout toute chacun chacune personne nul aucun aucune autres autre meme voir voix main levee les le la des de',
  'du a et en au aux par sauf ensemble pour contre oui non ville municipal municipale elus elues sans objet ci-dessus',
)
// Before another word, a quantity: "All Nine", "No Nays", "Aucune abstention".
const quantifiers = listed(
  'nobody',
  'all both each every none no tous toutes tout toute chaque aucun aucune nul nulle',
)
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

/** Whether a text says a group, an office, a quantity, an outcome or a number, in whatever case it is written. */
export function isGroup(text: string): boolean {
  if (/[\d?!=<>@]/.test(text) || isOffice(text)) return true
  // A letter alone is a mark, unless it is a word of its script.
  if (!/\p{L}.*\p{L}|\p{Lo}/u.test(text)) return true
  const words = wordsIn(text).map((word) =>
    foldText(word).replace(/^(?:[ld]'|[^\p{L}]+)|[^\p{L}]+$/gu, ''),
  )
  const [first = '', ...others] = words
  if (others.length > 0 && quantifiers.has(first)) return true
  return (
    hasPlainWord(text) ||
    words.some((word) => collective.has(word) || isVoteWord(word)) ||
    words.every((word) => functional.has(word))
  )
}

// Only particles of names are in lower case.
const hasPlainWord = (text: string) =>
  /\p{Lu}/u.test(text) &&
  wordsIn(text).some((word) => functional.has(word) && !particles.has(word) && word !== 'a')

// Shorter ones are also names.
const isVoteWord = (word: string) => word.length > 5 && findVoteValue(word) !== undefined

/** Whether a text can be a family name of several words: "de la Cruz", "Van Dyke". */
export const isParticled = (text: string) =>
  particles.has(foldText(text).split(/[\s.]+/, 1)[0] ?? '')

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

/** A list that was split at commas, without the letters after names and with each generation and the initials behind a family name at their name. */
export function joinedNames(entries: readonly string[]): string[] {
  const names: string[] = []
  for (const entry of entries) {
    const before = names.at(-1)
    if (before !== undefined && (generation.test(entry) || areInitialsOf(entry, before)))
      names[names.length - 1] = `${before}, ${entry}`
    else if (before === undefined || !followsName(entry, before)) names.push(entry)
  }
  return names
}

const areInitialsOf = (entry: string, name: string) =>
  /^(?:\p{Lu}\.[ -]?)+$|^\p{Lu}$/u.test(entry) && /^\p{L}\S+$/u.test(name)

// In a list of capitals, a family name looks like letters.
const followsName = (entry: string, name: string) =>
  isLetters(entry) &&
  /\p{L}\s+\p{L}/u.test(name) &&
  /\p{Ll}/u.test(name) &&
  !/^\p{L}+\.$/u.test(entry)
