import { expect, it } from 'vitest'
import { matchMunicipality, timeZoneOf } from './municipality-of.ts'

const codes = (addresses: string[], ...pages: string[]) => {
  const { candidates, named } = matchMunicipality(addresses, pages)
  return { candidates: candidates.map(({ code }) => code), named: named?.code }
}
const ottawa = 'https://pub-ottawa.escribemeetings.com'

it('takes the municipality of the host that a page names in full', () => {
  expect(codes([ottawa], '<img alt="City of Ottawa logo">')).toEqual({
    candidates: ['3506008'],
    named: '3506008',
  })
  const burlington = 'https://pub-burlington.escribemeetings.com'
  expect(codes([burlington], 'The City of Burlington').named).toBe('3524002')
  expect(codes(['https://pub-auroraon.escribemeetings.com'], 'Town of Aurora').named).toBe(
    '3519046',
  )
})

it('leaves open what no page says, or more than one', () => {
  expect(codes([ottawa], 'Ottawa River')).toEqual({ candidates: ['3506008'], named: undefined })
  expect(codes([ottawa], 'Carcity of Ottawaland').named).toBeUndefined()
  const burlington = 'https://pub-burlington.escribemeetings.com'
  expect(codes([burlington], 'City of Burlington and Town of Burlington')).toEqual({
    candidates: ['1008071', '3524002'],
    named: undefined,
  })
})

// With quadratic time in the number of tags, one of these would take minutes.
it.each([
  '<script',
  '<style ',
  '<img alt="',
  "<meta content='",
  '<title',
  '<',
  '<svg><title>',
  '<!--',
])('reads a page with two million characters of %j in time', (piece) => {
  const page = `<title>City of Ottawa</title>${piece.repeat(2_000_000 / piece.length)}`
  expect(codes([ottawa], page).named).toBe('3506008')
})

it('does not take scripts for words, or the title of an image for that of the page', () => {
  const script = '<script>"City of Ottawa"</script>'
  expect(codes([ottawa], script).named).toBeUndefined()
  const image = '<svg><title>City of Guelph</title></svg>'
  expect(codes(['https://portal.example'], image).named).toBeUndefined()
})

it('takes a name without a host from a title only', () => {
  const county = ['https://portal.example', 'https://www.county.example']
  expect(codes(county, '<title>City of Guelph</title>').named).toBe('3523008')
  expect(codes(county, '<title>County</title><p>with the City of Guelph</p>')).toEqual({
    candidates: ['3523008'],
    named: undefined,
  })
})

it('knows the time zone of a province, but not of one with two', () => {
  expect(['3506008', '5915022', '5955014', '6204003'].map(timeZoneOf)).toEqual([
    ...['America/Toronto', 'America/Vancouver', null, null],
  ])
})
