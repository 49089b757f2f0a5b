import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { document, live, meeting, servePortal } from '../../../test/support/civicweb/portal.ts'
import { collectItems } from '../../../test/support/imports/collect-items.ts'

const clock = { now: () => Date.UTC(2026, 1, 10, 12), monotonic: () => performance.now() }

async function read(meetings: unknown, documents: unknown = []) {
  const { url } = await servePortal({
    meetings: [],
    other: (path) => {
      if (path.includes('meetings?from=')) return meetings
      return path.endsWith('/meetingDocuments') ? documents : undefined
    },
  })
  return collectItems(live, url, { clock })
}

describe('a URL that is not a portal', () => {
  it.each([
    [{ error: 'no' }, 'did not respond with a list of meetings: this is not the address of a Civ'],
    [
      (response: ServerResponse) => response.writeHead(404).end(),
      'responded with 404: this is not the address of a CivicWeb portal; nothing was imported',
    ],
    [
      (response: ServerResponse) => response.end('<html>Welcome</html>'),
      'did not respond with JSON',
    ],
    [[], 'lists no meetings; nothing was imported: if the council has moved to another portal'],
  ])('is rejected for %j', async (response, message) => {
    await expect(read(response)).rejects.toThrow(message)
  })

  it.each(['portal', 'ftp://town.example', 'https://a:b@town.example'])(
    'is rejected if it is %s',
    async (location) => {
      await expect(live.open(location)).rejects.toThrow(
        'the location must be the URL of a portal, such as https://<town>.civicweb.net',
      )
    },
  )

  it('is asked for nothing if its robots.txt says so', async () => {
    const { url, requests } = await servePortal({
      meetings: [meeting()],
      other: (path) =>
        path === '/robots.txt'
          ? (response: ServerResponse) => response.end('User-agent: *\nDisallow: /Services/')
          : undefined,
    })
    await expect(live.open(url)).rejects.toThrow('does not allow programs to read')
    expect(requests).toEqual(['/robots.txt'])
  })
})

describe('odd responses', () => {
  it('with a wrong type are errors, with their location', async () => {
    const { errors } = await read([meeting({ Id: 'seven' })])
    expect(errors[0]?.reason).toContain('Id must be')
    const { errors: ofDocuments } = await read([meeting()], [document({ Html: 7 })])
    expect(ofDocuments[0]?.location).toContain('/7/meetingDocuments')
  })

  it('without a day or name omit the meeting, with a warning', async () => {
    const { of, warnings } = await read([
      meeting({ MeetingDate: null, MeetingDateTime: 'soon' }),
      meeting({ Id: 8, Name: ' ' }),
      meeting({ Id: 9 }),
    ])
    expect(of('meeting').map(({ key }) => key)).toEqual(['9'])
    expect(warnings.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining([
        'MeetingDateTime must be a real date and time written YYYY-MM-DD HH:MM; found "soon"; the meeting is omitted',
        'has no Name; the meeting is omitted',
      ]),
    )
  })

  it('nested very deep are not read, and the meeting stays', async () => {
    const deep = `${'<div>'.repeat(500)}Budget`
    const { of, warnings } = await read([meeting()], [document({ Html: deep })])
    expect(of('meeting')).toHaveLength(1)
    expect(warnings.map(({ reason }) => reason)).toContain(
      'is not an agenda of a known form; its items are not read',
    )
  })
})
