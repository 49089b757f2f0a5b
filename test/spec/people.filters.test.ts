import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Service } from '../support/service/service.ts'
import { splitList } from '../support/service/split-list.ts'
import { walkList, withQuery } from '../support/service/walk-lists.ts'
import { startTownWithEdges } from '../support/towns/town-with-edges.ts'

let service: Service
beforeAll(async () => {
  service = await startTownWithEdges()
})
afterAll(() => service.stop())

describe('4.2: people', () => {
  it('4.2, is_councillor: filter by current councillor status', async () => {
    const { found, rest } = await splitList(service, 'people', { is_councillor: 'true' })
    expect(found.map(({ name }) => name)).toEqual(['Stéphanie Roy', 'Vera Ng', 'Łukasz Żak'])
    expect(rest.every((person) => !person.is_current_councillor)).toBe(true)
    expect(await walkList(service, 'people?is_councillor=false')).toEqual(rest)
  })

  const names = async (name: string) =>
    (await walkList(service, withQuery('people', { name }))).map((person) => person.name)

  it('4.2, name: partial name search, anywhere in the name', async () => {
    expect(await names('ephan')).toEqual(['Stéphanie Roy'])
    expect(await names('Ver')).toEqual(['Vera Ng'])
    expect(await names('Ng')).toEqual(['Vera Ng'])
    expect(await names('a n')).toEqual(['Vera Ng'])
    expect(await names('nobody')).toEqual([])
  })

  it('4.2, name: the search is case-insensitive, beyond ASCII too', async () => {
    expect(await names('VERA')).toEqual(['Vera Ng'])
    expect(await names('STÉPH')).toEqual(['Stéphanie Roy'])
    expect(await names('łuk')).toEqual(await names('ŁUK'))
    expect(await names('łuk')).toEqual(['Łukasz Żak'])
  })

  it('interface 6: name ignores accents, on either side', async () => {
    expect(await names('stephanie')).toEqual(['Stéphanie Roy'])
    expect(await names('Ś'.normalize('NFC'))).toEqual(await names('s'))
    expect(await names('żak')).toEqual(['Łukasz Żak'])
    expect(await names('zak')).toEqual(['Łukasz Żak'])
  })

  it('interface 6: name finds composed and decomposed spellings alike, asked for in either', async () => {
    const both = ['Jose\u0301 Nu\u0301n\u0303ez', 'Jos\u00e9 N\u00fa\u00f1ez']
    for (const name of [
      'josé núñez'.normalize('NFC'),
      'josé núñez'.normalize('NFD'),
      'JOSE NUNEZ',
    ]) {
      expect((await names(name)).sort()).toEqual([...both].sort())
    }
  })

  it('interface 6: % and _ in name are characters like any other, and so is the backslash', async () => {
    expect((await names('%')).sort()).toEqual([
      'Ames (Clerk), 100% "Bob"_O’Neil',
      'Fifty 50%_\\ Off',
    ])
    expect(await names('_\\')).toEqual(['Fifty 50%_\\ Off'])
    expect(await names('V_ra')).toEqual([])
    expect(await names('V%a')).toEqual([])
    expect(await names('%%')).toEqual([])
    expect(await names('\\')).toEqual(['Fifty 50%_\\ Off'])
    expect(await names('"bob"_o’')).toEqual(['Ames (Clerk), 100% "Bob"_O’Neil'])
    expect(await names("' OR 1=1 --")).toEqual([])
  })

  it('interface 6: name finds names in every script', async () => {
    expect(await names('ᓄᕌ')).toEqual(['ᐊᓄᕌᖅ'])
  })
})
