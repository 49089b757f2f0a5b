import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { readList } from '../../../test/support/service/read-lists.ts'
import { type Service, startService } from '../../../test/support/service/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

const meeting = {
  kind: 'meeting',
  key: 'g-interest',
  title: 'Council',
  date: '2031-03-04',
  organization_key: 'o-council',
  status: 'completed',
  has_agenda: true,
  has_minutes: true,
  has_transcript: false,
}
const item = {
  kind: 'agenda_item',
  key: 'i-interest',
  meeting_key: 'g-interest',
  position: 1,
  item_number: '7.1',
  title: 'Sale of a lane',
}

function motion(key: string, votes: object[], values: object = {}) {
  return {
    ...{ kind: 'motion', key, meeting_key: 'g-interest', agenda_item_key: 'i-interest' },
    ...{ position: Number(key.slice(-1)), identifier: key, result: 'Carried', votes },
    ...values,
  }
}

const recused = (key: string, name: string, reason: string | null, value = 'Recused') => ({
  ...{ person_key: key, name, value, reason },
})

describe('declarations', () => {
  it('have what their source states', async () => {
    const [first] = await readList(service, 'declarations?person=vera-ng', 1)
    expect(first).toMatchObject({
      person_slug: 'vera-ng',
      person_name: 'Vera Ng',
      meeting_slug: '2024-04-10-public-hearing',
      item_number: '4 (a)',
      item_title: 'Drainage of the park',
      matter_slug: 'rpt-2024-020',
      motion_slug: null,
      organization: 'Town Council',
      organization_slug: 'town-council',
      nature: 'Owns a meadow beside the park.',
      declared_on: '2024-04-10',
      received_on: '2024-04-12',
      statement_url: 'https://pemberley.example/statements/1.pdf',
      text: 'Mayor Ng declared an interest in item 4 (a), as she owns a meadow beside the park.',
    })
  })

  it('are linked by name, day and number, where each is of one record', async () => {
    const [found] = await readList(service, 'declarations?person=stephanie-roy', 1)
    expect(found).toMatchObject({
      person_name: 'Stéphanie Roy',
      meeting_slug: '2024-04-10-public-hearing',
      agenda_item_slug: '2024-04-10-public-hearing-item-1-1',
      matter_slug: 'rpt-2024-020',
      organization_slug: 'town-council',
    })
  })

  it('are of recusals whose reason says so, once for a person and an item', async () => {
    await importRecords(service, [
      meeting,
      item,
      motion('31-1', [
        recused('p-ng', 'Vera Ng', 'Pecuniary interest: owns the lane'),
        recused('p-roy', 'S. Roy', 'Left the room'),
        recused('p-lukasz', 'Ł. Żak', 'Conflict with another meeting'),
        recused('p-past', 'Old Member', 'Conflict of interest', 'Absent'),
      ]),
      motion('31-2', [recused('p-ng', 'Vera Ng', 'Pecuniary interest: owns the lane')]),
    ])
    const found = await readList(service, 'declarations?date_from=2031-01-01', 1)
    expect(
      found.map(({ person_slug, text, nature, motion_slug }) => [
        ...[person_slug, text, nature, motion_slug],
      ]),
    ).toEqual([['vera-ng', 'Pecuniary interest: owns the lane', null, 'motion-31-1']])
    expect(found[0]).toMatchObject({ item_title: 'Sale of a lane', declared_on: '2031-03-04' })
  })

  it('stand for the recusal in the same item', async () => {
    await importRecords(service, [
      meeting,
      item,
      motion('31-1', [recused('p-ng', 'Vera Ng', 'Pecuniary interest: owns the lane')]),
      {
        ...{ kind: 'declaration', key: 'd-lane', person_key: 'p-ng', name: 'Vera Ng' },
        ...{ meeting_key: 'g-interest', agenda_item_key: 'i-interest', declared_on: '2031-03-04' },
        text: 'Declared an interest in item 7.1.',
      },
    ])
    const found = await readList(service, 'declarations?date_from=2031-01-01&person=vera-ng', 1)
    expect(found.map(({ text }) => text)).toEqual(['Declared an interest in item 7.1.'])
    expect(found[0]?.organization_slug).toBe('town-council')
  })
})
