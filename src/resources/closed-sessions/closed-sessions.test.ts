import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectStatements } from '../../../test/support/database/plans.ts'
import { expectList } from '../../../test/support/service/expect.ts'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const meeting = (key: string, date: string, organization_key = 'o') => ({
  ...{ kind: 'meeting', key, organization_key, title: 'Council', date, status: 'completed' },
})
let position = 0
const item = (meeting_key: string, key: string, title: string, changes = {}) => ({
  ...{ kind: 'agenda_item', key, meeting_key, position: ++position, item_number: key, title },
  ...changes,
})
const motion = (meeting_key: string, key: string, text: string, changes = {}) => ({
  ...{ kind: 'motion', key, meeting_key, position: ++position, identifier: key, text },
  ...{ result: 'Carried', ...changes },
})

const records = [
  { kind: 'organization', key: 'o', name: 'Town Council', classification: 'council' },
  { kind: 'organization', key: 'p', name: 'Library Board', classification: 'committee' },
  meeting('a', '2025-01-14'),
  item('a', '9', 'Closed session'),
  item('a', '9.1', 'Sale of a lane (Municipal Act, 2001, s. 239 (2) (c))', { parent_key: '9' }),
  item('a', '9.2', 'Contract talks: s. 239 (2) (d) and (f)', { parent_key: '9' }),
  item('a', '10', 'Report out of closed session: a lane'),
  motion('a', 'A-1', 'THAT Council close the meeting to the public to consider two matters.', {
    agenda_item_key: '9',
  }),
  motion('a', 'A-2', 'THAT the closed session end.'),
  meeting('b', '2025-02-11', 'p'),
  motion('b', 'B-1', 'That the Board go in camera under section 239 (2) (b): a personal matter.'),
  motion('b', 'B-2', 'That the Board go in camera again.', { result: 'Defeated' }),
  meeting('c', '2025-03-11'),
  { kind: 'matter', key: 'garage', title: 'Sale of the garage' },
  motion('c', 'C-1', 'That Council meet in closed session.', { matter_key: 'garage' }),
  motion('c', 'C-2', 'Under section 239, Council met in a closed session before this meeting.'),
  item('c', '3', 'Rules for closed sessions', { description: 'The by-law repeats 239 (2).' }),
]

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf(records) })
})
afterAll(() => service.stop())

const listed = async (query = '') => expectList(await service.v1(`closed-sessions${query}`))
const shown = (entries: Json[]) =>
  entries.map((entry) => [entry.date, entry.item_title, entry.ground, entry.clauses.join(' ')])

