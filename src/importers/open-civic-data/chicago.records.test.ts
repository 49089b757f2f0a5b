import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listResponse, ocdApi, readOcdApi } from '../../../test/support/ocd/api-responses.ts'
import { checkRecord } from '../record-check.ts'

const folder = join(process.env.REEVE_TEST_RECORDS ?? '', 'fixtures/ocd-api/chicago-2017-2018')

interface RecordedEvent {
  id: string
  start_date: string
  agenda: { related_entities: { entity_type: string; entity_id: string | null }[] }[]
  participants: unknown[]
}
interface Cassette {
  http_interactions: { response: { body: { string: string } } }[]
}

const cassette: Cassette = JSON.parse(
  readFileSync(join(folder, 'test_chi_citycouncil_ocd_request.json'), 'utf8'),
)
// Newest first, as the API lists them.
const events = cassette.http_interactions
  .map(({ response }): RecordedEvent => JSON.parse(response.body.string))
  .sort((left, right) => right.start_date.localeCompare(left.start_date))
const byId = Object.fromEntries(events.map((event) => [event.id, event]))
const read = (timeZone: string | null = 'America/Chicago') =>
  readOcdApi(ocdApi({ ...byId, events: listResponse(...Object.keys(byId)) }), timeZone)

describe('the responses of ocd.datamade.us for nine meetings of Chicago', () => {
  it('have valid meetings and agenda items, oldest first', async () => {
    const { records, errors, of } = await read()
    expect(errors).toEqual([])
    for (const { record } of records) expect(checkRecord(record.kind, record)).toEqual([])
    const meetings = of('meeting')
    expect(meetings).toHaveLength(9)
    const starts = meetings.map(({ date, start_time }) => `${date} ${start_time}`)
    expect(starts).toEqual([...starts].sort())
    for (const { key } of meetings)
      expect(of('agenda_item').filter((item) => item.meeting_key === key)).toHaveLength(
        byId[key]?.agenda.length ?? -1,
      )
  })

  it('have times in UTC, which become local', async () => {
    const { of } = await read()
    expect(of('meeting')[0]).toMatchObject({
      title: 'Joint Committee: Finance; Transportation and Public Way',
      date: '2017-10-16',
      start_time: '10:00',
      status: 'cancelled',
      location: 'Council Chambers , City Hall',
      organization_key: 'ocd-organization/bc24064d-2e11-40b2-bbce-197b8e3af634',
      source_url: 'http://webapi.legistar.com/v1/chicago/events/4954',
      has_agenda: false,
      documents: [{ title: 'Cancellation Notice' }],
    })
    const { of: elsewhere } = await read(null)
    expect(elsewhere('meeting')[0]).toMatchObject({ start_time: '15:00' })
  })

  it('have participants, but no attendance', async () => {
    const { of } = await read()
    expect(events.some(({ participants }) => participants.length > 5)).toBe(true)
    expect(of('meeting').flatMap(({ attendance }) => attendance)).toEqual([])
  })

  it('cause a warning for each bill without an id', async () => {
    const { of, warnings } = await read()
    const bills = events.flatMap(({ agenda }) =>
      agenda.flatMap(({ related_entities: [bill] }) => bill ?? []),
    )
    const withId = bills.filter(({ entity_id }) => entity_id !== null)
    expect(withId.length).toBeLessThan(bills.length)
    expect(of('agenda_item').filter(({ matter_key }) => matter_key !== null)).toHaveLength(
      withId.length,
    )
    const missing = warnings.filter(({ reason }) => reason.endsWith('whose id is missing'))
    expect(missing).toHaveLength(bills.length - withId.length)
  })
})
