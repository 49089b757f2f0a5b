import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectDetail } from '../../../test/support/service/expect.ts'
import { readList } from '../../../test/support/service/read-lists.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const bylaw = (number: string) => ({
  ...{ kind: 'bylaw', key: number, bylaw_number: number, title: `Fences, ${number}` },
})
const passes = (number: string, more = {}) => ({
  ...{ kind: 'motion', key: `v-${number}`, position: 1, date: '2025-04-08', result: 'Carried' },
  ...{ bylaw_keys: [number], text: `THAT By-law ${number} be passed.`, ...more },
})
const decision = (key: string, more = {}) => ({
  ...{ kind: 'mayoral_decision', key, number: key, date: '2025-04-10' },
  ...{ subject: `Decision ${key}`, decision_kind: 'veto', ...more },
})
const overrides = (key: string, text: string, result: string) => ({
  ...{ kind: 'motion', key, identifier: key, position: 2, date: '2025-04-22', text, result },
})

let service: Service
beforeAll(async () => {
  const records = [
    ...['2025-1', '2025-2', '2025-3', '2025-4', '2025-5'].flatMap((one) => [
      bylaw(one),
      passes(one),
    ]),
    { kind: 'matter', key: 'fences', title: 'Fences', bylaw_key: '2025-2' },
    {
      ...{ kind: 'action', key: 'read', matter_key: 'fences', position: 0 },
      ...{ date: '2025-04-01', description: 'First reading' },
    },
    { kind: 'bylaw', key: 'twin-a', bylaw_number: '88-1', title: 'Twin' },
    { kind: 'bylaw', key: 'twin-b', bylaw_number: 'By-law 88-1', title: 'Twin again' },
    decision('D-1', { subject: 'Veto of By-law 2025-1', bylaw_number: 'By-law No. 2025-01' }),
    decision('D-2', {
      subject: 'Fences',
      bylaw_key: '2025-2',
      stated_kind: 'Veto',
      text: 'Too low.',
    }),
    overrides('C-2', 'THAT the veto be overridden by two thirds.', 'Carried'),
    decision('D-3', { bylaw_number: '2025-3', override_motion_number: 'C-3' }),
    overrides('C-3', 'THAT Council override the veto of the Mayor.', 'Lost'),
    decision('D-4', { decision_kind: 'no_veto', bylaw_number: '2025-4' }),
    decision('D-5', { bylaw_number: '2025-5' }),
    overrides('C-5', 'THAT the veto of By-law 2025-5 be overridden.', 'Carried'),
    decision('D-6', { bylaw_number: '2025-99', override_motion_number: 'C-99' }),
    decision('D-7', { bylaw_number: '88-1', number: '7', date: '2024-01-02' }),
    decision('D-8', { decision_kind: 'direction', number: '7', date: '2024-02-03' }),
    decision('D-9', { decision_kind: 'direction', number: '7', date: '2025-02-03' }),
    { kind: 'mayoral_decision', key: 'D-10', subject: 'Undated', decision_kind: 'other' },
  ].map((record) =>
    'key' in record && record.key === 'D-2' ? { ...record, override_motion_key: 'C-2' } : record,
  )
  service = await startService({ source: sourceOf(records) })
})
afterAll(() => service.stop())

const read = (query = '') => readList(service, `mayoral-decisions${query}`, 1)
const bylawOf = async (number: string) => expectDetail(await service.v1(`bylaws/by-law-${number}`))

describe('decisions of the mayor', () => {
  it('are linked to the by-law and the motion that they name, where each is of one record', async () => {
    const found = new Map((await read()).map((item) => [item.number ?? item.slug, item]))
    const linked = ['D-1', 'D-2', 'D-3', 'D-5', 'D-6'].map((number) => {
      const { bylaw_slug, council_response: response } = found.get(number) ?? {}
      return [number, bylaw_slug, response?.motion_slug, response?.outcome]
    })
    expect(linked).toEqual([
      ['D-1', 'by-law-2025-1', undefined, undefined],
      ['D-2', 'by-law-2025-2', 'motion-c-2', 'overridden'],
      ['D-3', 'by-law-2025-3', 'motion-c-3', 'not_overridden'],
      ['D-5', 'by-law-2025-5', 'motion-c-5', 'overridden'],
      ['D-6', null, undefined, undefined],
    ])
    expect(found.get('D-6')).toMatchObject({ bylaw_number: '2025-99', kind: 'veto' })
  })

  it('are filtered by kind, by-law and day', async () => {
    const numbers = async (query: string) => (await read(query)).map(({ number }) => number)
    expect(await numbers('?kind=direction')).toEqual(['7', '7'])
    expect(await numbers('?kind=VETO&bylaw=by-law-2025-3')).toEqual(['D-3'])
    expect(await numbers('?date_to=2024-12-31&kind=veto')).toEqual(['7'])
  })

  it('are all kept where a number stands twice', async () => {
    expect((await read()).filter(({ number }) => number === '7')).toHaveLength(3)
  })
})

