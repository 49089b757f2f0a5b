export const compareWords = {
  title: (name: string) => `${name} and others`,
  pair: (one: string, other: string) => `${one} and ${other}`,
  description: (one: string, other: string, council: string) =>
    `Where ${one} and ${other} voted alike and where not, in the record of ${council}.`,
  othersOf: (name: string, council: string) =>
    `On how many motions ${name} and other members of ${council} voted alike.`,
  crumb: 'Compare',
  yearFrom: 'From year',
  yearTo: 'To year',
  link: 'Compare with other members',
  lead: 'Motions on which both voted for or against, as far as the source says who voted how. People are in the order of their names.',
  none: 'Not recorded: no motion on record has a vote for or against of this person and of another member.',
  noneShared: 'Not recorded: no motion on record has a vote for or against of both.',
  person: 'Member',
  counts: {
    motions: 'Motions both voted on',
    same: 'Voted alike',
    contested: 'Of these contested',
    contestedSame: 'Voted alike when contested',
  },
  share: (percent: string) => `They voted alike on ${percent} of the contested motions.`,
  tooFew: (least: string) =>
    `Too few for a percentage: it would need ${least} contested motions on which both voted.`,
  meaning:
    'A motion is contested if somebody voted for it and somebody against. Votes alike do not say why, and not every vote is recorded.',
  notSeated: 'Only people with a seat on the council or a committee are compared.',
  differences: 'Where they voted differently',
  noDifferences: 'On no motion on record did one vote for and the other against.',
  voted: (name: string, vote: string) => `${name}: ${vote}`,
}