describe('closed sessions', () => {
  it('are items with a ground, and resolutions without such items, newest first', async () => {
    expect(shown(await listed())).toEqual([
      ['2025-03-11', 'Sale of the garage', null, ''],
      ['2025-02-11', null, 'under section 239 (2) (b): a personal matter.', '239(2)(b)'],
      [
        ...['2025-01-14', 'Contract talks: s. 239 (2) (d) and (f)'],
        ...['Contract talks: s. 239 (2) (d) and (f)', '239(2)(d) 239(2)(f)'],
      ],
      [
        ...['2025-01-14', 'Sale of a lane (Municipal Act, 2001, s. 239 (2) (c))'],
        ...['Municipal Act, 2001, s. 239 (2) (c)', '239(2)(c)'],
      ],
    ])
    await expectStatements(service, () => service.v1('closed-sessions?per_page=3'), 1)
  })

  it('have the resolution and what was reported', async () => {
    const [plain, board, talks] = await listed()
    expect(plain).toMatchObject({ resolution_motion_slug: 'motion-c-1', reported: null })
    expect(board).toMatchObject({ organization_slug: 'library-board', agenda_item_slug: null })
    expect(talks).toMatchObject({
      resolution_motion_slug: 'motion-a-1',
      reported: 'Report out of closed session: a lane',
    })
  })

  it('are not reported by a report on another matter of the same meeting', async () => {
    const matter = (key: string) => ({ kind: 'matter', key, title: `Lot ${key}` })
    const closed = (number: string, matter_key: string) =>
      item('d', number, `Lot ${number} (Municipal Act, 2001, s. 239 (2) (c))`, { matter_key })
    const own = await startService({
      source: sourceOf([
        ...[...records.slice(0, 2), ...['1', '2', '3'].map(matter), meeting('d', '2025-04-08')],
        ...['1', '2', '3'].map((key) => closed(key, key)),
        ...['1', '2'].map((key) =>
          item('d', `8.${key}`, `Report out of closed session: ${key}`, { matter_key: key }),
        ),
      ]),
    })
    const entries = expectList(await own.v1('closed-sessions'))
    await own.stop()
    expect(entries.map(({ item_number: of, reported }: Json) => [of, reported]).toSorted()).toEqual(
      [
        ['1', 'Report out of closed session: 1'],
        ['2', 'Report out of closed session: 2'],
        ['3', null],
      ],
    )
  })

  it('are reported at a later meeting of the body that has the matter or names the day', async () => {
    const matter = (key: string) => ({ kind: 'matter', key, title: `Lot ${key}` })
    const closed = (number: string, letter: string, changes = {}) =>
      item('d', number, `Lot ${number} (Municipal Act, 2001, s. 239 (2) (${letter}))`, changes)
    const reportOf = (key: string, title: string, changes = {}) =>
      item('e', key, `Report out of closed session${title}`, changes)
    const of = async (reports: object[], meetingOf = 'o') => {
      const later = await startService({
        source: sourceOf([
          ...records.slice(0, 2),
          ...['1', '2'].map(matter),
          meeting('d', '2025-04-08'),
          closed('1', 'c', { matter_key: '1' }),
          closed('2', 'e', { matter_key: '2' }),
          meeting('e', '2025-05-13', meetingOf),
          ...reports,
        ]),
      })
      const entries = expectList(await later.v1('closed-sessions'))
      await later.stop()
      return entries.map(({ reported }: Json) => reported).toReversed()
    }
    expect(await of([reportOf('7', ': a lot', { matter_key: '1' })])).toEqual([
      'Report out of closed session: a lot',
      null,
    ])
    const named = 'Report out of closed session of April 8, 2025'
    expect(await of([reportOf('7', ' of April 8, 2025')])).toEqual([named, named])
    expect(await of([reportOf('7', ' of April 1, 2025')])).toEqual([null, null])
    expect(await of([reportOf('7', ' of April 8, 2025')], 'p')).toEqual([null, null])
  })

  it('are filtered, and counted by clause', async () => {
    expect(await listed('?organization=library-board')).toHaveLength(1)
    expect(await listed('?date_from=2025-02-01&date_to=2025-12-31')).toHaveLength(2)
    const grounds = await listed('?by=ground')
    expect(grounds.map(({ clause, count }: Json) => [clause, count])).toEqual([
      ...[
        [null, 1],
        ['239(2)(b)', 1],
        ['239(2)(c)', 1],
        ['239(2)(d)', 1],
        ['239(2)(f)', 1],
      ],
    ])
    const first = await service.v1('closed-sessions?by=ground&per_page=2')
    const { next_cursor: cursor } = first.json.pagination
    const second = await listed(`?by=ground&per_page=2&cursor=${cursor}`)
    expect([...first.json.data, ...second]).toEqual(grounds.slice(0, 4))
  })

  it('have a page in both languages, with the counts', async () => {
    const open = async (prefix = '') => {
      const { body, status } = await service.call(`${prefix}/pemberley/closed-sessions`, {
        headers: { accept: 'text/html' },
      })
      expect(status).toBe(200)
      return textOf(body)
    }
    expect(await open()).toMatch(/ClauseEntriesNo clause named1239\(2\)\(b\)1/)
    expect(await open()).toContain('Report out of closed session: a lane')
    expect(await open('/fr')).toContain('Séances à huis clos')
  })

  it('follow when a resolution is corrected', async () => {
    await importRecords(service, [motion('c', 'C-1', 'That Council adjourn.', { position: 99 })])
    expect(await listed('?date_from=2025-03-01')).toEqual([])
  })
})
