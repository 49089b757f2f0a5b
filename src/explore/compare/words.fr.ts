import { de } from '../../site/elision.ts'
import type { compareWords as english } from './words.en.ts'

export const compareWords: typeof english = {
  title: (name) => `${name} et les autres`,
  pair: (one, other) => `${one} et ${other}`,
  description: (one, other, council) =>
    `Quand ${one} et ${other} ont voté de la même façon ou non, selon les données ${de(council)}.`,
  othersOf: (name, council) =>
    `Sur combien de motions ${name} et d’autres membres ${de(council)} ont voté de la même façon.`,
  crumb: 'Comparer',
  yearFrom: 'De l’année',
  yearTo: 'À l’année',
  link: 'Comparer avec d’autres membres',
  lead: 'Motions sur lesquelles les deux ont voté pour ou contre, lorsque la source indique qui a voté et comment. Les personnes sont classées par nom.',
  none: 'Non consigné : aucune motion consignée ne comporte un vote pour ou contre de cette personne et d’un autre membre.',
  noneShared:
    'Non consigné : aucune motion consignée ne comporte un vote pour ou contre de ces deux personnes.',
  person: 'Membre',
  counts: {
    motions: 'Motions où les deux ont voté',
    same: 'Même vote',
    contested: 'Dont motions contestées',
    contestedSame: 'Même vote, motions contestées',
  },
  share: (percent) => `Même vote sur ${percent} des motions contestées.`,
  tooFew: (least) =>
    `Trop peu pour un pourcentage : il faudrait ${least} motions contestées où les deux ont voté.`,
  meaning:
    'Une motion est contestée si quelqu’un a voté pour et quelqu’un contre. Un vote identique n’en donne pas la raison, et les votes ne sont pas tous consignés.',
  notSeated: 'Seules les personnes qui siègent au conseil ou à un comité sont comparées.',
  differences: 'Votes différents',
  noDifferences:
    'Aucune motion consignée ne montre un vote pour de l’une de ces personnes et un vote contre de l’autre.',
  voted: (name, vote) => `${name} : ${vote}`,
}
