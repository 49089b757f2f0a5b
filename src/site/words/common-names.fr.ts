import { de } from './grammar.ts'

/** What councils of Canada call themselves, their bodies, roles and papers in French, for records that name them in English only. */
const names: Readonly<Record<string, string>> = {
  Council: 'Conseil',
  'City Council': 'Conseil municipal',
  'Town Council': 'Conseil municipal',
  'Township Council': 'Conseil municipal',
  'Municipal Council': 'Conseil municipal',
  'County Council': 'Conseil de comté',
  'Regional Council': 'Conseil régional',
  'Special Council': 'Conseil, séance extraordinaire',
  'Committee of the Whole': 'Comité plénier',
  'Committee of Adjustment': 'Comité de dérogation',
  'Executive Committee': 'Comité exécutif',
  'Accessibility Advisory Committee': 'Comité consultatif sur l’accessibilité',
  'Audit Committee': 'Comité de vérification',
  'Budget Committee': 'Comité du budget',
  'Community Services Committee': 'Comité des services communautaires',
  'Finance Committee': 'Comité des finances',
  'Heritage Committee': 'Comité du patrimoine',
  'Nominating Committee': 'Comité des candidatures',
  'Planning Committee': 'Comité de l’urbanisme',
  'Public Works Committee': 'Comité des travaux publics',
  'Transportation Committee': 'Comité des transports',
  'Board of Health': 'Conseil de santé',
  'Library Board': 'Conseil de la bibliothèque',
  'Public Library Board': 'Conseil de la bibliothèque publique',
  'Police Services Board': 'Commission de services policiers',
  'Transit Commission': 'Commission du transport en commun',
  Mayor: 'Mairesse ou maire',
  'Deputy Mayor': 'Mairesse suppléante ou maire suppléant',
  Reeve: 'Préfète ou préfet',
  Warden: 'Préfète ou préfet',
  Councillor: 'Conseillère ou conseiller',
  'City Councillor': 'Conseillère municipale ou conseiller municipal',
  'Regional Councillor': 'Conseillère régionale ou conseiller régional',
  Alderman: 'Échevine ou échevin',
  Chair: 'Présidence',
  'Vice-Chair': 'Vice-présidence',
  Member: 'Membre',
  // Statuses and categories of reports and by-laws.
  Adopted: 'Adopté',
  Application: 'Demande',
  Appointment: 'Nomination',
  Approved: 'Approuvé',
  Closed: 'Terminé',
  Communication: 'Communication',
  Correspondence: 'Correspondance',
  Defeated: 'Rejeté',
  Deferred: 'Reporté',
  Enacted: 'Édicté',
  Filed: 'Classé',
  'In camera': 'Huis clos',
  'In force': 'En vigueur',
  Inquiry: 'Demande de renseignements',
  Introduced: 'Présenté',
  Motion: 'Motion',
  'Motion of a member': 'Motion d’un membre',
  'Notice of motion': 'Avis de motion',
  Open: 'En cours',
  Passed: 'Adopté',
  Petition: 'Pétition',
  Planning: 'Urbanisme',
  Presentation: 'Présentation',
  Proposed: 'Proposé',
  Repealed: 'Abrogé',
  Report: 'Rapport',
  Resolution: 'Résolution',
  Withdrawn: 'Retiré',
}

/** What committees are about, after "Comité". */
const topics: Readonly<Record<string, string>> = {
  Agriculture: 'de l’agriculture',
  'Built Heritage': 'du patrimoine bâti',
  'Climate Change': 'du changement climatique',
  'Community Services': 'des services communautaires',
  'Corporate Services': 'des services organisationnels',
  Culture: 'de la culture',
  'Economic Development': 'du développement économique',
  'Emergency Preparedness': 'de la préparation aux situations d’urgence',
  Environment: 'de l’environnement',
  Finance: 'des finances',
  Health: 'de la santé',
  Housing: 'du logement',
  Infrastructure: 'de l’infrastructure',
  Parks: 'des parcs',
  Planning: 'de la planification',
  'Protective Services': 'des services de protection',
  'Public Works': 'des travaux publics',
  Recreation: 'des loisirs',
  'Rural Affairs': 'des affaires rurales',
  Transit: 'du transport en commun',
  Transportation: 'des transports',
}

/** A common name in French, or the name as it is. */
export function commonName(name: string): string {
  return wordIn(names, name) ?? councilName(name) ?? committeeName(name) ?? boardName(name) ?? name
}

/** A record may name something "constructor". */
const wordIn = (table: Readonly<Record<string, string>>, word: string) =>
  Object.hasOwn(table, word) ? table[word] : undefined

const kinds: Readonly<Record<string, string>> = {
  City: 'Ville',
  County: 'Comté',
  Municipality: 'Municipalité',
  'Regional Municipality': 'Municipalité régionale',
  Town: 'Ville',
  Township: 'Canton',
  Village: 'Village',
}

/** Words that are not in the name of a town: with one left, a name would be half in English. */
const otherWord =
  /(?:^|\s)(?:[Tt]he|Advisory|Authority|Board|Commission|Committee|Corporation|Council|Councillor|County|District|Fund|Greater|Joint|Library|Municipal|Police|Regional|Services?|Special)(?:\s|$)/

const townIn = (name: string | undefined): string | undefined =>
  name === undefined || otherWord.test(name) ? undefined : name

/** Ville d’Ottawa, Quartier 14 Somerset. */
function councilName(name: string): string | undefined {
  const [, original] = /^(.+) \(sample\)$/.exec(name) ?? []
  const french = original === undefined ? undefined : councilName(original)
  if (french !== undefined) return `${french} (exemple)`
  const [ward] = /^Ward (?=\d)/.exec(name) ?? []
  if (ward !== undefined) return townIn(name.replace(ward, 'Quartier '))
  const [, kind = '', location] = /^([A-Z][A-Za-z ]*?) of (.+)$/.exec(name) ?? []
  const [title, town] = [wordIn(kinds, kind), townIn(location)]
  return title === undefined || town === undefined ? undefined : `${title} ${de(town)}`
}

/** Comité de la planification et du logement, if each of its topics is in the table. */
function committeeName(name: string): string | undefined {
  const [, numbered, panel] = /^(.+) - Panel (\d+)$/.exec(name) ?? []
  const french = wordIn(names, numbered ?? '')
  if (french !== undefined) return `${french}, groupe ${panel}`
  const about = /^(.+) Committee$/.exec(name)?.[1] ?? /^Committee on (.+)$/.exec(name)?.[1]
  const parts = about?.split(/, and |, | and /).map((topic) => wordIn(topics, topic))
  if (parts === undefined || parts.includes(undefined)) return undefined
  const last = parts.pop()
  return `Comité ${parts.length === 0 ? last : `${parts.join(', ')} et ${last}`}`
}

/** Boards that are named after their town. */
function boardName(name: string): string | undefined {
  const [, location = '', board] =
    /^(.+?) (Public Library|Library|Police Services?) Board$/.exec(name) ?? []
  const french = wordIn(names, `${board === 'Police Service' ? 'Police Services' : board} Board`)
  const town = councilName(location) ?? townIn(location)
  return town === undefined || french === undefined ? undefined : `${french} ${de(town)}`
}
