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
  'Planning Committee': 'Comité d’urbanisme',
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
  'Council Member': 'Membre du conseil',
  'Committee Member': 'Membre du comité',
  Chairperson: 'Présidence',
  'Co-Chair': 'Coprésidence',
  Speaker: 'Présidence du conseil',
  'The Speaker': 'Présidence du conseil',
  'Deputy Speaker': 'Vice-présidence du conseil',
  'Majority Leader': 'Chef de la majorité',
  'Minority Leader': 'Chef de la minorité',
  'Majority Whip': 'Whip de la majorité',
  'Minority Whip': 'Whip de la minorité',
  'Ex-Officio': 'D’office',
  'Public Advocate': 'Défenseur public ou défenseure publique',
  Treasurer: 'Trésorerie',
  'Town Clerk': 'Greffe de la Ville',
  'City Clerk': 'Greffe de la Ville',
  Clerk: 'Greffe',
  'Chief Administrative Officer': 'Direction générale',
  // Statuses and categories of reports and by-laws.
  Adopted: 'Adopté',
  Application: 'Demande',
  Appointment: 'Nomination',
  Approved: 'Approuvé',
  Closed: 'Terminé',
  Committee: 'En comité',
  Community: 'Services communautaires',
  Corporate: 'Services généraux',
  Communication: 'Communication',
  Correspondence: 'Correspondance',
  Defeated: 'Rejeté',
  Deferred: 'Reporté',
  Disapproved: 'Refusé',
  Enacted: 'Édicté',
  "Enacted (Mayor's Desk for Signature)": 'Édicté (à la signature de la mairie)',
  Environment: 'Environnement',
  Filed: 'Classé',
  'Filed (End of Session)': 'Classé (fin de la session)',
  Fire: 'Incendie',
  'In camera': 'Huis clos',
  'In force': 'En vigueur',
  Infrastructure: 'Infrastructure',
  Inquiry: 'Demande de renseignements',
  Introduced: 'Présenté',
  Introduction: 'Projet déposé',
  'Land Use Application': 'Demande d’aménagement',
  'Land Use Call-Up': 'Évocation d’une demande d’aménagement',
  'Laid Over in Committee': 'Reporté en comité',
  "Mayor's Message": 'Message de la mairie',
  Motion: 'Motion',
  'Motion of a member': 'Motion d’un membre',
  'Notice of motion': 'Avis de motion',
  Oversight: 'Surveillance',
  Open: 'En cours',
  Passed: 'Adopté',
  Petition: 'Pétition',
  Planning: 'Urbanisme',
  Presentation: 'Présentation',
  Proposed: 'Proposé',
  'Received, Ordered, Printed and Filed': 'Reçu, imprimé et classé',
  Repealed: 'Abrogé',
  Report: 'Rapport',
  'Reported from Committee': 'Revenu du comité',
  Resolution: 'Résolution',
  Vetoed: 'Frappé d’un veto',
  Withdrawn: 'Retiré',
  // Steps.
  'Complete application received': 'Demande complète reçue',
  'First and second reading': 'Première et deuxième lectures',
  'Letter received by the Clerk': 'Lettre reçue par le greffe',
  'Notice of motion filed with the Clerk': 'Avis de motion déposé au greffe',
  'Petition received by the Clerk': 'Pétition reçue par le greffe',
  'Report published': 'Publication du rapport',
  'Text of the motion filed with the Clerk': 'Texte de la motion déposé au greffe',
  'Third reading and passage': 'Troisième lecture et adoption',
  'Approved by Committee with Companion Resolution': 'Approuvé en comité, avec résolution connexe',
  'Approved by Committee with Modifications and Referred to CPC':
    'Approuvé en comité avec modifications et renvoyé à la Commission d’urbanisme',
  'Approved by Subcommittee with Modifications and Referred to CPC':
    'Approuvé en sous-comité avec modifications et renvoyé à la Commission d’urbanisme',
  'Approved by Subcommittee': 'Approuvé en sous-comité',
  'Laid Over by Subcommittee': 'Reporté en sous-comité',
  'Disapproved by Subcommittee': 'Refusé en sous-comité',
  'Bill Signing Scheduled by Mayor': 'Signature prévue par la mairie',
  'City Charter Rule Adopted': 'Adopté selon la règle de la charte',
  'Filed by Committee': 'Classé en comité',
  'Filed by Committee with Companion Resolution': 'Classé en comité, avec résolution connexe',
  'Filed by Council': 'Classé par le conseil',
  'Filed by Subcommittee': 'Classé en sous-comité',
  'Hearing Held by Committee': 'Audience en comité',
  'Hearing Held by Mayor': 'Audience à la mairie',
  'Hearing Scheduled by Mayor': 'Audience prévue à la mairie',
  'Hearing Scheduled by Mayor Cancelled': 'Audience à la mairie annulée',
  'Hearing on P-C Item by Comm': 'Audience en comité sur un projet examiné d’avance',
  'Recved from Mayor by Council': 'Reçu de la mairie par le conseil',
  'Returned Unsigned by Mayor': 'Renvoyé sans signature par la mairie',
  'Vetoed by Mayor': 'Veto de la mairie',
  'Vetoed by the Mayor': 'Veto de la mairie',
  'Veto not overridden': 'Veto maintenu',
  'Veto overridden': 'Veto annulé',
}

