import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, textOf } from '../../../test/support/site/page-content.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function addCouncils(first: number, last: number): Promise<void> {
  const now = '2026-01-01T00:00:00.000Z'
  const rows = Array.from({ length: last - first + 1 }, (_, at) => ({
    ...{ slug: `council-${first + at}`, name: `Council ${first + at}`, url: null },
    ...{ division_id: `ocd-division/${first + at}`, jurisdiction_id: `${first + at}` },
    ...{ time_zone: 'America/Toronto', created_at: now, updated_at: now },
  }))
  await service.writing.db.insertInto('municipalities').values(rows).execute()
}

const councilsIn = (html: string) => hrefsOf(/<ul class="members">.*<\/ul>/s.exec(html)?.[0] ?? '')

describe('/search', () => {
  it('leads to the only council', async () => {
    for (const [query, target] of [
      ['', '/pemberley/search'],
      ['?q=%22safe+access%22%20%26', '/pemberley/search?q=%22safe+access%22+%26'],
      ['?q=a&q=b', '/pemberley/search'],
    ]) {
      const { status, headers } = await service.call(`/search${query}`)
      expect([status, headers.get('location')]).toEqual([302, target])
    }
  })

  it('lists the councils of a service with several', async () => {
    await addCouncils(1, 2)
    const { body } = await service.call('/search?q=<b>%22')
    expect(councilsIn(body)).toEqual(
      ['council-1', 'council-2', 'pemberley'].map((slug) => `/${slug}/search?q=%3Cb%3E%22`),
    )
    expect(body).not.toContain('<b>')
    expect(body).toContain('<meta name="robots" content="noindex"/>')
  })

  it('finds one of many councils by its name', async () => {
    await addCouncils(3, 400)
    const { body } = await service.call('/search?q=ditch&council=pember')
    expect(councilsIn(body)).toEqual(['/pemberley/search?q=ditch'])
    expect(body).toContain('<input type="hidden" name="q" value="ditch"/>')
    const missing = (await service.call('/search?q=ditch&council=zzz')).body
    expect(textOf(missing)).toContain('This service has no such council.')
    expect(councilsIn((await service.call('/search')).body)).toHaveLength(300)
  })

  it('is in the header of the home page', async () => {
    expect((await service.call('/')).body).toContain('<form action="/search" method="get">')
  })
})
