import { afterAll, beforeAll, expect, it } from 'vitest'
import { importRecords } from '../../test/support/service/import-records.ts'
import { type Service, startService } from '../../test/support/service/service.ts'
import { pastMeeting } from '../../test/support/towns/past-meeting.ts'
import { town } from '../../test/support/towns/town.ts'
import { withheldMark } from '../core/passages.ts'

const slug = '2024-02-06-hearing-of-withheld'
let service: Service

beforeAll(async () => {
  service = await startService()
  const title = `Hearing of ${withheldMark}`
  await importRecords(service, [pastMeeting('g-wells', { title, date: '2024-02-06' })], {
    isPartial: true,
  })
})
afterAll(() => service.stop())

const read = async (path: string) =>
  (await service.call(path, { headers: { accept: 'text/html' }, key: null })).body

// The second time from the cache.
it.each(['first', 'second'])('is in the language of the page, the %s time', async () => {
  for (const path of [`${town.slug}/meetings/${slug}`, `${town.slug}/meetings`]) {
    const french = await read(`/fr/${path}`)
    expect(french).toContain('Hearing of [retiré]')
    expect(french).not.toContain(withheldMark)
    expect(await read(`/${path}`)).toContain(`Hearing of ${withheldMark}`)
  }
})

it('is the stored one in French tables and in the API', async () => {
  expect((await service.v1(`meetings/${slug}`)).json.data.title).toBe(`Hearing of ${withheldMark}`)
  expect(await read(`/${town.slug}/meetings.csv`)).toContain(withheldMark)
})