/** What committees are about, after "Comité". */
const topics: Readonly<Record<string, string>> = {
  'Affordable Housing': 'du logement abordable',
  Aging: 'du vieillissement',
  Agriculture: 'de l’agriculture',
  Buildings: 'des bâtiments',
  'Built Heritage': 'du patrimoine bâti',
  Children: 'de l’enfance',
  'Civic Appointments': 'des nominations civiques',
  'Civil Service': 'de la fonction publique',
  'Civil and Human Rights': 'des droits civils et de la personne',
  'Climate Change': 'du changement climatique',
  'Community Development': 'du développement communautaire',
  'Community Services': 'des services communautaires',
  Consumer: 'de la consommation',
  Contracts: 'des contrats',
  'Corporate Services': 'des services organisationnels',
  'Criminal Justice': 'de la justice pénale',
  'Cultural Affairs': 'de la culture',
  Culture: 'de la culture',
  Debenture: 'des débentures',
  Dispositions: 'des aliénations',
  'Economic Development': 'du développement économique',
  'Economic and Community Development': 'du développement économique et communautaire',
  Education: 'de l’éducation',
  Elections: 'des élections',
  'Emergency Management': 'de la gestion des urgences',
  'Emergency Preparedness': 'de la préparation aux situations d’urgence',
  Employee: 'du personnel',
  Environment: 'de l’environnement',
  'Environmental Protection': 'de la protection de l’environnement',
  Ethics: 'de l’éthique',
  'Federal Legislation': 'des lois fédérales',
  Finance: 'des finances',
  Fire: 'des incendies',
  Franchises: 'des concessions',
  'Gender Equity': 'de l’égalité des genres',
  'General Government': 'de l’administration générale',
  'General Welfare': 'de l’aide sociale',
  Governance: 'de la gouvernance',
  'Government Management': 'de la gestion de l’administration',
  'Governmental Operations': 'des opérations de l’administration',
  'Growth Management': 'de la gestion de la croissance',
  Health: 'de la santé',
  'Higher Education': 'de l’enseignement supérieur',
  Hospitals: 'des hôpitaux',
  Housing: 'du logement',
  'Human Rights': 'des droits de la personne',
  Immigration: 'de l’immigration',
  Infrastructure: 'de l’infrastructure',
  'International Intergroup Relations': 'des relations entre groupes internationaux',
  Investigations: 'des enquêtes',
  Labor: 'du travail',
  'Labour Relations': 'des relations de travail',
  'Land Use': 'de l’aménagement',
  Landmarks: 'des monuments',
  Libraries: 'des bibliothèques',
  Licensing: 'des permis',
  Oversight: 'de la surveillance',
  Parks: 'des parcs',
  Planning: 'de la planification',
  Privileges: 'des privilèges',
  'Protective Services': 'des services de protection',
  'Public Housing': 'du logement public',
  'Public Safety': 'de la sécurité publique',
  'Public Sitings': 'des sites publics',
  'Public Works': 'des travaux publics',
  Recreation: 'des loisirs',
  Resiliency: 'de la résilience',
  Rules: 'du règlement intérieur',
  'Rural Affairs': 'des affaires rurales',
  Sanitation: 'de la salubrité',
  'Small Business': 'des petites entreprises',
  'Solid Waste Management': 'de la gestion des déchets',
  Standards: 'des normes',
  'State & Federal Legislation': 'des lois de l’État et du pays',
  'State and Federal Legislation': 'des lois de l’État et du pays',
  Technology: 'de la technologie',
  'Tenant Issues': 'des locataires',
  Transit: 'du transport en commun',
  Transportation: 'des transports',
  Veterans: 'des anciens combattants',
  Waterfronts: 'des rives',
  Women: 'des femmes',
  'Worker Protection': 'de la protection des travailleurs',
  Youth: 'de la jeunesse',
  'Youth Services': 'des services à la jeunesse',
  Zoning: 'du zonage',
}

