import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listCalls } from '../support/service/endpoints.ts'
import { expectError, expectList } from '../support/service/expect.ts'
import { type Service, startService } from '../support/service/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const lists = listCalls(() => service)

describe('repeated and unknown parameters', () => {
  for (const { name, call } of lists) {
    it(`a repeated known parameter of ${name} is 400 and named, even with the same value`, async () => {
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

  it('every repeated string, date or boolean is 400 and named, even with the same value', async () => {
    for (const [path, name, value] of [
      ['meetings', 'type', 'Public+Hearing'],
      ['meetings', 'organization', 'town-council'],
      ['meetings', 'date_from', '2024-01-01'],
      ['meetings', 'has_transcript', 'true'],
      ['people', 'name', 'a'],
      ['matters', 'status', 'Open'],
      ['motions', 'result', 'Carried'],
      ['bylaws', 'category', 'Zoning'],
      ['search', 'q', 'ditch'],
    ] as const) {
      const once = `${path}?${name}=${value}`
      expect((await service.v1(once)).status, once).toBe(200)
      const twice = `${once}&${name}=${value}`
      expect(expectError(await service.v1(twice), 'VALIDATION_ERROR'), twice).toContain(name)
    }
    const types = 'search?q=x&type=motions&type=matters'
    expect(expectError(await service.v1(types), 'VALIDATION_ERROR')).toContain('type')
  })

  it('Prefer: handling=strict rejects unknown parameters with 400, and names each', async () => {
    for (const prefer of [
      'handling=strict',
      'Handling = "strict"',
      'wait=5, handling=strict; x=1',
    ]) {
      const headers = { prefer }
      const response = await service.v1('meetings?colour=red&shape=round', { headers })
      const message = expectError(response, 'VALIDATION_ERROR')
      expect(message).toContain('colour')
      expect(message).toContain('shape')
      expect(response.headers.get('preference-applied')).toBe('handling=strict')
    }
  })

  it('Prefer: handling=strict accepts known parameters, including the key in the URL', async () => {
    const headers = { prefer: 'handling=strict' }
    const path = `meetings?type=Public%20Hearing&apikey=${service.key}`
    expect(expectList(await service.v1(path, { key: null, headers })).length).toBeGreaterThan(0)
  })

  it('Prefer: handling=strict applies to details, OCD, discovery, the key check and health', async () => {
    const headers = { prefer: 'handling=strict' }
    const strict = { headers }
    expectError(await service.v1('people/vera-ng?colour=red', strict), 'VALIDATION_ERROR')
    expectError(await service.ocd('events?colour=red', strict), 'VALIDATION_ERROR')
    expectError(await service.ocd('?colour=red', strict), 'VALIDATION_ERROR')
    expectError(await service.v1('test?colour=red', strict), 'VALIDATION_ERROR')
    expectError(await service.call('/api/v1/health?colour=red', strict), 'VALIDATION_ERROR')
  })

  it('any other Prefer ignores unknown parameters', async () => {
    for (const prefer of ['handling=lenient', 'respond-async', 'handling=stricter', '']) {
      const response = await service.v1('meetings?colour=red', { headers: { prefer } })
      expect(response.status, prefer).toBe(200)
      expect(response.headers.has('preference-applied')).toBe(false)
    }
  })
})

describe('unknown parameters', () => {
  const ignoredBy = async (path: string, headers = {}) =>
    (await service.v1(path, { headers })).json.meta.ignored_parameters

  it('are listed in meta, sorted, and only if there are any', async () => {
    expect(await ignoredBy('motions?voterr=x&per_page=1&Result=Carried')).toEqual([
      'Result',
      'voterr',
    ])
    expect(await ignoredBy('search?q=ditch&order=date')).toEqual(['order'])
    const { data } = (await service.v1('meetings?per_page=1')).json
    expect(await ignoredBy(`meetings/${data[0].slug}?q=x`)).toEqual(['q'])
    const plain = await service.v1('motions?per_page=1')
    expect(Object.keys(plain.json.meta)).toEqual(['request_id'])
    const inUrl = await service.call(`/api/v1/pemberley/motions?apikey=${service.key}`)
    expect(Object.keys(inUrl.json.meta)).toEqual(['request_id'])
  })

  it('are part of the ETag and of the cached response', async () => {
    const tags = new Set<string | null>()
    for (const [path, ignored] of [
      ['bylaws', undefined],
      ['bylaws?voterr=1', ['voterr']],
      ['bylaws?colour=1', ['colour']],
    ] as const) {
      for (let times = 0; times < 3; times += 1) {
        const { headers, json } = await service.v1(path)
        expect(json.meta.ignored_parameters, path).toEqual(ignored)
        tags.add(headers.get('etag'))
      }
    }
    expect(tags.size).toBe(3)
  })

  it('are listed up to ten names of sixty characters', async () => {
    const query = Array.from({ length: 40 }, (_, n) => `${'n'.repeat(70)}${n}=1`).join('&')
    expect(await ignoredBy(`motions?${query}`)).toEqual([`${'n'.repeat(60)}…`])
    const many = Array.from({ length: 40 }, (_, n) => `x${n}=1`).join('&')
    expect(await ignoredBy(`motions?${many}`)).toHaveLength(10)
  })

  it('are rejected under Prefer: handling=strict', async () => {
    const headers = { prefer: 'handling=strict' }
    const response = await service.v1('motions?voterr=x', { headers })
    expect(expectError(response, 'VALIDATION_ERROR')).toContain('"voterr"')
  })
})
