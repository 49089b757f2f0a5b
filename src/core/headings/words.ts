import { foldText } from '../fold.ts'

/** What a body can do with a thing by a vote, beside saying something of its own. */
export type Act =
  | 'approve'
  | 'refuse'
  | 'disapprove'
  | 'receive'
  | 'file'
  | 'refer'
  | 'defer'
  | 'withdraw'
  | 'reconsider'
  | 'amend'
  | 'override'
  | 'repeal'
  | 'recommend'
  | 'procedural'

// Verbs in their base form; "laid", "read" and other irregular forms follow it. Words are compared folded.
const english: Readonly<Record<Act, string>> = {
  approve:
    'approve adopt accept endorse ratify confirm concur pass carry enact ordain authorize authorise agree grant support consent uphold upheld affirm',
  refuse: 'refuse reject deny decline dismiss negative',
  disapprove: 'disapprove',
  receive: 'receive rcvd note acknowledge thank',
  file: 'file fld',
  refer: 'refer forward send sent transmit recommit return',
  defer: 'defer postpone table lay laid delay hold held',
  withdraw: 'withdraw withdrawn withdrew',
  reconsider: 'reconsider reopen re-open',
  amend: 'amend modify change replace delete insert add strike struck substitute',
  override: 'override overridden overrode',
  repeal: 'repeal rescind revoke abrogate annul',
  recommend: 'recommend',
  procedural:
    'read introduce waive suspend adjourn recess consider print prnt put ord extend end close meet excuse remove nominate vote proceed bring move resolve hear heard review set take',
}
// Stems, each followed by a suffix.
const french: Readonly<Record<Act, string>> = {
  approve: 'approuv adopt accept entérin ratifi confirm souscri autoris appuy appui sanctionn',
  refuse: 'refus rejet rejett déclin',
  disapprove: 'désapprouv',
  receive: 'reçu reçoi recev pren pris',
  file: 'class',
  refer: 'renvoy renvoi transm transmi transmett achemin',
  defer: 'report différ dépos',
  withdraw: 'retir',
  reconsider: 'réexamin reconsidér rouvr rouvert',
  amend: 'modifi remplac supprim ajout',
  override: 'outrepass',
  repeal: 'abrog annul révoqu',
  recommend: 'recommand',
  procedural: 'lu lev suspend suspendu ajourn examin lire présent prolong',
}

const things = `item items report reports recommendation recommendations rec motion motions matter matters minutes agenda agendas order
  orders paper communication communications correspondence letter letters memo memorandum presentation presentations petition
  petitions delegation delegations resolution resolutions by-law by-laws bylaw bylaws bill bills ordinance ordinances
  application applications file files document documents attachment attachments appendix appendices schedule schedules part
  parts section sections clause clauses option options information record purpose action actions proceedings meeting meetings
  session sessions reading readings notice notices inquiry inquiries rule rules procedure staff administration administration's
  department version copy form effect majority two-thirds message messages veto call-up slr nomination communication introduction
  companion modification modifications comm committee subcommittee council board commission cpc item's vote votes roll call
  speakers speaker day date dates debate absentees business recommendation's question questions amendment amendments
  approval adoption receipt referral deferral withdrawal consideration adjournment enactment passage disapproval refusal
  confirmation introduction made defeated lost failed failing fails
  rapport rapports point points recommandation recommandations proposition propositions procès-verbal procès-verbaux ordre jour
  lettre lettres note notes projet projets règlement règlements annexe annexes partie parties article articles renseignement
  renseignements séance séances huis clos lecture lectures avis dossier dossiers demande demandes approbation adoption
  dépôt résolution résolutions conseil comité commission motion présent présente réunion titre information amendement
  amendements modification modifications`
const qualities = `amended additional verbal interim final draft revised confirmatory confirming general first second third
  one two three four five several all whole entire following consent full original main regular special inaugural joint open
  private closed in-camera camera urgent new due further respective current previous prior same original presented printed
  submitted circulated distributed listed attached indefinitely forthwith now today tonight
  modifié modifiée modifiés modifiées supplémentaire provisoire définitif première deuxième troisième seconde trois
  ordinaire extraordinaire spéciale verbal`
