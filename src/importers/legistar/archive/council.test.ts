import { describe, expect, it } from 'vitest'
import { readArchive } from '../../../../test/support/legistar/read-archive.ts'
import {
  townMeeting as event,
  townEventPath as eventPath,
  townMatter as matter,
} from '../../../../test/support/legistar/town.ts'

describe('the council of an archive', () => {
  const links = (AgendaFile: string | null, InSiteURL: string | null = null) => ({
    [eventPath]: { ...event, AgendaFile, InSiteURL, MinutesFile: null },
  })
  const attached = (Link: string) => ({
    'introduction/2024/0012.json': { ...matter, Attachments: [{ Name: 'Report', Link }] },
  })

  it.each<[string, Record<string, unknown>]>([
    ['a file', links('https://nyc.legistar1.com/nyc/meetings/2022/1/1_A.pdf')],
    ['another spelling', links('https://NYC.legistar2.com/NYC/meetings/1_A.pdf')],
    ['a file at Granicus', links('http://legistar1.granicus.com/nyc/meetings/1_A.pdf')],
    ['a page', links(null, 'https://nyc.legistar.com/MeetingDetail.aspx?ID=1')],
    [
      'an attachment, where no event tells',
      {
        ...links(null, 'https://legistar.council.nyc.gov/MeetingDetail.aspx?ID=1'),
        ...attached('https://nyc.legistar1.com/nyc/attachments/1.pdf'),
      },
    ],
  ])('is found in the URL of %s', async (_, changes) => {
    const { opened, errors } = await readArchive(changes)
    expect({ name: opened.name, errors }).toEqual({ name: 'legistar:nyc', errors: [] })
  })

  it('must be in at least one URL', async () => {
    for (const page of [null, 'http://webapi.legistar.com/x', 'https://legistar.town.example/x']) {
      const { errors } = await readArchive(links(null, page))
      expect(errors).toEqual([
        {
          location: 'events',
          subject: 'council',
          reason: expect.stringMatching(/^no file names the council: .*<client>\/…$/),
        },
      ])
    }
  })

  it('must be the same in all files', async () => {
    const other = { ...event, ID: 901, Items: [], MinutesFile: null }
    const { errors } = await readArchive({
      'events/2025/901.json': { ...other, AgendaFile: 'https://x.legistar1.com/nyc/1_A.pdf' },
      ...attached('https://seattle.legistar.com/View.ashx?ID=1'),
    })
    const reason = (client: string) =>
      `belongs to ${client}, the rest to town: import one council at a time`
    expect(errors).toEqual([
      { location: 'introduction/2024/0012.json', subject: 'matter 50', reason: reason('seattle') },
      { location: 'events/2025/901.json', subject: 'event 901', reason: reason('nyc') },
    ])
  })
})
