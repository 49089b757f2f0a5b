import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTownWithEdges } from '../support/edges.ts'
import { walkList, withQuery } from '../support/pages.ts'
import type { Service } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startTownWithEdges()
})
afterAll(() => service.stop())

/** Items of a list under filters, and all the others. */
async function split(list: string, query: Record<string, string | number | boolean>) {
  const all = await walkList(service, list)
  const found = await walkList(service, withQuery(list, query))
  const slugs = new Set(found.map(({ slug }) => slug))
  expect(found).toEqual(all.filter(({ slug }) => slugs.has(slug)))
  return { found, rest: all.filter(({ slug }) => !slugs.has(slug)) }
}

describe('4.2: meetings', () => {
  it('4.2, type: filter by meeting type', async () => {
    const { found, rest } = await split('meetings', { type: 'Public Hearing' })
    expect(found).toHaveLength(15)
    expect(new Set(found.map(({ type }) => type))).toEqual(new Set(['Public Hearing']))
    expect(rest.some(({ type }) => type === 'Public Hearing')).toBe(false)
  })

  it('4.2, date_from: meetings on or after this date', async () => {
    const { found, rest } = await split('meetings', { date_from: '2024-07-01' })
    expect(found.every(({ date }) => date >= '2024-07-01')).toBe(true)
    expect(found.some(({ date }) => date === '2024-07-01')).toBe(true)
    expect(rest.every(({ date }) => date < '2024-07-01')).toBe(true)
  })

  it('4.2, date_to: meetings on or before this date', async () => {
    const { found, rest } = await split('meetings', { date_to: '2024-07-01' })
    expect(found.every(({ date }) => date <= '2024-07-01')).toBe(true)
    expect(found.filter(({ date }) => date === '2024-07-01')).toHaveLength(2)
    expect(rest.every(({ date }) => date > '2024-07-01')).toBe(true)
  })

  it('4.2: date_from later than date_to gives an empty list', async () => {
    const query = { date_from: '2024-07-02', date_to: '2024-07-01' }
    expect((await split('meetings', query)).found).toEqual([])
  })

  it('4.2, has_transcript: filter by transcript availability', async () => {
    const { found, rest } = await split('meetings', { has_transcript: 'true' })
    expect(found).toHaveLength(15)
    expect(found.every((meeting) => meeting.has_transcript)).toBe(true)
    expect(rest.some((meeting) => meeting.has_transcript)).toBe(false)
    const without = await walkList(service, 'meetings?has_transcript=false')
    expect(without).toEqual(rest)
  })

  it('4.2, organization: organization slug', async () => {
    const { found, rest } = await split('meetings', { organization: 'parks-committee' })
    expect(new Set(found.map(({ organization }) => organization))).toEqual(
      new Set(['Parks Committee']),
    )
    expect(rest.some(({ organization }) => organization === 'Parks Committee')).toBe(false)
  })

  it('4.2: an organization is named by its slug, not by its name', async () => {
    expect((await split('meetings', { organization: 'Parks Committee' })).found).toEqual([])
  })

  it('4.2: all filters together find what fits all of them', async () => {
    const query = {
      type: 'Regular Council',
      date_from: '2024-01-01',
      date_to: '2024-05-01',
      has_transcript: 'yes',
      organization: 'town-council',
    }
    const { found } = await split('meetings', query)
    expect(found.map(({ date }) => date)).toEqual([
      '2024-04-30',
      '2024-04-15',
      '2024-03-01',
      '2024-02-15',
      '2024-01-01',
    ])
  })
})