const grammar = `a an the this these that those said its it their his her he she they them whose which who such and or of to for from in into on
  onto at by with as be is are was were been being has have had hereby thereof therefor therefore herein if any each per
  via until after before during about upon under over between within also so only do does did made may shall will
  regarding respecting concerning re no. nos. unanimously carried
  january february march april june july august september october november december
  le la les l l' un une des du de d d' au aux à ce cet cette ces ledit ladite son sa ses leur leurs il elle ils elles qui que qu'
  quant et ou par pour en dans sur sous avec soit soient est sont été être a ont aient ait tel telle tels telles
  janvier février mars avril mai juin juillet août septembre octobre novembre décembre`

const split = (list: string): string[] => list.split(/\s+/).filter((word) => word !== '')

/** The forms of an English verb: "deny" is also "denied". */
function formsOf(verb: string): string[] {
  const stem = verb.replace(/e$/, '')
  const forms = [verb, `${verb}s`, `${verb}es`, `${stem}ed`, `${stem}ing`]
  if (verb.endsWith('y')) forms.push(`${verb.slice(0, -1)}ied`, `${verb.slice(0, -1)}ies`)
  return [...forms, `${verb}${verb.at(-1)}ed`, `${verb}${verb.at(-1)}ing`]
}

const frenchSuffixes = split(
  '. er é ée és ées e es ent ant is ise ises it ite ites re ir u ue us ues',
).map((suffix) => foldText(suffix === '.' ? '' : suffix))

const verbs = new Map<string, Act>()
for (const [act, list] of Object.entries(french) as [Act, string][])
  for (const stem of split(foldText(list)))
    for (const suffix of frenchSuffixes) verbs.set(`${stem}${suffix}`, act)
// Nouns in both languages.
for (const noun of ['report', 'class']) verbs.delete(noun)
// English last: "amended" and "refused" are spelt as in French, but mean the same.
for (const [act, list] of Object.entries(english) as [Act, string][])
  for (const verb of split(list)) for (const form of formsOf(verb)) verbs.set(form, act)
const ordinary = new Set(split(foldText(`${things} ${qualities} ${grammar}`)))

export const isRefusal = (act: Act | undefined) => act === 'refuse' || act === 'disapprove'

/** What a word does, if it is a verb of procedure. */
export const actOf = (word: string): Act | undefined => verbs.get(word)

const negations = new Set(
  split(
    "not no nor never cannot without against opposes opposed opposing ne n' pas sans contre non aucun aucune",
  ),
)
const isNegation = (word: string) => negations.has(word) || word.endsWith("n't")

/** What somebody asks of a council: whether it was for or against something, the word does not say. */
const asks = new Set(
  split(
    foldText(
      'petition petitions request requests appeal appeals objection objections pétition pétitions demande appel objection',
    ),
  ),
)

