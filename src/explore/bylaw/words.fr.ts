import type { bylawWords as english } from './words.en.ts'

export const bylawWords: typeof english = {
  named: (number, title) => (number === null ? title : `Règlement municipal ${number} : ${title}`),
  summary: 'En langage clair',
  motions: 'Motions qui le nomment',
  noMotions: 'Non consigné : aucune motion consignée ne nomme ce règlement.',
  passedBy: 'adopté par cette motion',
  meetings: 'À l’ordre du jour de',
  matters: 'Dossiers',
  noMatters: 'Non consigné : aucun dossier consigné n’est associé à ce règlement.',
  number: 'Numéro',
  year: 'Année',
  status: 'État',
  category: 'Catégorie',
  passed: 'Date d’adoption',
  enacted: 'Date d’entrée en vigueur',
  unknown: 'non consignée',
  sponsors: 'Parrainage',
  official: 'Le règlement sur le site du conseil',
}
