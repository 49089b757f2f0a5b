import { describe, expect, it } from 'vitest'
import { collectItems, writeFolder } from '../../../../test/support/imports/collect-items.ts'
import { readArchive } from '../../../../test/support/legistar/read-archive.ts'
import {
  townMeeting as event,
  townEventPath as eventPath,
  townMatter as matter,
} from '../../../../test/support/legistar/town.ts'
import { legistarArchive } from './archive.ts'

describe('an incomplete archive', () => {
  it('reports which files it lacks, so that a prune does not remove their records', async () => {
    expect((await readArchive()).opened.gaps?.()).toEqual([])
    const folder = await writeFolder({ [eventPath]: event })
    const { opened } = await collectItems(legistarArchive, folder)
    expect(opened.gaps?.().map(({ location }) => location)).toEqual([
      ...['people', 'introduction, resolution, land_use'],
    ])
  })
})

describe('an archive with odd records', () => {
  it('names an attachment without a name by its link', async () => {
    const Link = 'https://town.legistar1.com/town/attachments/1.pdf'
    const { errors, warnings, of } = await readArchive({
      'introduction/2024/0012.json': { ...matter, Attachments: [{ ID: 1, Name: ' ', Link }] },
    })
    expect(errors).toEqual([])
    expect(warnings.map(({ reason }) => reason)).toContain(
      'documents/1/title is blank; named by its link',
    )
    expect(of('matter')[0]?.documents?.[1]).toMatchObject({ title: Link, url: Link })
  })

  it('splits the text of a law that is too long', async () => {
    const text = `Section 1. ${'Plough. '.repeat(260_000)}`
    const { errors, of } = await readArchive({
      'introduction/2024/0012.json': { ...matter, Text: text },
    })
    expect(errors).toEqual([])
    const sections = of('matter')[0]?.documents?.[0]?.sections ?? []
    expect(sections.map(({ title }) => title)).toEqual(['Section 1', undefined])
    expect(sections.map(({ text }) => text).join(' ')).toBe(text.trim())
  })

  it('omits what has no name or date', async () => {
    const { errors, warnings, of } = await readArchive({
      'people/unnamed.json': { ID: 99, FullName: '' },
      [eventPath.replace('900', '901')]: { ...event, ID: 901, Date: 'soon', Items: [] },
    })
    expect(errors).toEqual([])
    expect(warnings.map(({ subject, reason }) => `${subject}: ${reason}`)).toEqual(
      expect.arrayContaining([
        'person 99: name must not be blank; found ""; the person is omitted',
        'meeting 901: date must be a real date written YYYY-MM-DD; found "soon"; the meeting is omitted',
      ]),
    )
    expect(of('meeting').map(({ key }) => key)).not.toContain('901')
  })
})

describe('an invalid archive', () => {
  it.each([
    ['{\n  "ID": 900,\n  "Items": [,]\n}', `${eventPath}:3:13`, /^is not valid JSON/],
    ['{\n  "ID": "900"\n}', `${eventPath}:2`, /^ID must be an integer; found "900"$/],
    [Buffer.from([0x7b, 0xff, 0x7d]), `${eventPath}`, /^is not valid UTF-8$/],
  ])('is rejected with the line of an invalid file: %j', async (content, location, reason) => {
    const { errors } = await readArchive({ [eventPath]: content })
    expect(errors).toContainEqual({
      location,
      subject: 'event',
      reason: expect.stringMatching(reason),
    })
  })

  it('is rejected if a field has the wrong type; the file is not skipped', async () => {
    const { errors } = await readArchive({
      'introduction/2024/0012.json': { ...matter, LastModified: 5 },
    })
    expect(errors.map(({ location, reason }) => `${location}: ${reason}`)).toEqual([
      expect.stringMatching(
        /^introduction\/2024\/0012\.json:\d+: LastModified must be a string or null; found 5$/,
      ),
    ])
  })

  it('has a line for an error in a record', async () => {
    const text = JSON.stringify(event, null, 1)
    const { opened } = await readArchive({ [eventPath]: text })
    const line = text.split('\n').findIndex((content) => content.includes('"ID": 9003')) + 1
    expect(await opened.locate?.(`${eventPath}#/Items/2/ID`)).toBe(`${eventPath}:${line}`)
  })

  it('is rejected if it has none of the folders of an archive', async () => {
    const folder = await writeFolder({ 'readme.txt': 'nothing' })
    await expect(legistarArchive.open(folder)).rejects.toThrow(
      /does not contain people\/\*\.json, introduction\/\*\.json/,
    )
    await expect(legistarArchive.open(`${folder}/none`)).rejects.toThrow('does not exist')
  })
})
