import { pluriel } from '../../site/plural.ts'
import type { searchWords as english } from './words.en.ts'

export const searchWords: typeof english = {
  title: 'Recherche',
  titled: (q) => `Recherche : ${q}`,
  box: (council) => `Recherche\u00a0: ${council}`,
  words: 'Mots',
  submit: 'Chercher',
  kind: 'Type',
  filters: 'Filtres',
  allKinds: 'Tout',
  kinds: {
    motion: 'Motion',
    matter: 'Dossier',
    agenda_item: 'Point de l’ordre du jour',
    key_statement: 'Déclaration',
    document_section: 'Document',
  },
  types: {
    motions: 'Motions',
    matters: 'Dossiers',
    agenda_items: 'Points de l’ordre du jour',
    key_statements: 'Déclarations',
    document_sections: 'Documents',
  },
  bets: 'Accès direct',
  bylaw: (number) => `Règlement municipal ${number}`,
  file: (identifier) => `Dossier ${identifier}`,
  body: 'Ses membres et ses réunions',
  person: 'Votes, motions et présences',
  results: 'Résultats',
  others: (count) => `Aussi dans ${count} ${pluriel(count, 'autre entrée', 'autres entrées')}`,
  nothing: (q) => `Aucun résultat pour « ${q} ».`,
  someWords: (q) =>
    `Aucun texte n’a tous les mots de « ${q} ». Ceux-ci en ont une partie, d’abord ceux qui en ont le plus.`,
  nothingMore: 'Aucun autre résultat.',
  suggestions: 'Essayez plutôt : ',
  any: 'Chercher l’un ou l’autre de ces mots',
  unfiltered: 'Chercher sans les filtres',
  help: 'Comment chercher',
  helps: [
    'Un résultat contient tous les mots; si aucun texte ne les a tous, ceux qui en ont le plus sont montrés. Les terminaisons, les majuscules et les accents ne comptent pas : locataire trouve locataires.',
    'Mettez une expression entre guillemets droits : "transport en commun". Ce sont les seuls opérateurs; AND, OR et * n’en sont pas.',
    'Un nom, un quartier, le titre ou le numéro d’un règlement, un numéro de dossier, ou une date comme le 3 juin 2026 y mène directement.',
    'Au plus 256 caractères et 64 mots.',
  ],
  searched:
    'La recherche porte sur les motions, les dossiers, les points de l’ordre du jour, les déclarations, et les documents dont le texte a été importé. Les enregistrements n’en font pas partie.',
  browse: 'Ou lisez les {meetings}, les {votes} ou les {people}.',
  browseMeetings: 'réunions',
  browseVotes: 'votes consignés',
  browsePeople: 'membres du conseil',
}
