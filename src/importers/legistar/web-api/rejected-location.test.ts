import { describe, expect, it } from 'vitest'
import { collectItems } from '../../../../test/support/imports/collect-items.ts'
import {
  live,
  replaced,
  responsesOf,
  serveLegistar,
} from '../../../../test/support/legistar/live.ts'
import type { LegistarResponses } from '../../../../test/support/legistar/server.ts'
import { townFiles } from '../../../../test/support/legistar/town.ts'

async function read(responses: LegistarResponses) {
  const server = await serveLegistar(responses)
  return { server, ...(await collectItems(live, server.base)) }
}

describe('an invalid server or location', () => {
  it('is reported with URL, row and reason for invalid rows', async () => {
    const responses = await responsesOf(townFiles)
    const { errors, server } = await read(
      replaced(
        responses,
        { Persons: [{ PersonId: 7, PersonFullName: 12 }] },
        {
          'EventItems/9003/Votes': [{ VoteId: 3, VotePersonId: 'seven' }],
          'Events/900/EventItems': [{ EventItemId: 4, EventItemTitle: 5 }],
        },
      ),
    )
    expect(errors).toEqual([
      {
        location: expect.stringContaining(`${server.base}/Persons?$filter=PersonId+gt+0`),
        subject: 'Persons 7',
        reason: 'PersonFullName must be a string or null; found 12',
      },
      {
        location: `${server.base}/EventItems/9003/Votes`,
        subject: 'vote 3',
        reason: 'VotePersonId must be an integer or null; found "seven"',
      },
      {
        location: expect.stringContaining(`${server.base}/Events/900/EventItems?`),
        subject: 'item 4',
        reason: 'EventItemTitle must be a string or null; found 5',
      },
    ])
  })

  it('ends the import if a list is missing, or if the server ignores filters', async () => {
    const responses = await responsesOf(townFiles)
    const noList = await serveLegistar({ list: () => undefined, part: () => ({}) })
    await expect(collectItems(live, noList.base)).rejects.toThrow(/did not respond with a list/)
    const noFilter = await serveLegistar({ list: () => undefined, part: responses.list })
    await expect(collectItems(live, noFilter.base)).rejects.toThrow(
      /responded with rows that are not in the order of PersonId$/,
    )
  })

  it('ends the import if a list returns 404', async () => {
    const server = await serveLegistar(replaced(await responsesOf({}), {}), {
      misbehaviour: ({ path }) => (path === 'OfficeRecords' ? { status: 404 } : undefined),
    })
    await expect(collectItems(live, server.base)).rejects.toThrow(
      /\/OfficeRecords\?\S+ responded with 404; nothing was imported$/,
    )
  })

  it.each(['https://webapi.legistar.com/v1/seattle', 'https://webapi.legistar.com/v1/Seattle/'])(
    'has the council in its source name: %s',
    async (location) => {
      expect((await live.open(location)).name).toBe('legistar:seattle')
    },
  )

  it('is rejected before any request if it is not the URL of a council', async () => {
    const none = ['data/hid', 'ftp://x/v1/hid', 'https://w.example', 'w.example/v1/x?token=hid']
    for (const location of [...none, 'https://w.example/v1/x/hid', 'https:/u:hid@'])
      await expect(live.open(location)).rejects.toThrow(/^(?!.*hid).* https:.*<client>$/)
    for (const location of ['https://w.example/v1/nyc?token=hid', 'https://u:hid@w.example/v1/nyc'])
      await expect(live.open(location)).rejects.toThrow(/^(?!.*hid).*LEGISTAR_TOKEN/)
  })
})
