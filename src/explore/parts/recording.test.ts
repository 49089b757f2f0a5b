import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { hrefsOf, textOf } from '../../../test/support/site/page-content.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const browser = { headers: { accept: 'text/html' } }

const item = (meeting_key: string, key: string, position: number, changes = {}) => ({
  ...{ kind: 'agenda_item', key, meeting_key, position, title: `On ${key}` },
  item_number: String(position),
  ...changes,
})
const motion = (meeting_key: string, agenda_item_key: string | null) => ({
  ...{ kind: 'motion', key: `m-${agenda_item_key ?? meeting_key}`, meeting_key, position: 1 },
  ...{ identifier: agenda_item_key ?? meeting_key, agenda_item_key },
  ...{ text: 'That the weir be mended.', result: 'Carried' },
})
const said = (agenda_item_key: string | null, start_seconds: number | null) => ({
  ...{ text: 'The weir leaks.', agenda_item_key, start_seconds },
})

const filmed = [
  pastMeeting('filmed', {
    video_url: 'https://youtu.be/weir',
    video_duration_seconds: 7200,
    key_statements: [
      said('mill', 900),
      said('mill', 754),
      said('mill', null),
      said('weir', 60),
      said('quay', 30),
      said(null, 5),
      said('late', 7300),
    ],
  }),
  item('filmed', 'weir', 1, { video_seconds: 3725 }),
  item('filmed', 'mill', 2),
  item('filmed', 'quay', 3, { video_url: 'https://portal.example/?Item=3' }),
  item('filmed', 'path', 4),
  item('filmed', 'late', 5),
  // Of the same title as one with a statement.
  item('filmed', 'twin', 6, { title: 'On mill' }),
  // Part of one with a statement.
  item('filmed', 'part', 7, { parent_key: 'mill' }),
  ...['weir', 'mill', 'quay', 'path', 'late', 'twin', 'part'].map((key) => motion('filmed', key)),
  motion('filmed', null),
]

const records = [
  ...filmed,
  pastMeeting('player', {
    date: '2024-02-02',
    video_url: 'https://player.example/clip/4',
    key_statements: [said('lock', 754)],
  }),
  item('player', 'lock', 1),
  motion('player', 'lock'),
  pastMeeting('unseen', { date: '2024-03-03', key_statements: [said('gate', 754)] }),
  item('unseen', 'gate', 1),
  motion('unseen', 'gate'),
]

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf(records) })
})
afterAll(() => service.stop())

const open = async (path: string) => {
  const { body } = await service.call(path, browser)
  const main = /<main.*<\/main>/s.exec(body)?.[0] ?? ''
  return {
    text: textOf(main),
    links: hrefsOf(main).filter((href) => /youtu|portal|player/.test(href)),
  }
}
const motionPage = (slug: string) => open(`/pemberley/motions/motion-${slug}`)
const begins = 'Video (2 h 0 min), from its beginning, not from this motion'

describe('the recording of a motion', () => {
  it.each([
    ['weir', 'Watch this item (at 1:02:05)', 'https://youtu.be/weir?t=3725s'],
    ['mill', 'Watch from the first statement on this item (12:34)', 'https://youtu.be/weir?t=754s'],
    ['quay', 'Watch this item', 'https://portal.example/?Item=3'],
    ['path', begins, 'https://youtu.be/weir'],
    ['late', begins, 'https://youtu.be/weir'],
    ['twin', begins, 'https://youtu.be/weir'],
    ['part', begins, 'https://youtu.be/weir'],
    ['filmed', begins, 'https://youtu.be/weir'],
  ])('on %s is called "%s"', async (slug, name, url) => {
    const { text, links } = await motionPage(slug)
    expect(text).toContain(`Recording${name}`)
    expect(links).toEqual([url])
  })

  it('has its time, and begins at the beginning, where its host has no link to a time', async () => {
    const { text, links } = await motionPage('lock')
    expect(text).toContain('First statement on this item: 12:34 in the recording')
    expect(text).toContain('Video, from its beginning, not from this motion')
    expect(links).toEqual(['https://player.example/clip/4'])
  })

  it('has its time alone where nothing says where it is', async () => {
    const { text, links } = await motionPage('gate')
    expect(text).toContain('RecordingFirst statement on this item: 12:34 in the recording')
    expect(text).not.toContain('from its beginning')
    expect(links).toEqual([])
  })

  it('is named in French', async () => {
    const page = async (slug: string) => (await open(`/fr/pemberley/motions/motion-${slug}`)).text
    expect(await page('weir')).toContain('EnregistrementRegarder ce point (à 1:02:05)')
    expect(await page('mill')).toContain(
      'Regarder à partir de la première déclaration sur ce point (12:34)',
    )
    expect(await page('path')).toContain(
      'Vidéo (2 h 0 min), depuis son début et non depuis cette motion',
    )
    expect(await page('gate')).toContain(
      'Première déclaration sur ce point\u00a0: 12:34 dans l’enregistrement',
    )
  })
})

it('opens on the page of a meeting where each item is, and nowhere for one without a time', async () => {
  const { text, links } = await open('/pemberley/meetings/2024-01-05-council')
  expect(text).toContain('Watch this item (at 1:02:05)')
  expect(text.match(/Watch from the first statement on this item \(12:34\)/g)).toHaveLength(1)
  // The whole film first; three items; and the statements, of which one has no time.
  expect(links.slice(0, 4)).toEqual([
    'https://youtu.be/weir',
    'https://youtu.be/weir?t=3725s',
    'https://youtu.be/weir?t=754s',
    'https://portal.example/?Item=3',
  ])
})

const times = [
  ['weir', 3725, 'item'],
  ['mill', 754, 'statement'],
  ['quay', null, null],
  ['path', null, null],
  ['late', null, null],
  ['twin', null, null],
  ['part', null, null],
]
type Json = Record<string, unknown>
const timeOf = ({ video_seconds, video_seconds_from }: Json) => [video_seconds, video_seconds_from]

describe('the time of an item', () => {
  it('is in v1 with whose it is, of the meeting and of the motion', async () => {
    const { data } = (await service.v1('meetings/2024-01-05-council')).json
    expect(
      data.agenda_items.map((one: Json, at: number) => [times[at]?.[0], ...timeOf(one)]),
    ).toEqual(times)
    for (const [slug, ...time] of times)
      expect(timeOf((await service.v1(`motions/motion-${slug}`)).json.data), `${slug}`).toEqual(
        time,
      )
    expect(timeOf((await service.v1('motions/motion-filmed')).json.data)).toEqual([null, null])
  })
})
