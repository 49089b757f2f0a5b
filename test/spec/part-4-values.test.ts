import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ocdLists, v1Lists } from '../support/endpoints.ts'
import { expectDetail, expectError, expectList } from '../support/expect.ts'
import { sendRequest } from '../support/raw.ts'
import { type Answer, type Service, startService } from '../support/service.ts'
import { sourceOf } from '../support/town.ts'

const urlBytesMax = 8192

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

/** Lists of both families and search, each ready to take one more parameter. */
const lists = [
  ...v1Lists.map((list) => ({
    name: `v1 ${list}`,
    call: (q: string) => service.v1(`${list}?${q}`),
  })),
  { name: 'v1 search', call: (q: string) => service.v1(`search?q=ditch&${q}`) },
  ...ocdLists.map((list) => ({
    name: `OCD ${list}`,
    call: (q: string) => service.ocd(`${list}?${q}`),
  })),
]
const paged = lists.filter(({ name }) => name === 'v1 search' || name.startsWith('OCD'))

const sizeOf = (answer: Answer) => answer.json.pagination.per_page

describe('4.2, 4.3 and 8: per_page', () => {
  for (const { name, call } of lists) {
    it(`4.2, 4.3: per_page of ${name}: default 20, 1 to 100 inclusive`, async () => {
      expect(sizeOf(await call(''))).toBe(20)
      expect(sizeOf(await call('per_page=1'))).toBe(1)
      expect(sizeOf(await call('per_page=100'))).toBe(100)
      expectError(await call('per_page=0'), 'VALIDATION_ERROR')
      const message = expectError(await call('per_page=101'), 'VALIDATION_ERROR')
      expect(message).toMatch(/per_page .*at most 100/)
    })

    it(`interface 6: per_page of ${name} is plain decimal digits, else 400`, async () => {
      for (const value of [
        '',
        '-1',
        '%2B5',
        '5.0',
        '1e1',
        '0x10',
        '5%20',
        '%205',
        'ten',
        '%D9%A5',
      ]) {
        expectError(await call(`per_page=${value}`), 'VALIDATION_ERROR')
      }
      expect(sizeOf(await call('per_page=007'))).toBe(7)
    })
  }
})

describe('4.2, 4.3 and 8: page', () => {
  for (const { name, call } of paged) {
    it(`4.2, 4.3: page of ${name}: default 1, 1 or greater, plain decimal digits`, async () => {
      expect((await call('')).json.pagination.page).toBe(1)
      expect((await call('page=2')).json.pagination.page).toBe(2)
      for (const value of ['0', '-1', '', '1.5', '1e3', 'two', '%2B1', '+1']) {
        const message = expectError(await call(`page=${value}`), 'VALIDATION_ERROR')
        expect(message).toContain('page')
      }
    })

    it(`interface 6: a page of ${name} past the end is 200 and empty`, async () => {
      const answer = await call('page=999999999&per_page=100')
      expect(answer.status).toBe(200)
      expect(answer.json.results ?? answer.json.data).toEqual([])
    })
  }

  it('interface 6: max_page is at least 1, also where there is nothing', async () => {
    const empty = await startService({ source: sourceOf([]) })
    try {
      for (const list of ocdLists.filter((name) => name !== 'jurisdictions')) {
        const { pagination } = (await empty.ocd(list)).json
        expect(pagination, list).toEqual({ page: 1, per_page: 20, max_page: 1, total_items: 0 })
      }
      for (const list of v1Lists) expect(expectList(await empty.v1(list)), list).toEqual([])
    } finally {
      await empty.stop()
    }
  })
})

describe('4.2: booleans', () => {
  for (const [list, name] of [
    ['meetings', 'has_transcript'],
    ['people', 'is_councillor'],
  ] as const) {
    it(`interface 6: ${name} takes true, 1, yes and false, 0, no, in any case`, async () => {
      const slugs = async (value: string) =>
        expectList(await service.v1(`${list}?per_page=100&${name}=${value}`)).map(
          ({ slug }) => slug,
        )
      const yes = await slugs('true')
      const no = await slugs('false')
      expect(yes.length).toBeGreaterThan(0)
      expect(no.length).toBeGreaterThan(0)
      expect(yes.filter((slug) => no.includes(slug))).toEqual([])
      for (const value of ['TRUE', 'True', '1', 'yes', 'YES'])
        expect(await slugs(value)).toEqual(yes)
      for (const value of ['FALSE', 'False', '0', 'no', 'No'])
        expect(await slugs(value)).toEqual(no)
    })

    it(`interface 6: ${name} of any other value is 400`, async () => {
      for (const value of ['', 'y', 't', 'on', '2', '00', 'null', 'true%20', 'tru\u0435']) {
        const message = expectError(
          await service.v1(`${list}?${name}=${value}`),
          'VALIDATION_ERROR',
        )
        expect(message).toContain(name)
      }
    })
  }
})

