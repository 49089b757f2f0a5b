import { describe, expect, it } from 'vitest'
import { spacedLawTitle } from './law-title.ts'

describe('a title of a law', () => {
  it.each([
    ['Local Law 012 of 2031Licences for kites.', 'Local Law 012 of 2031 Licences for kites.'],
    ['By-law 2031-77Kites in parks', 'By-law 2031-77 Kites in parks'],
    ['A by-law no. 77Kites in parks', 'A by-law no. 77 Kites in parks'],
    ['Ordinance 4/2031Élargir la rue', 'Ordinance 4/2031 Élargir la rue'],
    ['Règlement 31-7Cerfs-volants', 'Règlement 31-7 Cerfs-volants'],
    ['Loi locale 7 de 2031Cerfs-volants', 'Loi locale 7 de 2031 Cerfs-volants'],
  ])('has a space after its number: %s', (title, spaced) => {
    expect(spacedLawTitle(title)).toBe(spaced)
    expect(spacedLawTitle(spaced)).toBe(spaced)
  })

  it.each([
    'Local Law 012 of 2031, licences for kites',
    'By-law 2031-77A to license kites',
    'By-law 77ABC',
    'By-law 77th anniversary',
    'By-law 77en vigueur',
    'Update of the KITES4All programme',
    'Kites (ON1Call)',
    '0Kites for everybody',
    'Actions 3Kites',
  ])('and any other is as it is written: %s', (title) => {
    expect(spacedLawTitle(title)).toBe(title)
  })
})
