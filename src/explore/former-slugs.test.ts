import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectDetail, expectList } from '../../test/support/service/expect.ts'
import { importRecords } from '../../test/support/service/import-records.ts'
import { type Service, startService } from '../../test/support/service/service.ts'
import { pastMeeting } from '../../test/support/towns/past-meeting.ts'
import { town } from '../../test/support/towns/town.ts'

const votes = [1, 2].map((position) => ({
  ...{
    kind: 'motion',
    key: `well-${position}`,
    meeting_key: 'g-wells',
    position,
    date: '2024-02-06',
  },
  ...{ text: `That well ${position} be capped.`, result: 'Carried' },
}))
const meeting = pastMeeting('g-wells', { title: 'Wells Board', date: '2024-02-06' })

let service: Service
let former: string[]
let current: string[]

const slugsOf = async () => {
  const rows = expectList(await service.v1('motions?date_from=2024-02-06&date_to=2024-02-06'))
  const slugs = rows.map(({ slug }) => String(slug))
  return slugs.filter((slug) => slug.startsWith('2024-02-06')).toSorted()
}

beforeAll(async () => {
  service = await startService()
  await importRecords(service, votes, { isPartial: true })
  former = await slugsOf()
  await importRecords(service, [meeting], { isPartial: true })
  current = await slugsOf()
})
afterAll(() => service.stop())

describe('the address that a motion had before its meeting was on record', () => {
  it('is no longer the one in lists', () => {
    expect(former.every((slug) => /^2024-02-06-motion-[\da-f]{8}$/.test(slug))).toBe(true)
    expect(current).toEqual(['2024-02-06-wells-board-motion-1', '2024-02-06-wells-board-motion-2'])
  })

  it('leads programs to the motion', async () => {
    const responses = await Promise.all(former.map((slug) => service.v1(`motions/${slug}`)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    const found = responses.map((response) => String(expectDetail(response).slug))
    expect(found.toSorted()).toEqual(current)
  })

  it.each(['', '/fr'])('leads readers of %s/ to its page, with what follows', async (prefix) => {
    const base = `${prefix}/${town.slug}/motions`
    const { status, headers } = await service.call(`${base}/${former[0]}?embed=1`, {
      headers: { accept: 'text/html' },
    })
    expect(status).toBe(308)
    const [path, query] = (headers.get('location') ?? '').split('?')
    expect([current.map((slug) => `${base}/${slug}`), query]).toEqual([
      expect.arrayContaining([path]),
      'embed=1',
    ])
  })

  it.each(['', '/fr'])('leads feed readers of %s/ to its feed', async (prefix) => {
    const base = `${prefix}/feeds/${town.slug}/motions`
    const { status, headers } = await service.call(`${base}/${former[0]}.atom`)
    expect(status).toBe(308)
    const feeds = current.map((slug) => `${base}/${slug}.atom`)
    expect(feeds).toContain(headers.get('location'))
  })

  it('leads from no path of another kind of record', async () => {
    expect((await service.v1(`matters/${former[0]}`)).status).toBe(404)
  })
})
