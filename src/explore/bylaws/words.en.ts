export const bylawsWords = {
  title: 'By-laws',
  description: (council: string) => `By-laws of ${council}, by number, title, status and year.`,
  q: 'Number or title',
  status: 'Status',
  category: 'Category',
  year: 'Year',
  none: 'Not recorded: this source has no by-laws. The council may have them.',
  noneSuch: 'No by-law on record matches these filters.',
  numbered: (number: string) => `By-law ${number}`,
  undated: 'year not recorded',
}
