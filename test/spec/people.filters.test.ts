import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readList, withQuery } from '../support/service/read-lists.ts'
import type { Service } from '../support/service/service.ts'
import { splitList } from '../support/service/split-list.ts'
import { startTownWithEdges } from '../support/towns/town-with-edges.ts'

let service: Service
beforeAll(async () => {
  service = await startTownWithEdges()
})
afterAll(() => service.stop())

describe('4.2: people', () => {
  it('4.2, is_councillor: filter by current councillor status', async () => {
    const { matches, others } = await splitList(service, 'people', { is_councillor: 'true' })
    expect(matches.map(({ name }) => name)).toEqual(['Łukasz Żak', 'Stéphanie Roy', 'Vera Ng'])
    expect(others.every((person) => !person.is_current_councillor)).toBe(true)
    expect(await readList(service, 'people?is_councillor=false')).toEqual(others)
  })

  const names = async (name: string) =>
    (await readList(service, withQuery('people', { name }))).map((person) => person.name)

  it('4.2, name: matches any part of a name', async () => {
    expect(await names('ephan')).toEqual(['Stéphanie Roy'])
    expect(await names('Ver')).toEqual(['Vera Ng'])
    expect(await names('Ng')).toEqual(['Vera Ng'])
    expect(await names('a n')).toEqual(['Vera Ng'])
    expect(await names('nobody')).toEqual([])
  })

  it('4.2, name: ignores case, beyond ASCII too', async () => {
    expect(await names('VERA')).toEqual(['Vera Ng'])
    expect(await names('STÉPH')).toEqual(['Stéphanie Roy'])
    expect(await names('łuk')).toEqual(await names('ŁUK'))
    expect(await names('łuk')).toEqual(['Łukasz Żak'])
  })

  it('name ignores accents, in the query and in the record', async () => {
    expect(await names('stephanie')).toEqual(['Stéphanie Roy'])
    expect(await names('Ś'.normalize('NFC'))).toEqual(await names('s'))
    expect(await names('żak')).toEqual(['Łukasz Żak'])
    expect(await names('zak')).toEqual(['Łukasz Żak'])
    expect(await names('lukasz')).toEqual(['Łukasz Żak'])
  })

  it('name matches every form of an apostrophe', async () => {
    for (const sign of ["'", '’', '‘', 'ʼ', '´'])
      expect(await names(`o${sign}neil`)).toEqual(['Ames (Clerk), 100% "Bob"_O’Neil'])
  })

  it('name matches composed and decomposed spellings alike, in either form', async () => {
    const both = ['Jose\u0301 Nu\u0301n\u0303ez', 'Jos\u00e9 N\u00fa\u00f1ez']
    for (const name of [
      'josé núñez'.normalize('NFC'),
      'josé núñez'.normalize('NFD'),
      'JOSE NUNEZ',
    ]) {
      expect((await names(name)).sort()).toEqual([...both].sort())
    }
  })

  it('%, _ and \\ in name are ordinary characters', async () => {
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

  it('name matches names in every script', async () => {
    expect(await names('ᓄᕌ')).toEqual(['ᐊᓄᕌᖅ'])
  })
})