describe('a veto', () => {
  it('stands until the motion to override it carries', async () => {
    const states = ['1', '2', '3', '4', '5'].map(async (number) => {
      const { vetoed, steps } = await bylawOf(`2025-${number}`)
      const words = steps.map((step: { description: string }) => step.description)
      return [number, vetoed, words.filter((word: string) => /veto/i.test(word))]
    })
    expect(await Promise.all(states)).toEqual([
      ['1', true, ['Veto of By-law 2025-1']],
      ['2', false, ['Veto: Fences', 'Veto overridden']],
      ['3', true, ['Veto: Decision D-3', 'Veto not overridden']],
      ['4', false, []],
      ['5', false, ['Veto: Decision D-5', 'Veto overridden']],
    ])
  })

  it('is the last action of the bill, in Open Civic Data', async () => {
    const [listed] = (await service.ocd('bills')).json.results
    const { actions } = (await service.ocd(`bills/${listed.id}`)).json
    expect(actions.map(({ date }: { date: string }) => date)).toEqual([
      ...['2025-04-01', '2025-04-10', '2025-04-22'],
    ])
    expect(listed.latest_action_date).toBe('2025-04-22')
  })

  it('is said of the motion that passed the by-law', async () => {
    const veto = async (number: string) => {
      const list = await readList(service, 'motions?date_to=2025-04-08', 1)
      return list.find(({ title }) => String(title).includes(number))?.veto
    }
    expect(await veto('2025-1')).toMatchObject({
      description: 'Veto of By-law 2025-1',
      later_description: null,
    })
    expect(await veto('2025-2')).toMatchObject({ later_description: 'Veto overridden' })
    expect(await veto('2025-4')).toBeNull()
  })
})

it('notes of the record have numbers that stand twice, and what is not found', async () => {
  const { body } = await service.call('/pemberley/coverage/notes.csv')
  const [head = '', ...lines] = body.trimEnd().split('\r\n')
  const columns = head.split(',')
  const noted = lines.map((line) => {
    const cells = line.split(',')
    const cell = (name: string) => cells[columns.indexOf(name)]
    return [cell('kind'), cell('number'), cell('named')]
  })
  expect(noted.filter(([kind]) => kind === 'not_linked' || kind === 'number_twice')).toEqual([
    ['number_twice', '7', ''],
    ['number_twice', '7', ''],
    ['not_linked', 'D-6', '2025-99'],
    ['not_linked', '7', '88-1'],
  ])
  const page = await service.call('/pemberley/coverage/notes', { headers: { accept: 'text/html' } })
  expect(page.body).toContain('/pemberley/mayoral-decisions#decision-d-6')
})

describe.each([
  ['', 'Veto overridden', 'Veto not overridden', 'Council overrode the veto.'],
  ['/fr', 'Veto annulé', 'Veto maintenu', 'Le conseil a passé outre au veto.'],
])('pages at "%s"', (prefix, overridden, stands, response) => {
  const page = async (path: string) =>
    (await service.call(`${prefix}/pemberley/${path}`, { headers: { accept: 'text/html' } })).body
  const fate = (body: string) => textOf(/<ol class="fate".*?<\/ol>/s.exec(body)?.[0] ?? '')

  it('say on top of a by-law that it was vetoed, and what council did', async () => {
    expect(fate(await page('bylaws/by-law-2025-1'))).toMatch(/Veto of By-law 2025-1, /)
    expect(fate(await page('bylaws/by-law-2025-1'))).not.toContain(overridden)
    expect(fate(await page('bylaws/by-law-2025-2'))).toContain(overridden)
    expect(fate(await page('bylaws/by-law-2025-3'))).toContain(stands)
    expect(fate(await page('bylaws/by-law-2025-4'))).not.toMatch(/veto/i)
  })

  it('of the register have the response, and links to by-law and motion', async () => {
    const body = await page('mayoral-decisions?bylaw=by-law-2025-2')
    expect(textOf(body)).toContain(response)
    expect(hrefsOf(body)).toEqual(
      expect.arrayContaining([
        `${prefix}/pemberley/bylaws/by-law-2025-2`,
        `${prefix}/pemberley/motions/motion-c-2`,
      ]),
    )
  })
})
