import { foldText } from '../core/fold.ts'
import { readPageText } from '../importers/kit/page-text.ts'
import { type CensusRow, listCensusSubdivisions } from './census.ts'

/** The municipalities of the census that a portal may be of, and the only one that its pages name. */
interface MunicipalityMatch {
  candidates: readonly CensusRow[]
  named: CensusRow | undefined
}

/** Matches hosts, such as `pub-ottawa`, and the pages on the way to the portal with the census. */
export function matchMunicipality(
  addresses: readonly string[],
  pages: readonly string[],
): MunicipalityMatch {
  const words = new Set(addresses.flatMap(wordsIn))
  // Reserves share their names with towns.
  const rows = listCensusSubdivisions().filter(({ kind }) => !kind.startsWith('IR'))
  const hosted = rows.filter((row) => formsOf(row).some((form) => words.has(form)))
  // By the full name, because Ottawa alone is also a river. Other towns are named in texts, but not in titles.
  const isNamed = (text: string) => (row: CensusRow) =>
    row.name !== row.shortName && isIn(row.name, text)
  const read = pages.map(readPageText)
  const text = folded(read.map((page) => page.text))
  const titles = folded(read.map((page) => page.title))
  const named = hosted.length > 0 ? hosted.filter(isNamed(text)) : rows.filter(isNamed(titles))
  return {
    candidates: hosted.length > 0 ? hosted : rows.filter(isNamed(text)).slice(0, candidatesMax),
    named: named.length === 1 ? named[0] : undefined,
  }
}

const candidatesMax = 10

/** `https://pub-ottawa.escribemeetings.com` has the words `pubottawa` and `ottawa`. */
function wordsIn(address: string): string[] {
  if (!URL.canParse(address)) return []
  const { hostname, pathname } = new URL(address)
  const [host = ''] = hostname.replace(/^www[.]/, '').split('.')
  const client = pathname.split('/').at(-1) ?? ''
  const parts = [host, client].flatMap((part) => [
    part,
    part.replace(/^(?:bm-)?pub(?:lic)?-/, ''),
    part.replace(/-?pub(?:lic|lishing)?$/, ''),
  ])
  return parts.map(plain).filter((part) => part !== '')
}

function formsOf({ shortName, name, province }: CensusRow): string[] {
  return [shortName, name].map(plain).flatMap((form) => [form, form + province.toLowerCase()])
}

function folded(texts: readonly string[]): string {
  return foldText(texts.join('\n')).replace(/\s+/g, ' ')
}

function isIn(name: string, text: string): boolean {
  const written = foldText(name)
  for (let at = text.indexOf(written); at !== -1; at = text.indexOf(written, at + 1))
    if (!/[a-z]/.test(`${text[at - 1] ?? ''}${text[at + written.length] ?? ''}`)) return true
  return false
}

function plain(text: string): string {
  return foldText(text).replace(/[^a-z0-9]/g, '')
}

// The two first digits of a census code are the province.
const zones: Readonly<Record<string, string>> = {
  10: 'America/St_Johns',
  11: 'America/Halifax',
  12: 'America/Halifax',
  13: 'America/Moncton',
  24: 'America/Toronto',
  35: 'America/Toronto',
  46: 'America/Winnipeg',
  47: 'America/Regina',
  48: 'America/Edmonton',
  59: 'America/Vancouver',
  60: 'America/Whitehorse',
  61: 'America/Edmonton',
}
// Census divisions with another time than their province, or with two: Labrador, the islands and the far east of Quebec, the
// west of Ontario, Lloydminster, and the east and north of British Columbia.
const mixedDivisions = [
  '1010',
  '1011',
  '2401',
  '2498',
  '3559',
  '3560',
  '4717',
  '5901',
  '5903',
  '5955',
  '5959',
]

/** The time zone of a census subdivision; null where its province has several nearby. */
export function timeZoneOf(code: string): string | null {
  return mixedDivisions.includes(code.slice(0, 4)) ? null : (zones[code.slice(0, 2)] ?? null)
}
