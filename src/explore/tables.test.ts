import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectError } from '../../test/support/service/expect.ts'
import { type Service, startService } from '../../test/support/service/service.ts'
import { hrefsOf } from '../../test/support/site/page-content.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('a table of the pages', () => {
  it.each([
    ['votes.csv?value=Against', 'votes?value=Against'],
    ['people/vera-ng/votes.csv', 'votes?person=vera-ng'],
    ['people/vera-ng/votes.csv?value=For', 'votes?person=vera-ng&value=For'],
    ['motions.csv?result=Carried', 'motions?result=Carried'],
    ['meetings.csv', 'meetings?'],
    ['meetings.csv?per_page=all&cursor=x', 'meetings?'],
    ['people.csv', 'people?'],
    ['matters.csv', 'matters?'],
    ['bylaws.csv', 'bylaws?'],
    ['bodies.csv', 'organizations?'],
    ['agreement.csv?organization=town-council', 'agreement?organization=town-council'],
    ['declarations.csv?person=vera-ng', 'declarations?person=vera-ng'],
  ])('%s is the list of the API, without a key', async (table, list) => {
    const shown = await service.call(`/pemberley/${table}`)
    expect(shown.status).toBe(200)
    expect(shown.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    const sent = await service.v1(`${list}&format=csv`)
    expect(shown.body).toBe(sent.body)
    expect(shown.headers.get('reeve-rows')).toBe(sent.headers.get('reeve-rows'))
    expect(Number(sent.headers.get('reeve-rows'))).toBeGreaterThan(0)
  })

  it.each([
    [
      'motions',
      'identifier,tally.for,tally.against,tally.abstain,tally.absent,tally.weighted.for,tally.weighted.against,organization,organization_slug,agenda_item_slug,matter_slug,vote_basis',
    ],
    ['bylaws', 'passed_date,enacted_date,vetoed'],
    [
      'meetings',
      'organization_slug,start_time,end_time,location,status,status_note,video_url,minutes_url,agenda_url,end_date',
    ],
    ['matters', 'bylaw.slug,bylaw.title,bylaw.bylaw_number'],
    ['bodies', 'founding_date,dissolution_date'],
  ])('%s.csv ends with what was decided, by whom and when', async (table, columns) => {
    const { body } = await service.call(`/pemberley/${table}.csv`)
    const [head = [], ...rows] = parse(body, { bom: true, record_delimiter: '\r\n' }) as string[][]
    const names = columns.split(',')
    expect(head.slice(head.indexOf('updated_at') + 1)).toEqual(names)
    const filled = names.filter((name) => rows.some((row) => row[head.indexOf(name)] !== ''))
    if (table !== 'bodies') expect(filled.length).toBeGreaterThan(1)
  })

  it('of motions has the counts, the body and the matter of each', async () => {
    const { body } = await service.call('/pemberley/motions.csv')
    const rows = parse(body, { columns: true, bom: true }) as Record<string, string>[]
    for (const row of rows.slice(0, 20)) {
      const { data } = (await service.v1(`motions/${row.slug}`)).json
      expect(row).toMatchObject({
        'tally.for': String(data.tally.for ?? ''),
        'tally.against': String(data.tally.against ?? ''),
        organization: data.organization ?? '',
        matter_slug: data.matter_slug ?? '',
      })
    }
  })

  it('of a person has the name of that person', async () => {
    const { headers } = await service.call('/pemberley/people/vera-ng/votes.csv')
    expect(headers.get('content-disposition')).toMatch(/"pemberley-vera-ng-votes-[\d-]{10}\.csv"/)
  })

  it('of a person or a council that does not exist is not found', async () => {
    expectError(
      await service.call('/pemberley/people/no-such-person/votes.csv'),
      'PERSON_NOT_FOUND',
    )
    expect((await service.call('/netherfield/votes.csv')).status).toBe(404)
    expect((await service.call('/pemberley/votes.csv?date_from=never')).status).toBe(400)
  })

  it('is not sent again while it is current', async () => {
    const { headers } = await service.call('/pemberley/votes.csv')
    const condition = { 'if-none-match': headers.get('etag') ?? '' }
    expect((await service.call('/pemberley/votes.csv', { headers: condition })).status).toBe(304)
  })

  it('is limited by the address of the client, which pages are not', async () => {
    const limited = await startService({ settings: { openRateLimit: 2 } })
    for (const table of ['votes.csv', 'people.csv'])
      expect((await limited.call(`/pemberley/${table}`)).status).toBe(200)
    const rejected = await limited.call('/pemberley/motions.csv')
    expectError(rejected, 'RATE_LIMIT_EXCEEDED')
    expect(rejected.headers.get('retry-after')).toBe('60')
    expect((await limited.call('/pemberley/motions')).status).toBe(200)
    await limited.stop()
  })
})

describe('a page', () => {
  it.each([
    ['votes?value=For&view=grid', 'votes?value=For'],
    ['motions?result=Carried', 'motions?result=Carried'],
    ['meetings?organization=town-council', 'meetings?organization=town-council'],
    ['people?all=true', 'people?'],
    ['people/vera-ng?value=Against', 'votes?person=vera-ng&value=Against'],
    ['matters', 'matters?'],
    ['bylaws', 'bylaws?'],
    ['bodies', 'organizations?'],
  ])('%s leads to its table for spreadsheets, in both languages', async (page, list) => {
    const { headers } = await service.v1(`${list}&format=csv`)
    for (const prefix of ['', '/fr']) {
      const { body } = await service.call(`${prefix}/pemberley/${page}`)
      const [href = ''] = hrefsOf(body).filter((link) => link.includes('.csv'))
      const table = await service.call(href)
      expect(table.status).toBe(200)
      expect(table.headers.get('reeve-rows')).toBe(headers.get('reeve-rows'))
      expect(parse(table.body, { bom: true, record_delimiter: '\r\n' })[0]).toContain('url')
    }
  })
})
