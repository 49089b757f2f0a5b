import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectStatements } from '../../../test/support/database/plans.ts'
import { expectList } from '../../../test/support/service/expect.ts'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const meeting = (key: string, date: string, changes = {}) => ({
  ...{ kind: 'meeting', key, organization_key: 'o', title: 'Council', date, status: 'completed' },
  ...changes,
})
let position = 0
const item = (meeting_key: string, item_number: string, title: string, changes = {}) => ({
  ...{ kind: 'agenda_item', key: `${meeting_key}-${item_number}`, meeting_key },
  ...{ position: ++position, item_number, title, ...changes },
})

const records = [
  { kind: 'organization', key: 'o', name: 'Town Council', classification: 'council' },
  { kind: 'organization', key: 'p', name: 'Planning Committee', classification: 'committee' },
  { kind: 'bylaw', key: 'l', title: 'Zoning by-law, Mill Street', bylaw_number: '2026-4' },
  { kind: 'bylaw', key: 'k', title: 'Another by-law', bylaw_number: '2026-5' },
  {
    ...{ kind: 'matter', key: 'm', title: 'Rezoning of 4 Mill Street', identifier: 'PL-7' },
    bylaw_key: 'l',
  },
  meeting('a', '2026-01-13', { organization_key: 'p', location: 'Town Hall' }),
  item('a', '3', 'Public meeting: 4 Mill Street', { matter_key: 'm' }),
  item('a', '4', 'Statutory public meeting: 9 Lake Road, Z-12/26', { bylaw_keys: ['k'] }),
  item('a', '5', 'Minutes of the statutory public meeting'),
  meeting('b', '2026-02-10', { status: 'cancelled' }),
  item('b', '2', 'Public Hearing: Official Plan Amendment', { bylaw_keys: ['k', 'l'] }),
  meeting('c', '2099-03-10', {
    ...{ title: 'Statutory Public Meeting', status: 'scheduled', start_time: '18:30' },
    organization_key: 'p',
  }),
  item('c', '1', 'Call to order'),
]

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf(records) })
})
afterAll(() => service.stop())

const listed = async (query = '') => expectList(await service.v1(`notices${query}`))

describe('notices', () => {
  it('are items and meetings that say so, newest first', async () => {
    const entries = await listed()
    expect(
      entries.map(({ date, kind, item_number: number, file }: Json) => [date, kind, number, file]),
    ).toEqual([
      ['2099-03-10', 'public_meeting', null, null],
      ['2026-02-10', 'public_hearing', '2', null],
      ['2026-01-13', 'public_meeting', '4', 'Z-12/26'],
      ['2026-01-13', 'public_meeting', '3', 'PL-7'],
    ])
    await expectStatements(service, () => service.v1('notices?per_page=3'), 1)
  })

  it('have the place and the status of the meeting, and one by-law', async () => {
    const [toCome, cancelled, ofItem, ofMatter] = await listed()
    expect(toCome).toMatchObject({
      ...{ place: null, status: 'scheduled', agenda_item_slug: null, bylaw_slug: null },
      meeting_title: 'Statutory Public Meeting',
    })
    expect(cancelled).toMatchObject({ status: 'cancelled', bylaw_slug: null })
    expect(ofItem).toMatchObject({ bylaw_slug: 'by-law-2026-5', matter_slug: null })
    expect(ofMatter).toMatchObject({ place: 'Town Hall', organization: 'Planning Committee' })
    expect(ofMatter?.bylaw_slug).toContain('2026-4')
  })

  it('are filtered', async () => {
    expect(await listed('?organization=town-council')).toHaveLength(1)
    expect(await listed('?kind=public_hearing')).toHaveLength(1)
    expect(await listed('?organization=planning-committee&kind=public_hearing')).toEqual([])
    expect(await listed('?date_from=2026-02-01&date_to=2026-12-31')).toHaveLength(1)
    expect(await listed('?kind=PUBLIC_HEARING')).toHaveLength(1)
    const { json } = await service.v1('notices?kind=hearing')
    expect([json.data, json.meta.notes]).toEqual([[], ['No notice has the kind "hearing".']])
  })

  it('have a page in both languages that says which are to come or cancelled', async () => {
    const open = async (path: string) => {
      const { body, status } = await service.call(path, { headers: { accept: 'text/html' } })
      expect(status).toBe(200)
      return textOf(body)
    }
    const text = await open('/pemberley/notices')
    expect(text).toMatch(/March 10, 2099, 6:30 p\.m\. · To come.*February 10, 2026 · Cancelled/)
    expect(text).toContain('Location not recorded')
    expect(await open('/pemberley/notices?kind=public_hearing')).not.toContain('Mill Street')
    expect(await open('/fr/pemberley/notices')).toMatch(/À venir.*Annulée/)
  })

  it('have a calendar of those to come', async () => {
    const { body, headers } = await service.call('/feeds/pemberley/notices.ics')
    expect(headers.get('content-type')).toContain('text/calendar')
    expect(body.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(body).toMatch(/DTSTART:209903\d\dT/)
    expect(body).toContain('Statutory Public Meeting')
  })

  it('follow when an item is corrected', async () => {
    await importRecords(service, [item('b', '2', 'Adjournment', { position: 99 })])
    expect(await listed('?organization=town-council')).toEqual([])
  })
})
