import { de } from '../../site/elision.ts'
import { pluriel } from '../../site/plural.ts'
import type { bodiesWords as english } from './words.en.ts'

export const bodiesWords: typeof english = {
  title: 'Instances',
  lead: 'Le conseil, ses comités et ses commissions.',
  description: (council) =>
    `Le conseil, les comités et les commissions ${de(council)} : membres et réunions.`,
  kinds: {
    council: 'Conseil',
    committee: 'Comité',
    board: 'Conseil d’administration',
    commission: 'Commission',
    other: 'Autre instance',
  },
  inactive: 'inactive aujourd’hui',
  meetings: (count, shown) =>
    `${shown} ${pluriel(count, 'réunion consignée', 'réunions consignées')}`,
  none: 'Aucune instance consignée.',
}
