import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectDetail, expectList } from '../../../test/support/service/expect.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { termsOf, textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const bylaw = (number: string, more = {}) => [
  {
    kind: 'bylaw',
    key: number,
    bylaw_number: number,
    title: `Noise ${number}`,
    year: 2031,
    ...more,
  },
  { kind: 'matter', key: `m-${number}`, title: `Report ${number}`, bylaw_key: number },
  {
    ...{ kind: 'motion', key: `v-${number}`, position: 1, date: '2025-04-08', result: 'Carried' },
    ...{ matter_key: `m-${number}`, bylaw_keys: [number], text: `THAT By-law ${number} pass.` },
  },
]
const step = (number: string, position: number, classification: string, description: string) => ({
  ...{ kind: 'action', key: `a-${number}-${position}`, matter_key: `m-${number}`, position },
  ...{ date: `2025-04-1${position}`, classification: [classification], description },
})

let service: Service
beforeAll(async () => {
  const source = sourceOf([
    ...bylaw('71', { enacted_date: '2025-04-09' }),
    step('71', 0, 'executive-veto', 'Refused by the reeve'),
    step('71', 1, 'veto-override-failure', 'Second vote lost'),
    ...bylaw('72'),
    step('72', 0, 'executive-veto', 'Refused by the reeve'),
    step('72', 2, 'veto-override-passage', 'Second vote carried'),
    ...bylaw('73', { status: 'Repealed' }),
    ...bylaw('74', { status: 'Vetoed' }),
  ])
  service = await startService({ source })
})
afterAll(() => service.stop())

const html = async (path: string) =>
  (await service.call(`/pemberley${path}`, { headers: { accept: 'text/html' } })).body
const fate = (body: string) => textOf(/<ol class="fate".*?<\/ol>/s.exec(body)?.[0] ?? '')
const legislation = (body: string): Json =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)?.[1] ?? '{}')

describe('a by-law that was vetoed', () => {
  it('has the veto on its page and on that of its matter, and neither a date nor a motion that passed it', async () => {
    const body = await html('/bylaws/by-law-71')
    const steps = 'VetoRefused by the reeve, April 10, 2025Second vote lost, April 11, 2025'
    expect(fate(body)).toContain(steps)
    expect(fate(body)).not.toMatch(/In force|Became law/)
    expect(textOf(body)).not.toMatch(/passed by this motion/)
    expect(termsOf(body)).not.toHaveProperty('Date passed')
    expect(fate(await html('/matters/report-71'))).toContain(steps)
    expect(expectDetail(await service.v1('bylaws/by-law-71'))).toMatchObject({
      vetoed: true,
      passed_date: null,
      motion_slug: null,
    })
  })

  it('has the steps of its matter, in their order and each once, on its page and in the API', async () => {
    const { steps } = expectDetail(await service.v1('bylaws/by-law-71'))
    expect(steps).toMatchObject([
      { date: '2025-04-08', result: 'Carried', matter_slug: 'report-71' },
      { date: '2025-04-10', description: 'Refused by the reeve', motion_slug: null },
      { date: '2025-04-11', description: 'Second vote lost', matter_slug: 'report-71' },
    ])
    const timelineOf = (body: string) =>
      textOf(/<ol class="timeline">.*?<\/ol>/s.exec(body)?.[0] ?? '')
    const ofBylaw = timelineOf(await html('/bylaws/by-law-71'))
    expect(ofBylaw).toMatch(/April 8, 2025.*April 10, 2025Refused.*April 11, 2025Second vote lost/s)
    expect(ofBylaw).toBe(timelineOf(await html('/matters/report-71')))
  })

  it('is not told to machines as a law', async () => {
    const data = legislation(await html('/bylaws/by-law-71'))
    expect(data.legislationLegalForce).toBe('https://schema.org/NotInForce')
    expect(Object.keys(data).filter((name) => /Date|PassedBy/.test(name))).toEqual([])
  })

  it('is named as one in lists, the feed and the table', async () => {
    const [seen] = expectList(await service.v1('bylaws')).filter(({ slug }) => slug === 'by-law-71')
    expect(seen).toMatchObject({ vetoed: true, passed_date: null })
    expect(textOf(await html('/bylaws'))).toMatch(/By-law 71 · Noise 71|Noise 71.{0,120}Vetoed/)
    const feed = (await service.call('/feeds/pemberley/bylaws.atom')).body
    const entry = feed.split('<entry>').find((one) => one.includes('by-law-71')) ?? ''
    expect(entry).toMatch(/71, Vetoed/)
    expect(entry).not.toMatch(/<published>/)
    const [head = '', ...lines] = (await service.call('/pemberley/bylaws.csv')).body.split('\r\n')
    expect(head).toMatch(/updated_at,passed_date,enacted_date,vetoed$/)
    expect(lines.find((line) => line.includes('by-law-71'))).toMatch(/,,2025-04-09,true$/)
  })

  it('without a step says so by its status', async () => {
    expect(fate(await html('/bylaws/by-law-74'))).toMatch(/VetoVetoed$/)
    expect(textOf(await html('/bylaws'))).not.toMatch(/Vetoed · Vetoed/)
  })

  it('was passed when the veto was overridden', async () => {
    const body = await html('/bylaws/by-law-72')
    expect(fate(body)).toContain('Second vote carried, April 12, 2025')
    expect(termsOf(body)['Date passed']).toBe('April 12, 2025')
    const data = legislation(body)
    expect(data).toMatchObject({ legislationDate: '2025-04-12' })
    expect(data).not.toHaveProperty('legislationLegalForce')
  })
})

describe('a by-law that was repealed', () => {
  it('was passed, and is not in force', async () => {
    const data = legislation(await html('/bylaws/by-law-73'))
    expect(data.legislationDate).toBe('2025-04-08')
    expect(data.legislationLegalForce).toBe('https://schema.org/NotInForce')
  })
})
