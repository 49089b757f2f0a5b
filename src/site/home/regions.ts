// The first two digits of a Canadian census subdivision (Statistics Canada, SGC).
const provinces: Readonly<Record<string, string>> = {
  10: 'Newfoundland and Labrador',
  11: 'Prince Edward Island',
  12: 'Nova Scotia',
  13: 'New Brunswick',
  24: 'Quebec',
  35: 'Ontario',
  46: 'Manitoba',
  47: 'Saskatchewan',
  48: 'Alberta',
  59: 'British Columbia',
  60: 'Yukon',
  61: 'Northwest Territories',
  62: 'Nunavut',
}

export interface Region {
  /** For URLs: ca-35, us-ny, de. */
  key: string
  name: string
}

const countries = new Intl.DisplayNames('en-CA', { type: 'region' })
const pattern =
  /country:([a-z]{2})(?:\/(?:csd:(\d\d)|(?:state|province|territory|district):([a-z]{2})\b))?/

/** The province, state or country of an Open Civic Data division. */
export function regionOf(divisionId: string): Region {
  const [, country = '', csd, state] = pattern.exec(divisionId) ?? []
  const part = csd ?? state
  const nation = country === '' ? 'Elsewhere' : (countries.of(country.toUpperCase()) ?? country)
  if (part === undefined) return { key: country || 'other', name: nation }
  const province = country === 'ca' ? provinces[part] : undefined
  return { key: `${country}-${part}`, name: province ?? `${part.toUpperCase()}, ${nation}` }
}
