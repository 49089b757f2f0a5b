import type { mattersWords as english } from './words.en.ts'

export const mattersWords: typeof english = {
  title: 'Dossiers',
  description: (council) =>
    `Rapports et dossiers traités par ${council} : chaque étape, motion et document.`,
  lead: 'Rapports et dossiers, suivis d’une réunion à l’autre. Les plus récents figurent en premier.',
  from: 'Dernière mention du',
  to: 'Au',
  status: 'État',
  category: 'Catégorie',
  none: 'Non consigné : cette source ne contient pas de dossiers.',
  noneSuch: 'Aucun dossier consigné ne correspond à ces filtres.',
  lastSeen: (date) => `dernière mention le ${date}`,
  undated: 'date non consignée',
}
