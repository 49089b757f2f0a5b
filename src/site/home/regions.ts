import type { SiteLocale } from '../locale.ts'

export interface Region {
  /** For URLs: ca-35, us-ny, de. */
  key: string
  name: string
}

const pattern =
  /country:([a-z]{2})(?:\/(?:csd:(\d\d)|(?:state|province|territory|district):([a-z]{2})\b))?/

/** The names of regions in a language, by Open Civic Data division: the province, state or country. */
export function regionsIn({ tag, words }: SiteLocale): (divisionId: string) => Region {
  const { elsewhere, ...home } = words.home
  const provinces: Readonly<Record<string, string>> = home.provinces
  const countries = new Intl.DisplayNames(tag, { type: 'region' })
  return (divisionId) => {
    const [, country = '', csd, state] = pattern.exec(divisionId) ?? []
    const part = csd ?? state
    const nation = country === '' ? elsewhere : (countries.of(country.toUpperCase()) ?? country)
    if (part === undefined) return { key: country || 'other', name: nation }
    const province = country === 'ca' ? provinces[part] : undefined
    return { key: `${country}-${part}`, name: province ?? `${part.toUpperCase()}, ${nation}` }
  }
}
