/** The postal codes of provinces and territories, by the first two digits of a census subdivision (Statistics Canada). */
export const provinceCodes: Readonly<Record<string, string>> = {
  10: 'NL',
  11: 'PE',
  12: 'NS',
  13: 'NB',
  24: 'QC',
  35: 'ON',
  46: 'MB',
  47: 'SK',
  48: 'AB',
  59: 'BC',
  60: 'YT',
  61: 'NT',
  62: 'NU',
}

const part = /(?:csd:(\d\d)|(?:state|province|territory|district):([a-z]{2})\b)/

/** Of two letters, in any case. */
export const regionPattern = '^[A-Za-z]{2}$'

/** The province, territory or state of an Open Civic Data division, as `on` or `ny`; null elsewhere. */
export function regionCode(divisionId: string): string | null {
  const [, csd, state] = part.exec(divisionId) ?? []
  return state ?? provinceCodes[csd ?? '']?.toLowerCase() ?? null
}