describe('4.2: dates', () => {
  for (const list of ['meetings', 'matters']) {
    for (const name of ['date_from', 'date_to']) {
      it(`interface 6: ${name} of ${list} is a real YYYY-MM-DD, else 400`, async () => {
        for (const value of ['2024-02-29', '0001-01-01', '9999-12-31']) {
          expect((await service.v1(`${list}?${name}=${value}`)).status).toBe(200)
        }
        const wrong = [
          '',
          '2023-02-29',
          '2024-02-30',
          '2024-13-01',
          '2024-00-10',
          '2024-1-1',
          '20240101',
          '2024-01-01T00:00:00Z',
          '24-01-01',
          '+002024-01-01',
          'today',
          '2024-01-01%20',
          '%D9%A2024-01-01',
        ]
        for (const value of wrong) {
          const message = expectError(
            await service.v1(`${list}?${name}=${value}`),
            'VALIDATION_ERROR',
          )
          expect(message, value).toContain(name)
        }
      })
    }
  }
})

describe('4.2: year', () => {
  it('interface 6: year is plain decimal digits, else 400; a year without bylaws gives an empty list', async () => {
    expect(expectList(await service.v1('bylaws?year=2010')).length).toBeGreaterThan(0)
    expect(expectList(await service.v1('bylaws?year=1600'))).toEqual([])
    for (const value of ['', '-2010', '2010.0', '2e3', 'MMX', '2010%20', '0x7DA']) {
      expectError(await service.v1(`bylaws?year=${value}`), 'VALIDATION_ERROR')
    }
  })

  it('interface 6: bylaws of no known year are of no year at all, not of the year 0', async () => {
    expect(expectList(await service.v1('bylaws?year=0'))).toEqual([])
  })
})

describe('interface 6: parameters given twice, or unknown', () => {
  for (const { name, call } of lists) {
    it(`a known parameter of ${name} given twice is 400 and names it, also with the same value`, async () => {
      const message = expectError(await call('per_page=5&per_page=5'), 'VALIDATION_ERROR')
      expect(message).toContain('per_page')
      expectError(await call('per_page=5&per%5Fpage=6'), 'VALIDATION_ERROR')
    })

    it(`an unknown parameter of ${name} is ignored, once or twice`, async () => {
      const plain = await call('per_page=5')
      const other = await call('per_page=5&colour=red&colour=blue&__proto__=x&constructor=y')
      expect(other.status).toBe(200)
      expect(other.json.data ?? other.json.results).toEqual(plain.json.data ?? plain.json.results)
    })
  }

  it('Prefer: handling=strict refuses unknown parameters with 400, naming each', async () => {
    for (const prefer of [
      'handling=strict',
      'Handling = "strict"',
      'wait=5, handling=strict; x=1',
    ]) {
      const headers = { prefer }
      const answer = await service.v1('meetings?colour=red&shape=round', { headers })
      const message = expectError(answer, 'VALIDATION_ERROR')
      expect(message).toContain('colour')
      expect(message).toContain('shape')
      expect(answer.headers.get('preference-applied')).toBe('handling=strict')
    }
  })

  it('Prefer: handling=strict lets known parameters pass, the key in the URL too', async () => {
    const headers = { prefer: 'handling=strict' }
    const path = `meetings?type=Public%20Hearing&apikey=${service.key}`
    expect(expectList(await service.v1(path, { key: null, headers })).length).toBeGreaterThan(0)
  })

  it('Prefer: handling=strict holds for details, OCD, discovery, the key check and health', async () => {
    const headers = { prefer: 'handling=strict' }
    const strict = { headers }
    expectError(await service.v1('people/vera-ng?colour=red', strict), 'VALIDATION_ERROR')
    expectError(await service.ocd('events?colour=red', strict), 'VALIDATION_ERROR')
    expectError(await service.ocd('?colour=red', strict), 'VALIDATION_ERROR')
    expectError(await service.v1('test?colour=red', strict), 'VALIDATION_ERROR')
    expectError(await service.call('/api/v1/health?colour=red', strict), 'VALIDATION_ERROR')
  })

  it('Prefer of any other kind ignores unknown parameters', async () => {
    for (const prefer of ['handling=lenient', 'respond-async', 'handling=stricter', '']) {
      const answer = await service.v1('meetings?colour=red', { headers: { prefer } })
      expect(answer.status, prefer).toBe(200)
      expect(answer.headers.has('preference-applied')).toBe(false)
    }
  })
})

