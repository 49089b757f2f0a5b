import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { textOf } from '../../../test/support/site/page-content.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const law = (key: string, description: string | null) => ({
  ...{ kind: 'bylaw', key, bylaw_number: `7${key}`, year: 2024, title: `Docks ${key}` },
  description,
})
const recordsWith = (...laws: object[]) => [
  ...laws,
  pastMeeting('m'),
  { kind: 'matter', key: 'w', title: 'Docks', identifier: 'D-1', bylaw_key: '1' },
  {
    ...{ kind: 'motion', key: 'n', meeting_key: 'm', position: 1, identifier: '7' },
    ...{ text: 'THAT the docks be mended.', result: 'Carried', bylaw_keys: ['1'] },
  },
]
const [ferry, quay] = [
  law('1', 'A Local Law in relation to ferries'),
  law('2', 'A local law on quays'),
]

const services: Service[] = []
const serve = async (...laws: object[]) => {
  const service = await startService({ source: sourceOf(recordsWith(...laws)) })
  services.push(service)
  return service
}
let named: Service
let mixed: Service
beforeAll(async () => {
  named = await serve(ferry, quay)
  mixed = await serve(ferry, law('2', null))
})
afterAll(() => Promise.all(services.map((service) => service.stop())))

const read = async (service: Service, path: string) =>
  textOf((await service.call(path, { headers: { accept: 'text/html' } })).body)

describe('what a council calls its by-laws', () => {
  it.each([
    ['/pemberley', 'ReportsLocal lawsCoverage', '2 Local laws'],
    ['/pemberley/bylaws', 'Local laws ·', 'ReportsLocal laws'],
    ['/pemberley/motions/motion-7', 'ReportsLocal lawsCoverage', 'Local law71'],
    ['/pemberley/coverage', 'ReportsLocal lawsCoverage', 'Local laws2'],
    ['/fr/pemberley', 'RapportsLois locales', '2 Lois locales'],
    ['/fr/pemberley/bylaws', 'Lois locales ·', 'RapportsLois locales'],
    ['/fr/pemberley/motions/motion-7', 'RapportsLois locales', 'Loi locale71'],
  ])('is its own noun on %s', async (path, ...said) => {
    const page = await read(named, path)
    for (const text of said) expect(page).toContain(text)
    expect(page).not.toMatch(/(?<![/\w])[Bb]y-?laws?\b|[Rr]èglements? municipa/)
  })

  it('is By-laws where its by-laws have several nouns, or none', async () => {
    expect(await read(mixed, '/pemberley')).toContain('ReportsBy-lawsCoverage')
    expect(await read(mixed, '/fr/pemberley/bylaws')).toContain('Règlements municipaux')
  })

  it('names its feed and the page that is not there', async () => {
    const { body } = await named.call('/feeds/pemberley/bylaws.atom')
    expect(body).toContain('Local laws, ')
    expect(await read(named, '/pemberley/bylaws/none')).toContain('Local law not found')
  })
})