/** A common name in French, or the name as it is. */
export function commonName(name: string): string {
  return frenchName(name) ?? meetingName(name) ?? name
}

const frenchName = (name: string): string | undefined =>
  wordIn(names, name) ??
  wordIn(names, sentenceCase(name)) ??
  councilName(name) ??
  committeeName(name) ??
  boardName(name)

/** Chairperson for CHAIRPERSON. */
const sentenceCase = (name: string): string =>
  /^[A-Z]{3,}$/.test(name) ? name[0] + name.slice(1).toLowerCase() : name

/** Meetings that are called after bodies of which each has a name in French. */
function meetingName(name: string): string | undefined {
  const [, special, about] = /^Special (.+?)(?: \((budget|in camera)\))?$/.exec(name) ?? []
  const body = special && frenchName(special)
  const note = about === 'in camera' ? 'huis clos' : about
  if (body) return `${body}, séance extraordinaire${note === undefined ? '' : ` (${note})`}`
  const [, one = '', other = ''] = /^Joint meeting of the (.+?) and the (.+)$/.exec(name) ?? []
  const [first, second] = [frenchName(one), frenchName(other)]
  if (first === undefined || second === undefined) return undefined
  return `Réunion conjointe\u00a0: ${first} et ${second}`
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
  const [, district] = /^(.+) Community Council$/.exec(name) ?? []
  if (district !== undefined)
    return `Conseil communautaire ${de(district.replace(' and ', ' et '))}`
  const [, whole, part = 'Committee', on] =
    /^(?:(.+) Committee|(Committee|Subcommittee) on (.+))$/.exec(name) ?? []
  const about = topicsIn(whole ?? on ?? '')
  return about && `${part === 'Committee' ? 'Comité' : 'Sous-comité'} ${about}`
}

/** De la planification et du logement; undefined if a topic is not in the table. */
function topicsIn(text: string): string | undefined {
  const whole = wordIn(topics, text)
  if (whole !== undefined) return whole
  const parts = text.split(/, and |, | and /).map((topic) => wordIn(topics, topic))
  if (parts.includes(undefined)) return undefined
  const last = parts.pop()
  return parts.length === 0 ? last : `${parts.join(', ')} et ${last}`
}

/** Boards that are named after their town. */
function boardName(name: string): string | undefined {
  const [, location = '', board] =
    /^(.+?) (Public Library|Library|Police Services?) Board$/.exec(name) ?? []
  const french = wordIn(names, `${board === 'Police Service' ? 'Police Services' : board} Board`)
  const town = councilName(location) ?? townIn(location)
  return town === undefined || french === undefined ? undefined : `${french} ${de(town)}`
}
