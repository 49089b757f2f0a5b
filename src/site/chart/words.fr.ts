import type { chartWords as english } from './words.en.ts'

export const chartWords: typeof english = {
  noData: 'Aucune donnée.',
  span: (first, last) => `${first} à ${last}`,
  description: (span, totals) => `Barres pour ${span}. Totaux : ${totals}.`,
  valueOf: (name, value) => `${name} : ${value}`,
  asTable: 'Afficher en tableau',
}
