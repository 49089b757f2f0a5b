export const mattersWords = {
  title: 'Matters',
  description: (council: string) =>
    `Reports and files that ${council} dealt with: each step, motion and document.`,
  lead: 'Reports and files, tracked across meetings. The most recently active come first.',
  from: 'Last seen from',
  to: 'To',
  status: 'Status',
  category: 'Category',
  none: 'Not recorded: this source has no matters.',
  noneSuch: 'No matter on record matches these filters.',
  lastSeen: (date: string) => `last seen ${date}`,
  undated: 'date not recorded',
}
