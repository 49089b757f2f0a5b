import { describe, expect, it } from 'vitest'
import { collectItems, writeFolder } from '../../test/support/imports/collect-items.ts'
import { live, replaced, responsesOf, serveLegistar } from '../../test/support/legistar/live.ts'
import { readArchive } from '../../test/support/legistar/read-archive.ts'
import { largerTown, townEventPath, townMeeting } from '../../test/support/legistar/town.ts'
import { readPortal, withEntry } from '../../test/support/towns/escribe-portal.ts'
import { pupaTown } from '../../test/support/towns/pupa-town.ts'
import { isWebUrl, toUrl } from '../core/web-url.ts'
import { openCivicData } from './open-civic-data/index.ts'
import { checkRecord } from './record-check.ts'

const invalid = [
  'https://',
  'https://[',
  'https://town.example:99999/',
  'https://%zz.example/',
  'https://ann:secret@town.example/',
  'https://ann@town.example/',
  'https://town.example/a b',
  'ftp://town.example/',
  `https://town.example/${'a'.repeat(4000)}`,
]

describe('a link', () => {
  it.each(invalid)('is not %s', (text) => expect(isWebUrl(text)).toBe(false))

  it.each([
    'https://town.example',
    'http://town.example:8080/a?b=c@d.example#e',
    'https://town.example/@council/minutes%20of%20May.pdf',
    'https://mairie.example/procès-verbaux',
    'https://[2001:db8::1]/',
  ])('is %s', (text) => expect(isWebUrl(text)).toBe(true))

  it.each([
    [' https://town.example/minutes of May.pdf ', 'https://town.example/minutes%20of%20May.pdf'],
    ['See the clerk', null],
    ['', null],
    [null, null],
  ])('in a source is read from %j', (text, url) => expect(toUrl(text)).toBe(url))
})

const rule = 'must be an http or https URL (no spaces, no password)'
const [broken, secret] = ['https://[', 'https://ann:secret@town.example/']

describe('an invalid link is skipped with a warning', () => {
  it.each<[string, () => Promise<Awaited<ReturnType<typeof collectItems>>>, string, string[]]>([
    [
      'a Legistar archive',
      () => readArchive({ [townEventPath]: { ...townMeeting, VideoPath: secret } }),
      'meeting 900',
      ['video_url'],
    ],
    [
      'the Web API of Legistar',
      async () => {
        const responses = await responsesOf(largerTown(1))
        const people = responses.list('Persons') ?? []
        const changed = people.map((row) => ({ ...row, PersonWWW: secret, PersonEmail: 'a@"b"' }))
        const server = await serveLegistar(replaced(responses, { Persons: changed.slice(0, 1) }))
        return collectItems(live, server.base)
      },
      'person 7',
      ['source_url', 'contact_details/0', 'contact_details/1'],
    ],
    [
      'a folder of pupa',
      async () => {
        const person = { ...pupaTown['person_c.json'], image: broken }
        const files = { ...pupaTown, 'person_c.json': person }
        return collectItems(openCivicData, await writeFolder(files))
      },
      'person',
      ['image_url'],
    ],
    [
      'a portal of eSCRIBE',
      () =>
        readPortal(
          withEntry({ MeetingDocumentLink: [{ Title: 'Agenda', Type: 'Agenda', Url: secret }] }),
        ),
      'meeting',
      ['agenda_url', 'documents/0/url'],
    ],
  ])('in %s', async (_, read, subject, fields) => {
    const { warnings, errors, records } = await read()
    expect(errors).toEqual([])
    const skipped = warnings.filter(({ reason }) =>
      / must be .*; (?:skipped|omitted)$/.test(reason),
    )
    const found = skipped.filter((warning) => warning.subject.startsWith(subject))
    expect(found.map(({ reason }) => reason.split(' ')[0])).toEqual(fields)
    expect(found[0]?.reason).toBe(`${fields[0]} ${rule}; skipped`)
    for (const { record } of records) expect(checkRecord(record.kind, record)).toEqual([])
    expect(JSON.stringify([records, warnings])).not.toContain('secret')
  })
})
