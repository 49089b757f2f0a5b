/** Folded words before the names of council members, which are no part of them. */
export const personTitles: ReadonlySet<string> = new Set([
  ...['councillor', 'councilor', 'cllr', 'alderman', 'mayor', 'deputy'],
  ...['conseiller', 'conseillere', 'maire', 'mairesse', 'echevin', 'echevine'],
])
