import { de } from '../../site/elision.ts'
import type { bylawsWords as english } from './words.en.ts'

export const bylawsWords: typeof english = {
  title: 'Règlements municipaux',
  description: (council) =>
    `Règlements municipaux ${de(council)}, par numéro, titre, état et année.`,
  q: 'Numéro ou titre',
  status: 'État',
  category: 'Catégorie',
  year: 'Année',
  none: 'Non consigné : cette source ne contient pas de règlements. Le conseil en a peut-être.',
  noneSuch: 'Aucun règlement consigné ne correspond à ces filtres.',
  numbered: (number) => `Règlement municipal ${number}`,
  undated: 'année non consignée',
}