/** A text as words: letters with their apostrophes and hyphens, or figures. */
const wordPattern = /[\p{L}\p{N}$][\p{L}\p{N}'./-]*[\p{L}\p{N}]|[\p{L}\p{N}]/gu
const elided = /^(?:l|d|qu|n|s|j|c)'(?=\p{L})/u

export interface WordOf {
  /** Folded. */
  word: string
  isCapital: boolean
}

export function wordsIn(text: string): WordOf[] {
  return [...text.matchAll(wordPattern)].flatMap(({ 0: written }) => {
    const word = foldText(written)
    const isCapital = /^\p{Lu}/u.test(written)
    const article = elided.exec(word)?.[0]
    if (article === undefined) return [{ word, isCapital }]
    const negation = article === "n'" ? [{ word: "n'", isCapital: false }] : []
    return [...negation, { word: word.slice(article.length), isCapital }]
  })
}

const isNumber = (word: string) =>
  /\d/.test(word) || /^(?:[a-z]|i{1,3}|iv|vi{0,3}|ix|xi{0,3})$/.test(word)

/** Where a text is found: "as set out in Attachment 2", up to the verb or the comma that follows. */
const reference =
  /\b(?:under|pursuant to|in accordance with|in the form of|as (?:set out|outlined|described|detailed|contained|presented|listed|amended by|per|shown)|dated|contained in|from the (?:meeting|agenda) of|conform[ée]ment (?:à|aux?)|en vertu d|aux termes d|tel(?:le)?s? que)\b(?:(?!\b(?:be|soit|soient)\b)[^,;])*/giu
/** Capitalised words before the name of a body, and the author of a report with a number. */
const bodyName =
  /(?:\p{Lu}[\p{L}'’.-]*(?:,? (?:and|of|the|for|on|&|et|de|des|du|la)(?= \p{Lu}))*,? )+(?=(?:Council|Committee|Subcommittee|Board|Commission|Authority|Panel)\b)|\b(?:Council|Committee|Board|Conseil|Comité|Commission) (?:of|on|for|de|des|du|d['’])(?: (?:the|la|les?))?(?: \p{Lu}[\p{L}'’-]*(?:,? (?:and|of|the|for|&|et|de|des|du|la)(?= \p{Lu}))*)+|(?:\p{Lu}[\p{L}'’-]* )+(?=(?:report|letter|memo|memorandum|rapport|lettre) (?:no\.? )?\p{Lu}*\d)/gu
/** "This Commissioner of Deeds" before the verb. */
const pointer =
  /\b(?:this|these|the said|said|ce|cet|cette|ces)\b(?: [\p{L}'’/-]+){1,6}?(?= (?:be|was|were|is|are|soit|soient|a été|est)\b)/giu

/** What else than procedure a text says, as its words; `names` has the words of the names of people. */
export function wordsBeyondProcedure(text: string, names?: ReadonlySet<string>): string[] {
  const plain = text.replace(pointer, ' ').replace(reference, ' ').replace(bodyName, ' ')
  return wordsIn(plain).flatMap(({ word, isCapital }) =>
    ordinary.has(word) || verbs.has(word) || isNumber(word) || (isCapital && names?.has(word))
      ? []
      : [word],
  )
}

const auxiliary = new Set(['be', 'was', 'were', 'soit', 'soient', 'is', 'are', 'est', 'sont'])
const between = new Set(split("hereby unanimously also not n't jointly been formally now ete"))

/** The verb of procedure that a clause turns on, with its index among the words. */
export function mainVerb(words: readonly WordOf[]): { act: Act; at: number } | undefined {
  for (const [i, { word }] of words.entries()) {
    if (!auxiliary.has(word)) continue
    let at = i + 1
    while (between.has(words[at]?.word ?? '')) at += 1
    const act = actOf(words[at]?.word ?? '')
    if (act !== undefined) return { act, at }
  }
  const at = words.findIndex(({ word }) => !leading.has(word))
  const act = actOf(words[at]?.word ?? '')
  return act === undefined || isNoun(words[at + 1]?.word) ? undefined : { act, at }
}

/** Whether a word before this one is a noun: "Table of fees", "File 12". */
const isNoun = (next = '') => /^(?:\d+|of|de|des|du|no|nos)$/.test(next)

const leading = new Set(
  split(foldText('that to que le la conseil comité council committee the p-c item motion d de')),
)

/** Whether a word turns what a clause says: a negation, a refusal beside its main verb, or something asked that is granted. */
export function isTurned(text: string): boolean {
  const words = wordsIn(text)
  const main = mainVerb(words)
  if (words.some(({ word }) => isNegation(word))) return true
  if (words.some(({ word }, at) => isRefusal(actOf(word)) && at !== main?.at)) return true
  return main?.act === 'approve' && asksForSomething(text, words)
}

function asksForSomething(text: string, words: readonly WordOf[]): boolean {
  if (!words.some(({ word }) => asks.has(word))) return false
  const rest = text.replace(/\brequests? for\b|\bappeals? (?:body|board|committee)\b/gi, ' ')
  return wordsIn(rest).some(({ word }) => asks.has(word))
}
