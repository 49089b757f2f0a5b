import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { live, servePortal } from '../../../test/support/civicweb/portal.ts'
import { collectItems } from '../../../test/support/imports/collect-items.ts'
import { checkRecord } from '../record-check.ts'

const records = process.env.REEVE_TEST_RECORDS ?? ''
const recorded = (path: string) => readFileSync(join(records, 'portals/civicweb', path), 'utf8')
const clock = { now: () => Date.UTC(2026, 8, 10, 12), monotonic: () => performance.now() }

/** What a portal yields that responds with the recorded calendar of a town, and these responses for one meeting. */
async function read(town: string, parts: Record<string, unknown> = {}) {
  const meetings = JSON.parse(recorded(`${town}/meetings.json`))
  const { url } = await servePortal({
    meetings,
    other: (path) => {
      if (town === 'simcoe-county-on' && path.startsWith('/Portal/'))
        return (response: ServerResponse) =>
          response.end(recorded('simcoe-county-on/meeting-types.html'))
      return Object.entries(parts).find(([end]) => path.endsWith(end))?.[1]
    },
  })
  const found = await collectItems(live, url, { clock })
  expect(found.errors).toEqual([])
  for (const { record } of found.records) expect(checkRecord(record.kind, record)).toEqual([])
  return { ...found, meetings: meetings as { Id: number; Name: string; Published: boolean }[] }
}

describe('the recorded portal', () => {
  it('of Dallas ISD names its bodies, and says what was called off', async () => {
    const { of, meetings } = await read('dallas-isd-tx')
    expect(of('meeting')).toHaveLength(meetings.length)
    const cancelled = meetings.filter(({ Name }) => /cancel/i.test(Name))
    const found = of('meeting').filter(({ status }) => status === 'cancelled')
    expect(found.map(({ key }) => Number(key)).sort()).toEqual(cancelled.map(({ Id }) => Id).sort())
    expect(of('meeting').filter(({ title }) => /\b20\d\d\b/.test(title))).toEqual([])
  })

  it('of Las Cruces has a cancelled meeting with its items, and its minutes as PDF', async () => {
    const { of } = await read('las-cruces-nm', {
      '/10669/meetingDocuments': JSON.parse(recorded('las-cruces-nm/meetingDocuments.json')),
      '/videolink/10669': JSON.parse(recorded('las-cruces-nm/videolink.json')),
    })
    const meeting = of('meeting').find(({ key }) => key === '10669')
    expect(meeting).toMatchObject({
      status: 'cancelled',
      title: 'Work Session',
      has_minutes: true,
      video_url: 'https://www.youtube.com/watch?v=SHlqV-UB5wc',
    })
    const items = of('agenda_item').map(({ item_number, title }) => `${item_number} ${title}`)
    expect(items).toEqual([
      '1 JOBS OF THE WEEK',
      '2 PETS OF THE WEEK',
      '3 AGENDA ITEM',
      '3.1 CITY STRATEGIC PLAN REPORT.',
      '3.2 6TH SEMI-ANNUAL POLICE AUDIT REPORT PRESENTED BY THE OIR GROUP.',
    ])
    expect(of('agenda_item').flatMap(({ documents }) => documents ?? [])).toHaveLength(2)
    expect(of('agenda_item').map(({ description }) => description)).toEqual(Array(5).fill(null))
  })

  it('of Simcoe County names its bodies on the page of its schedule', async () => {
    const { of } = await read('simcoe-county-on')
    const joint = of('meeting').find(({ title }) => title.startsWith('Joint Council'))
    expect(joint).toMatchObject({ organization_key: 'type:10', status: 'scheduled' })
    expect(of('organization').find(({ key }) => key === 'type:10')?.name).toBe('Council')
  })
})