describe('4.2: people', () => {
  it('4.2, is_councillor: filter by current councillor status', async () => {
    const { found, rest } = await split('people', { is_councillor: 'true' })
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

describe('4.2: motions', () => {
  it('4.2, result: vote result, for example Carried or Defeated', async () => {
    for (const result of ['Carried', 'Defeated', 'Received', 'Lost']) {
      const { found, rest } = await split('motions', { result })
      expect(found.length).toBeGreaterThan(0)
      expect(new Set(found.map((motion) => motion.result))).toEqual(new Set([result]))
      expect(rest.some((motion) => motion.result === result)).toBe(false)
    }
  })

  it('4.2, meeting: meeting slug', async () => {
    const { found } = await split('motions', { meeting: '2024-01-01-regular-council' })
    expect(found.map(({ slug }) => slug)).toEqual(['motion-2024-0'])
    expect((await split('motions', { meeting: '2024-01-01' })).found).toEqual([])
  })

  it('4.2, mover: person slug of the mover', async () => {
    const { found, rest } = await split('motions', { mover: 'vera-ng' })
    expect(found).toHaveLength(15)
    expect(found.every(({ mover_slug: mover }) => mover === 'vera-ng')).toBe(true)
    expect(rest.some(({ mover_slug: mover }) => mover === 'vera-ng')).toBe(false)
  })

  it('4.2: a mover is not a seconder', async () => {
    const { found } = await split('motions', { mover: 'stephanie-roy' })
    expect(found).toHaveLength(15)
    expect(found.some((motion) => motion.seconder_slug === 'stephanie-roy')).toBe(false)
  })
})

describe('4.2: bylaws', () => {
  for (const [name, value, count] of [
    ['status', 'Adopted', 10],
    ['status', 'First Reading', 10],
    ['category', 'Zoning', 15],
    ['year', 2010, 2],
  ] as const) {
    it(`4.2, ${name}: ${name}=${value}`, async () => {
      const { found, rest } = await split('bylaws', { [name]: value })
      expect(found).toHaveLength(count)
      expect(found.every((bylaw) => bylaw[name] === value)).toBe(true)
      expect(rest.some((bylaw) => bylaw[name] === value)).toBe(false)
    })
  }

  it('4.2: status, category and year together', async () => {
    const { found } = await split('bylaws', { status: 'Adopted', category: 'Zoning', year: 2016 })
    expect(found.map(({ title }) => title)).toEqual([
      'Bylaw to amend the Zoning Bylaw, part 18',
      'Bylaw to amend the Zoning Bylaw, part 6',
    ])
  })
})

describe('4.4: matters', () => {
  it('interface 6: matters take status and category', async () => {
    const open = await split('matters', { status: 'Open' })
    expect(open.found).toHaveLength(10)
    expect(open.rest.some(({ status }) => status === 'Open')).toBe(false)
    const works = await split('matters', { category: 'works' })
    expect(works.found.every(({ category }) => category === 'Works')).toBe(true)
    expect(works.found).toHaveLength(12)
  })

  it('interface 6: matters take date_from and date_to, on last_seen, both included', async () => {
    const days = (await walkList(service, 'matters')).flatMap(({ last_seen: day }) => day ?? [])
    const day = days[Math.floor(days.length / 2)]
    const later = await split('matters', { date_from: day })
    expect(later.found.every(({ last_seen: seen }) => seen >= day)).toBe(true)
    const earlier = await split('matters', { date_to: day })
    expect(earlier.found.every(({ last_seen: seen }) => seen !== null && seen <= day)).toBe(true)
    const same = await split('matters', { date_from: day, date_to: day })
    expect(same.found.length).toBeGreaterThan(0)
    expect(later.found.length + earlier.found.length).toBe(days.length + same.found.length)
  })

  it('interface 6: a matter without a date is on neither side of any day', async () => {
    for (const query of [{ date_from: '0001-01-01' }, { date_to: '9999-12-31' }]) {
      const { rest } = await split('matters', query)
      expect(rest.map(({ last_seen: seen }) => seen)).toEqual([null, null])
    }
  })
})

describe('interface 6: string filters', () => {
  const filters = [
    ['meetings', 'type', 'Committee of the Whole'],
    ['meetings', 'organization', 'town-council'],
    ['matters', 'status', 'Open'],
    ['matters', 'category', 'Planning'],
    ['motions', 'result', 'Carried'],
    ['motions', 'meeting', '2024-01-01-regular-council'],
    ['motions', 'mover', 'stephanie-roy'],
    ['bylaws', 'status', 'First Reading'],
    ['bylaws', 'category', 'Finance'],
  ] as const
  for (const [list, name, value] of filters) {
    it(`${name} of ${list} matches case-insensitively and whole`, async () => {
      const count = async (given: string) => (await split(list, { [name]: given })).found.length
      const found = await count(value)
      expect(found).toBeGreaterThan(0)
      expect(await count(value.toUpperCase())).toBe(found)
      expect(await count(value.toLowerCase())).toBe(found)
      for (const part of [value.slice(1), value.slice(0, -1), ` ${value}`, `${value}%`, '%', '_']) {
        expect(await count(part), part).toBe(0)
      }
    })

    it(`${name} of ${list}: an unknown or empty value gives an empty list`, async () => {
      expect((await split(list, { [name]: 'there is no such thing' })).found).toEqual([])
      expect((await split(list, { [name]: '' })).found).toEqual([])
    })
  }
})