describe('interface 6: text', () => {
  it('NUL or invalid UTF-8 in a value is 400, and names the parameter', async () => {
    for (const value of ['%00', 'a%00b', '%FF', '%C3', '%ED%A0%80', '%C0%AF', '%', '%zz']) {
      for (const path of ['meetings?type=', 'people?name=', 'bylaws?status=', 'search?q=']) {
        const message = expectError(await service.v1(path + value), 'VALIDATION_ERROR')
        expect(message, path).toContain(path.replace(/.*\?/, '').replace('=', ''))
      }
    }
  })

  it('NUL or invalid UTF-8 in a slug or id is the 404 of the entity', async () => {
    for (const bad of ['%00', 'vera%00ng', 'vera-ng%00', '%FF', '%C3', '%ED%A0%80', '%', '%zz']) {
      expectError(await service.v1(`meetings/${bad}`), 'MEETING_NOT_FOUND')
      expectError(await service.v1(`people/${bad}`), 'PERSON_NOT_FOUND')
      expectError(await service.v1(`matters/${bad}`), 'MATTER_NOT_FOUND')
      expectError(await service.v1(`motions/${bad}`), 'MOTION_NOT_FOUND')
      expectError(await service.v1(`bylaws/${bad}`), 'BYLAW_NOT_FOUND')
      expectError(await service.ocd(`events/${bad}`), 'EVENT_NOT_FOUND')
      expectError(await service.ocd(`bills/ocd-bill/${bad}`), 'BILL_NOT_FOUND')
      expectError(await service.ocd(`votes/${bad}`), 'VOTE_NOT_FOUND')
      expectError(await service.ocd(`people/${bad}`), 'PERSON_NOT_FOUND')
      expectError(await service.ocd(`organizations/${bad}`), 'ORGANIZATION_NOT_FOUND')
      expectError(await service.ocd(`jurisdictions/${bad}`), 'JURISDICTION_NOT_FOUND')
    }
  })

  it('q has up to 256 characters: 256 are answered, 257 are 400; characters, not bytes', async () => {
    for (const letter of ['x', '%C3%A9', '%F0%9F%8F%9B']) {
      expect((await service.v1(`search?q=${letter.repeat(256)}`)).status).toBe(200)
      const message = expectError(
        await service.v1(`search?q=${letter.repeat(257)}`),
        'VALIDATION_ERROR',
      )
      expect(message).toMatch(/q must have at most 256 characters/)
    }
  })

  it('other strings have up to 200 characters: 200 are answered, 201 are 400', async () => {
    const strings = {
      meetings: ['type', 'organization'],
      people: ['name'],
      matters: ['status', 'category'],
      motions: ['result', 'meeting', 'mover'],
      bylaws: ['status', 'category'],
    }
    for (const [list, names] of Object.entries(strings)) {
      for (const name of names) {
        expect(expectList(await service.v1(`${list}?${name}=${'x'.repeat(200)}`))).toEqual([])
        const message = expectError(
          await service.v1(`${list}?${name}=${'%C3%A9'.repeat(201)}`),
          'VALIDATION_ERROR',
        )
        expect(message).toContain(`${name} must have at most 200 characters`)
      }
    }
  })

  it('a message repeats a value only in part and without control characters', async () => {
    const message = expectError(
      await service.v1(`meetings?date_from=%0A%1B${'x'.repeat(150)}`),
      'VALIDATION_ERROR',
    )
    expect(message).not.toMatch(/\p{Cc}/u)
    expect(message.length).toBeLessThan(200)
  })

  it('+ and %20 are both a blank in a value', async () => {
    for (const value of ['Regular+Council', 'Regular%20Council']) {
      expect(expectList(await service.v1(`meetings?type=${value}`)).length).toBeGreaterThan(0)
    }
  })

  it('the URL has up to 8 KiB: 8192 bytes are answered, 8193 are 400', async () => {
    const path = '/api/ocd/pemberley/events?x='
    const url = (length: number) => path + 'x'.repeat(length - path.length)
    expect((await service.call(url(urlBytesMax))).status).toBe(200)
    const message = expectError(await service.call(url(urlBytesMax + 1)), 'VALIDATION_ERROR')
    expect(message).toContain('8192')
    const far = await sendRequest(service, url(15_000))
    expect(far.status).toBe(400)
  })

  it('a slug of almost 8 KiB is an unknown slug, not another error', async () => {
    expectError(await service.v1(`meetings/${'x'.repeat(8000)}`), 'MEETING_NOT_FOUND')
    expectError(await service.ocd(`events/ocd-event/${'x'.repeat(8000)}`), 'EVENT_NOT_FOUND')
  })

  it('slugs are found in their own spelling only', async () => {
    expect(expectDetail(await service.v1('people/vera-ng')).slug).toBe('vera-ng')
    for (const slug of ['Vera-Ng', 'vera-ng%20', 'vera_ng', 'vera-n%25', '2', 'vera-ng%2F']) {
      expectError(await service.v1(`people/${slug}`), 'PERSON_NOT_FOUND')
    }
  })
})
