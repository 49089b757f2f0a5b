import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectDetail } from '../../../test/support/service/expect.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { textOf } from '../../../test/support/site/page-content.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const person = { kind: 'person', key: 'p', name: 'Fitzwilliam Darcy' }
const motion = (key: string, date: string, more: object = {}) => ({
  ...{ kind: 'motion', key: `${key}-${date}`, matter_key: key, organization_key: 'o', date },
  ...{ position: 1, motion_kind: 'motion', text: `That the mooring fees of ${key} be doubled.` },
  ...{ result: 'Carried', tally: { for: 9, against: 4 }, mover_key: 'p' },
  votes: [{ person_key: 'p', name: 'Fitzwilliam Darcy', value: 'For' }],
  ...more,
})
const matter = (key: string, more: object = {}) => ({
  ...{ kind: 'matter', key, identifier: key, title: `Mooring fees ${key}` },
  ...more,
})
const step = (key: string, position: number, more: object) => ({
  ...{ kind: 'action', key: `a-${key}-${position}`, matter_key: key, position },
  ...{ date: '2025-06-20', classification: [], description: 'Vetoed by the reeve' },
  ...more,
})
const overriding = {
  date: '2025-07-08',
  text: 'A motion was made that this Report be Overridden by Council approved by Roll Call.',
}

let service: Service
beforeAll(async () => {
  const source = sourceOf([
    { kind: 'organization', key: 'o', name: 'Parish Council', classification: 'council' },
    { kind: 'organization', key: 'c', name: 'Harbour Committee', classification: 'committee' },
    person,
    matter('R-1'),
    motion('R-1', '2025-05-20', { organization_key: 'c' }),
    motion('R-1', '2025-06-03'),
    step('R-1', 0, { text: 'As no override followed, item L.U. No. 9 was deemed adopted.' }),
    matter('R-2'),
    motion('R-2', '2025-06-03'),
    motion('R-2', '2025-07-08', overriding),
    step('R-2', 0, {}),
    step('R-2', 1, {
      ...{ date: '2025-07-08', motion_key: 'R-2-2025-07-08' },
      description: 'Overridden by Council',
    }),
    matter('R-3', { status: 'Vetoed' }),
    motion('R-3', '2025-04-03'),
    matter('R-5'),
    motion('R-5', '2025-04-01', { text: 'That this report be read a first time.' }),
    motion('R-5', '2025-04-08'),
    step('R-5', 0, {}),
    matter('R-4'),
    motion('R-4', '2025-04-03', { result: 'Defeated' }),
    step('R-4', 0, {}),
  ])
  service = await startService({ source })
})
afterAll(() => service.stop())

const body = async (path: string) =>
  (await service.call(path, { headers: { accept: 'text/html' } })).body
const slugs = async (matterSlug: string): Promise<Map<string, string>> => {
  const { data } = (await service.v1(`motions?matter=${matterSlug}`)).json
  return new Map(data.map(({ meeting_date, slug }: Record<string, string>) => [meeting_date, slug]))
}
const slugOf = async (matterSlug: string, date: string) =>
  (await slugs(matterSlug)).get(date) as string

const ofFirst =
  'Vetoed by the reeve, June 20, 2025: As no override followed, item L.U. No. 9 was deemed adopted'
const ofSecond = ['Vetoed by the reeve, June 20, 2025', 'Overridden by Council, July 8, 2025']

describe('a motion that was vetoed afterwards', () => {
  it('says so wherever its result stands', async () => {
    const slug = await slugOf('r-1', '2025-06-03')
    const pages = [
      `/pemberley/motions/${slug}`,
      `/embed/pemberley/motions/${slug}`,
      '/pemberley/motions',
      '/pemberley/votes',
      '/pemberley/votes?view=grid',
      '/pemberley/votes?person=fitzwilliam-darcy',
      '/pemberley/people/fitzwilliam-darcy',
      '/embed/pemberley/people/fitzwilliam-darcy',
      '/pemberley/matters',
      '/pemberley/matters/r-1',
      '/pemberley/search?q=mooring+fees+R-1',
    ]
    for (const path of pages) expect(textOf(await body(path)), path).toContain(ofFirst)
    expect(await body('/feeds/pemberley/motions.atom')).toContain(ofFirst)
    expect(await body('/feeds/pemberley/people/fitzwilliam-darcy.atom')).toContain(ofFirst)
    for (const list of ['motions', 'votes'])
      expect(await body(`/pemberley/${list}.csv`), list).toContain(
        'Vetoed by the reeve,2025-06-20,"As no override followed',
      )
    const [description] =
      /<meta name="description"[^>]*>/.exec(await body(`/pemberley/motions/${slug}`)) ?? []
    expect(description).toContain(`${ofFirst}.`)
    expect(description).not.toContain('..')
  })

  it('has the step that ended the veto as well', async () => {
    const slug = await slugOf('r-2', '2025-06-03')
    const page = textOf(await body('/pemberley/motions'))
    expect(page).toContain(ofSecond.join(' · '))
    expect(expectDetail(await service.v1(`motions/${slug}`)).veto).toEqual({
      ...{ description: 'Vetoed by the reeve', date: '2025-06-20', became: null },
      ...{ later_description: 'Overridden by Council', later_date: '2025-07-08' },
    })
    const override = await slugOf('r-2', '2025-07-08')
    expect(expectDetail(await service.v1(`motions/${override}`)).veto).toBeNull()
  })

  it('is the last of the council before the veto, and a committee has it with what the council decided', async () => {
    const committee = expectDetail(await service.v1(`motions/${await slugOf('r-1', '2025-05-20')}`))
    expect(committee).toMatchObject({
      veto: null,
      item_outcome: { kind: 'council', veto: { description: 'Vetoed by the reeve' } },
    })
    const earlier = await slugOf('r-5', '2025-04-01')
    expect(expectDetail(await service.v1(`motions/${earlier}`)).veto).toBeNull()
  })

  it('has the status of its matter if no step says so, and a lost one has nothing', async () => {
    const [stated, lost] = [await slugOf('r-3', '2025-04-03'), await slugOf('r-4', '2025-04-03')]
    expect(expectDetail(await service.v1(`motions/${stated}`)).veto).toMatchObject({
      ...{ description: 'Vetoed', date: null },
    })
    expect(expectDetail(await service.v1(`motions/${lost}`)).veto).toBeNull()
  })
})
