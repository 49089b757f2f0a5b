import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendRequest } from '../support/http/raw.ts'
import { expectDetail, expectError, expectList } from '../support/service/expect.ts'
import { type Service, startService } from '../support/service/service.ts'

const urlBytesMax = 8192

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('4.2: booleans', () => {
  for (const [list, name] of [
    ['meetings', 'has_transcript'],
    ['meetings', 'has_minutes'],
    ['meetings', 'has_recorded_votes'],
    ['motions', 'has_votes'],
    ['people', 'is_councillor'],
  ] as const) {
    it(`${name} takes true, 1, yes and false, 0, no, in any case`, async () => {
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

    it(`${name} of any other value is 400`, async () => {
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
  for (const list of ['meetings', 'matters', 'motions', 'votes']) {
    for (const name of ['date_from', 'date_to']) {
      it(`${name} of ${list} is a real YYYY-MM-DD, else 400`, async () => {
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
  it('year is plain decimal digits, otherwise 400; a year without bylaws returns an empty list', async () => {
    expect(expectList(await service.v1('bylaws?year=2010')).length).toBeGreaterThan(0)
    expect(expectList(await service.v1('bylaws?year=1600'))).toEqual([])
    for (const value of ['', '-2010', '2010.0', '2e3', 'MMX', '2010%20', '0x7DA']) {
      expectError(await service.v1(`bylaws?year=${value}`), 'VALIDATION_ERROR')
    }
  })

  it('bylaws without a known year match no year, not even 0', async () => {
    expect(expectList(await service.v1('bylaws?year=0'))).toEqual([])
  })
})

describe('strings', () => {
  it('NUL or invalid UTF-8 in a value is 400, and the parameter is named', async () => {
    for (const value of ['%00', 'a%00b', '%FF', '%C3', '%ED%A0%80', '%C0%AF', '%', '%zz']) {
      for (const path of ['meetings?type=', 'people?name=', 'bylaws?status=', 'search?q=']) {
        const message = expectError(await service.v1(path + value), 'VALIDATION_ERROR')
        expect(message, path).toContain(path.replace(/.*\?/, '').replace('=', ''))
      }
    }
  })

  it('NUL or invalid UTF-8 in a slug or id returns the 404 of the entity', async () => {
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

  it('q has at most 256 characters (not bytes): 256 are valid, 257 are 400', async () => {
    for (const letter of ['x', '%C3%A9', '%F0%9F%8F%9B']) {
      expect((await service.v1(`search?q=${letter.repeat(256)}`)).status).toBe(200)
      const message = expectError(
        await service.v1(`search?q=${letter.repeat(257)}`),
        'VALIDATION_ERROR',
      )
      expect(message).toMatch(/q must have at most 256 characters/)
    }
  })

  it('other strings have at most 200 characters: 200 are valid, 201 are 400', async () => {
    const strings = {
      meetings: ['type', 'organization', 'status'],
      people: ['name', 'organization'],
      matters: ['status', 'category'],
      motions: ['result', 'meeting', 'mover', 'kind', 'voter', 'organization', 'matter'],
      bylaws: ['status', 'category', 'q'],
      votes: ['person', 'motion', 'meeting', 'organization', 'matter', 'value', 'result'],
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

  it('an error repeats only a part of the value, without control characters', async () => {
    const message = expectError(
      await service.v1(`meetings?date_from=%0A%1B${'x'.repeat(150)}`),
      'VALIDATION_ERROR',
    )
    expect(message).not.toMatch(/\p{Cc}/u)
    expect(message.length).toBeLessThan(200)
  })

  it('+ and %20 are both a space in a value', async () => {
    for (const value of ['Regular+Council', 'Regular%20Council']) {
      expect(expectList(await service.v1(`meetings?type=${value}`)).length).toBeGreaterThan(0)
    }
  })

  it('the URL has at most 8 KiB: 8192 bytes are valid, 8193 are 400', async () => {
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

  it('slugs must match exactly', async () => {
    expect(expectDetail(await service.v1('people/vera-ng')).slug).toBe('vera-ng')
    for (const slug of ['Vera-Ng', 'vera-ng%20', 'vera_ng', 'vera-n%25', '2', 'vera-ng%2F']) {
      expectError(await service.v1(`people/${slug}`), 'PERSON_NOT_FOUND')
    }
  })
})
