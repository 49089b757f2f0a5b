import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changed, freshImports, type Imports } from '../../../test/support/imports/municipality.ts'
import type { RecordOf } from '../../record/kinds.ts'

let imports: Imports
beforeEach(async () => {
  imports = await freshImports()
})
afterEach(() => imports.remove())

const bylaw = (rest: Partial<RecordOf<'bylaw'>> = {}) => ({
  ...{ kind: 'bylaw' as const, key: 'b', title: 'Kites By-law' },
  ...rest,
})
const report = { kind: 'matter' as const, key: 'x', title: 'Kites', bylaw_key: 'b' }
const step = (date: string) => ({
  ...{ kind: 'action' as const, key: `s${date}`, matter_key: 'x', position: 1, date },
  ...{ description: 'Referred', classification: [] },
})
const meeting = (date: string, status: 'completed' | 'scheduled') => ({
  ...{ kind: 'meeting' as const, key: `g${date}`, title: 'Council', date, status },
  ...{ has_agenda: false, has_minutes: false, has_transcript: false },
})
const item = (date: string) => ({
  ...{ kind: 'agenda_item' as const, key: `i${date}`, meeting_key: `g${date}`, position: 1 },
  ...{ title: 'Kites', bylaw_keys: ['b'] },
})
const lost = (date: string) => ({
  ...{ kind: 'motion' as const, key: `m${date}`, position: 1, date, bylaw_keys: ['b'] },
  result: 'Defeated',
})
const days = async () => {
  const { year, sort_date } = await imports.row('bylaws', 'b')
  return [year, sort_date]
}

describe('the day by which a by-law is listed', () => {
  it.each<[string, unknown[], (string | number)[]]>([
    [
      'passed',
      [bylaw({ passed_date: '2031-02-03', enacted_date: '2031-05-06' })],
      [2031, '2031-02-03'],
    ],
    ['became law', [bylaw({ enacted_date: '2031-05-06' })], [2031, '2031-05-06']],
    ['last step', [bylaw(), report, step('2031-01-09'), step('2031-03-09')], [2031, '2031-03-09']],
    ['lost vote', [bylaw(), lost('2031-06-07')], [2031, '2031-06-07']],
    [
      'held meeting',
      [bylaw(), meeting('2031-07-08', 'completed'), item('2031-07-08')],
      [2031, '2031-07-08'],
    ],
    ['meeting to come', [bylaw(), meeting('2031-07-08', 'scheduled'), item('2031-07-08')], [0, '']],
    ['stated year', [bylaw({ year: 2029 })], [2029, '2029']],
    [
      'another stated year',
      [bylaw({ year: 2030, passed_date: '2031-02-03' })],
      [2030, '2031-02-03'],
    ],
    ['nothing', [bylaw()], [0, '']],
  ])('is that of what the record says of it: %s', async (_, records, expected) => {
    await imports.run(records)
    expect(await days()).toEqual(expected)
  })

  it('moves with the records that it follows from', async () => {
    const records = [bylaw(), report, step('2031-01-09'), lost('2032-06-07')]
    await imports.run(records)
    expect(await days()).toEqual([2032, '2032-06-07'])
    await imports.run(changed(records, 'motion', 'm2032-06-07', { bylaw_keys: [] }))
    expect(await days()).toEqual([2031, '2031-01-09'])
  })
})

it.each([
  ['bylaws', { kind: 'bylaw', key: 't' }],
  ['matters', { kind: 'matter', key: 't' }],
])('a title of %s is stored with the space after its number', async (table, record) => {
  await imports.run([{ ...record, title: 'By-law 77Kites in parks' }])
  expect((await imports.row(table, 't')).title).toBe('By-law 77 Kites in parks')
})
