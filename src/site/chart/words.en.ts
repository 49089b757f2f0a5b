export const chartWords = {
  noData: 'No data.',
  span: (first: string, last: string) => `${first} to ${last}`,
  description: (span: string, totals: string) => `Bars for ${span}. Totals: ${totals}.`,
  valueOf: (name: string, value: string) => `${name}: ${value}`,
  asTable: 'Show as a table',
}
