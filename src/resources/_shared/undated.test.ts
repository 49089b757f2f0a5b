import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectList } from '../../../test/support/service/expect.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const motion = (key: string, more: object) => ({
  ...{ kind: 'motion', key, organization_key: 'o', position: 0, text: `That ${key} be mended.` },
  ...{ motion_kind: 'motion', result: 'Carried' },
  votes: ['Vera Ng', 'Zoé Roy'].map((name) => ({ name, value: 'For' })),
  ...more,
})

let service: Service
beforeAll(async () => {
  const source = sourceOf([
    { kind: 'organization', key: 'o', name: 'Town Council', classification: 'council' },
    { kind: 'matter', key: 'm-1', title: 'Ditch' },
    { kind: 'matter', key: 'm-2', title: 'Well' },
    motion('the ditch', { date: '2026-01-05', matter_key: 'm-1' }),
    motion('the well', { matter_key: 'm-2' }),
    motion('the pump', { result: 'Defeated' }),
    { kind: 'bylaw', key: 'b-1', title: 'Ditch By-law', bylaw_number: '1', year: 2026 },
    { kind: 'bylaw', key: 'b-2', title: 'Well By-law', bylaw_number: '2' },
  ])
  service = await startService({ source })
})
afterAll(() => service.stop())

const dates = 'date_from=2026-01-01&date_to=2026-12-31'

it.each([
  ['votes', dates, 2, '4 votes without a date are not in this list.'],
  ['votes', `${dates}&result=Defeated`, 0, '2 votes without a date are not in this list.'],
  ['motions', 'date_to=2027-01-01', 1, '2 motions without a date are not in this list.'],
  ['motions', `${dates}&result=Defeated`, 0, '1 motion without a date is not in this list.'],
  ['matters', 'date_from=2020-01-01', 1, '1 matter without a date is not in this list.'],
  ['bylaws', 'year=2026', 1, '1 by-law without a year is not in this list.'],
])('%s?%s says what its dates omit', async (list, query, found, note) => {
  const response = await service.v1(`${list}?${query}`)
  expect(expectList(response)).toHaveLength(found)
  expect(response.json.meta.notes).toContain(note)
})

it('nothing is omitted without dates, or where all items have one', async () => {
  for (const path of ['votes', 'bylaws', `meetings?${dates}`]) {
    const { json } = await service.v1(path)
    expect(json.meta.notes).toBeUndefined()
  }
})

it.each([
  ['votes', dates, '2 without a date are not in this list.', '2 sans date ne figurent pas'],
  ['motions', dates, '2 without a date are not in this list.', '2 sans date ne figurent pas'],
  ['matters', dates, '1 without a date is not in this list.', '1 sans date ne figure pas'],
  ['bylaws', 'year=2026', '1 without a year is not in this list.', '1 sans année ne figure pas'],
])('the page of %s says it too, in both languages', async (list, query, english, french) => {
  const page = async (prefix: string, search: string) =>
    textOf(
      (
        await service.call(`${prefix}/pemberley/${list}${search}`, {
          headers: { accept: 'text/html' },
        })
      ).body,
    )
  expect(await page('', `?${query}`)).toContain(english)
  expect(await page('/fr', `?${query}`)).toContain(french)
  expect(await page('', '')).not.toContain('not in this list')
})
