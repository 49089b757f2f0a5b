import { de } from '../../site/elision.ts'
import { pluriel } from '../../site/plural.ts'
import type { motionsWords as english } from './words.en.ts'

export const motionsWords: typeof english = {
  title: 'Motions',
  description: (council) => `Motions ${de(council)} et de ses comités, avec leur résultat.`,
  result: 'Résultat',
  allResults: 'Tous les résultats',
  kind: 'Type',
  allKinds: 'Tous les types',
  mover: 'Proposée par',
  anyone: 'Tout le monde',
  recordedOnly: 'Avec votes consignés seulement',
  contestedOnly: 'Avec des voix pour et contre',
  noneSuch: 'Aucune motion consignée ne correspond à ces filtres.',
  none: 'Non consigné : aucune motion de ce conseil n’est consignée.',
  namedOnly: (count) =>
    `${count} ${pluriel(count, 'vote consigné', 'votes consignés')} par nom, sans décompte.`,
  againstOnly: (count) =>
    `${count} voix contre ${pluriel(count, 'consignée', 'consignées')} par nom, sans décompte.`,
  total: (shown) => `Toutes les motions (${shown})`,
  years: 'Années',
}
