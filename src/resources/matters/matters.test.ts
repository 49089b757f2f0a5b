import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectDetail } from '../../../test/support/service/expect.ts'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('matters', () => {
  it('shortens a description to 200 characters without splitting one', async () => {
    const description = `${'x'.repeat(198)}🏛🏛🏛`
    await importRecords(service, [{ kind: 'matter', key: 'x-emoji', title: 'Halls', description }])
    const cut = (await service.v1('matters?per_page=100')).json.data.at(-1)
    expect(cut.description).toBe(`${'x'.repeat(198)}🏛…`)
    expect((await service.v1('matters/halls')).json.data.description).toBe(description)
  })

  it('shows the steps that the source records, in meetings and outside them', async () => {
    const matter_key = 'x-veto'
    const step = { kind: 'action', matter_key } as const
    await importRecords(service, [
      { kind: 'organization', key: 'o-mayor', name: 'Mayor of Perth' },
      { kind: 'matter', key: matter_key, identifier: 'Int 12', title: 'Quiet streets' },
      {
        ...step,
        key: 'a-2',
        position: 1,
        date: '2031-06-02',
        description: 'Vetoed by Mayor',
        text: 'Vetoed by the Mayor for its cost.',
        classification: ['executive-veto'],
        organization_key: 'o-mayor',
      },
      { ...step, key: 'a-1', position: 0, date: '2031-05-01', description: 'Hearing held' },
      {
        kind: 'motion',
        key: 'v-veto',
        matter_key,
        position: 0,
        date: '2031-05-20',
        identifier: '31-7',
        result: 'Carried',
      },
      {
        ...step,
        key: 'a-3',
        position: 1,
        date: '2031-05-20',
        description: 'Approved by Council',
        classification: ['passage'],
        motion_key: 'v-veto',
        result: 'carried',
      },
    ])
    const { data } = (await service.v1('matters/int-12')).json
    expect(data.actions).toEqual([
      expect.objectContaining({
        date: '2031-05-01',
        description: 'Hearing held',
        classification: [],
      }),
      {
        date: '2031-05-20',
        description: 'Approved by Council',
        text: null,
        classification: ['passage'],
        organization: null,
        organization_slug: null,
        meeting_slug: null,
        motion_slug: 'motion-31-7',
        result: 'Carried',
      },
      expect.objectContaining({
        text: 'Vetoed by the Mayor for its cost.',
        classification: ['executive-veto'],
        organization: 'Mayor of Perth',
        organization_slug: 'mayor-of-perth',
      }),
    ])
    expect(data).toMatchObject({ first_seen: '2031-05-01', last_seen: '2031-06-02' })
  })

  it('shows recorded steps as the actions of a bill, and marks inferred ones', async () => {
    const bills = (await service.ocd('bills?per_page=100')).json.results
    const { id } = bills.find(({ identifier }: { identifier: string }) => identifier === 'Int 12')
    const bill = (await service.ocd(`bills/${id}`)).json
    expect(bill).toMatchObject({ identifier: 'Int 12', latest_action_date: '2031-06-02' })
    expect(bill.actions).toMatchObject([
      { order: 0, description: 'Hearing held', classification: [], extras: { inferred: false } },
      { order: 1, description: 'Approved by Council', classification: ['passage'] },
      { order: 2, description: 'Vetoed by Mayor', classification: ['executive-veto'] },
    ])
    expect(bill.actions[1].vote_id).toMatch(/^ocd-vote\//)
    expect(bill.actions[2].organization_id).toMatch(/^ocd-organization\//)
  })

  it('shows sponsors and documents, with those of its agenda items', async () => {
    await importRecords(service, [
      {
        kind: 'matter',
        key: 'x-sponsored',
        title: 'Sponsored',
        sponsorships: [
          { name: 'V. Ng', person_key: 'p-ng', primary: true, classification: 'prime' },
          { name: 'Friends of the Lake', person_key: null, primary: false },
        ],
        documents: [
          { title: 'Report', url: 'https://pemberley.example/r.pdf', date: '2024-02-01' },
        ],
      },
      {
        kind: 'agenda_item',
        key: 'i-sponsored',
        meeting_key: 'g-0',
        matter_key: 'x-sponsored',
        position: 95,
        title: 'Sponsored',
        documents: [{ title: 'Slides', type: 'presentation' }],
      },
    ])
    expect(expectDetail(await service.v1('matters/sponsored'))).toMatchObject({
      sponsors: [
        { person_slug: 'vera-ng', person_name: 'Vera Ng', primary: true, classification: 'prime' },
        {
          person_slug: null,
          person_name: 'Friends of the Lake',
          primary: false,
          classification: null,
        },
      ],
      documents: [
        { title: 'Report', url: 'https://pemberley.example/r.pdf', type: null, date: '2024-02-01' },
        { title: 'Slides', url: null, type: 'presentation', date: null },
      ],
    })
  })
})
