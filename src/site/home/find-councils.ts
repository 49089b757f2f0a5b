import { foldText } from '../../core/fold.ts'
import { regionCode } from '../../core/provinces.ts'
import { shortNameOf } from '../../core/short-name.ts'
import type { SiteLocale } from '../locale.ts'

export interface Council {
  id: number
  slug: string
  name: string
  /** Name without case and accents. */
  folded: string
  /** The letter under which it is listed. */
  letter: string
  region: Region
  /** Its province or state for searches; see `regionCode`. */
  regionCode: string | null
}

/** Folding 5,000 names takes tens of milliseconds, so it is done once for all requests. */
export function toCouncil(
  { id, slug, name, divisionId }: { id: number; slug: string; name: string; divisionId: string },
  regionOf: (divisionId: string) => Region,
): Council {
  const letter = initialOf(name)
  const [region, code] = [regionOf(divisionId), regionCode(divisionId)]
  return { id, slug, name, folded: foldText(name), letter, region, regionCode: code }
}

/** What a visitor asks for; an empty text filters nothing. */
export interface CouncilFilter {
  q: string
  letter: string
  region: string
}

/** A filter from a query; a repeated or overlong value is ignored. */
export function toCouncilFilter(query: Readonly<Record<string, unknown>>): CouncilFilter {
  const text = (name: string) => {
    const value = query[name]
    return typeof value === 'string' && value.length <= textMax ? value.trim() : ''
  }
  return { q: text('q'), letter: text('letter').toUpperCase(), region: text('region') }
}

const textMax = 100

export function isFiltered({ q, letter, region }: CouncilFilter): boolean {
  return q + letter + region !== ''
}

/** The councils that match all parts of a filter. */
export function findCouncils(
  councils: readonly Council[],
  { q, letter, region }: CouncilFilter,
): Council[] {
  const words = foldText(q).split(/\s+/).filter(Boolean)
  return councils.filter(
    (council) =>
      words.every((word) => council.folded.includes(word)) &&
      (letter === '' || council.letter === letter) &&
      (region === '' || council.region.key === region),
  )
}

/** The letter under which a council is listed; # for any other character. */
export function initialOf(name: string): string {
  // "City of Ottawa" is looked for under O.
  const [first = ''] = foldText(shortNameOf(name))
  return /[a-z]/.test(first) ? first.toUpperCase() : '#'
}

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
