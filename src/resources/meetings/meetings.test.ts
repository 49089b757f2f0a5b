import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectDetail, expectList } from '../../../test/support/service/expect.ts'
import { importRecords } from '../../../test/support/service/import-records.ts'
import { type Json, type Service, startService } from '../../../test/support/service/service.ts'
import { townRecords } from '../../../test/support/towns/town.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('meetings', () => {
  it('returns a meeting with everything that happened at it', async () => {
    const detail = expectDetail(await service.v1('meetings/2024-01-01-regular-council'))
    expect(detail).toMatchObject({
      start_time: '2024-01-01T19:00:00-08:00',
      chair: { slug: 'vera-ng', name: 'Vera Ng' },
      organization_slug: 'town-council',
      motions: [{ result: 'Carried', mover_name: 'Vera Ng', seconder_name: 'Stéphanie Roy' }],
    })
    expect(detail.attendance).toHaveLength(3)
    expect(detail.documents.map((document: { title: string }) => document.title)).toEqual([
      'Minutes',
      'Map 0',
    ])
  })

  it('shows what each agenda item belongs to, its documents and where it begins in the recording', async () => {
    const item = { kind: 'agenda_item', meeting_key: 'g-3', position: 90 } as const
    await importRecords(service, [
      {
        ...item,
        key: 'i-main',
        title: 'Consent',
        description: 'Taken together.',
        recommendation: 'That Committee recommend that Council mend the culvert.',
        video_url: 'https://video.example/?item=1',
        video_seconds: 95,
      },
      {
        ...item,
        key: 'i-part',
        title: 'Part',
        parent_key: 'i-main',
        documents: [{ title: 'Plan' }],
      },
    ])
    const detail = expectDetail(await service.v1('meetings/2024-01-16-regular-council'))
    const [main, part] = detail.agenda_items.slice(-2)
    expect(main).toMatchObject({
      parent_slug: null,
      description: 'Taken together.',
      recommendation: 'That Committee recommend that Council mend the culvert.',
      action: null,
      result: null,
      documents: [],
      video_url: 'https://video.example/?item=1',
      video_seconds: 95,
    })
    expect(part).toMatchObject({
      parent_slug: main.slug,
      description: null,
      recommendation: null,
      video_url: null,
      video_seconds: null,
      documents: [{ title: 'Plan', url: null, type: null, date: null }],
    })
    const ofItems = detail.agenda_items.flatMap(({ documents }: Json) => documents)
    expect(detail.documents.slice(1)).toEqual(ofItems)
    const { body: list } = await service.call('/api/ocd/pemberley/events?per_page=100')
    const listed: Json = JSON.parse(list).results.find((event: Json) =>
      event.start_date.startsWith('2024-01-16'),
    )
    const event = await service.call(`/api/ocd/pemberley/events/${encodeURIComponent(listed.id)}`)
    expect(event.body).toContain(
      '"Taken together.","Recommended in the agenda: That Committee recommend that Council mend the culvert."',
    )
    const found = await service.v1('search?q=mend+the+culvert&type=agenda_items')
    expect(expectList(found)).toMatchObject([{ title: 'Consent' }])
    const motions = await service.v1('search?q=mend+the+culvert&type=motions')
    expect(expectList(motions)).toEqual([])
  })

  it('takes one statement in addition to the lookup of key and municipality', async () => {
    service.statements.length = 0
    await service.v1('meetings')
    expect(service.statements).toHaveLength(2)
  })

  it('returns documents of the meeting before those of its items, in any order of import', async () => {
    const change = (text: string) => text.replace('"location":"Town Hall"', '"location":"Arena"')
    const titles = async () => {
      const detail = expectDetail(await service.v1('meetings/2024-01-01-regular-council'))
      return [detail.location, ...detail.documents.map(({ title }: { title: string }) => title)]
    }
    expect(await titles()).toEqual(['Town Hall', 'Minutes', 'Map 0'])
    await importRecords(service, JSON.parse(change(JSON.stringify(townRecords()))))
    expect(await titles()).toEqual(['Arena', 'Minutes', 'Map 0'])
  })
})
