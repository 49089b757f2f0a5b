import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../test/support/service/service.ts'
import { textOf } from '../../test/support/site/page-content.ts'
import { pastMeeting } from '../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../test/support/towns/town.ts'

const step = (position: number, description: string, classification: string[], changes = {}) => ({
  ...{ kind: 'action', key: `s-${position}`, matter_key: 'weir', position },
  ...{ date: `2024-01-0${position}`, description, classification, ...changes },
})

const text = 'The weir is to be mended with stone from the quarry.'
const records = [
  pastMeeting('m', {
    summary: 'The weir is to be mended, and the ferry is put off to the spring.',
    documents: [
      {
        ...{ type: 'agenda', title: 'Agenda', language: 'en' },
        url: 'https://pemberley.example/agenda.pdf',
      },
    ],
    agenda_url: 'https://pemberley.example/agenda.pdf',
  }),
  {
    ...{ kind: 'matter', key: 'weir', title: 'Repair of the weir', identifier: 'W-1' },
    plain_english_summary: 'The weir is mended.',
    documents: [{ title: 'Study', language: 'en', sections: [{ text }] }],
  },
  step(1, 'Report published', ['filing']),
  step(2, 'Sent Around by Reeve', ['referral']),
  step(3, 'Bell Rung', []),
  step(4, 'Renvoi au comité pour étude par les membres du conseil', ['referral']),
  {
    ...{ kind: 'motion', key: 'n', meeting_key: 'm', position: 1, identifier: '7' },
    ...{ text: `THAT ${text}`, result: 'Carried' },
  },
  {
    ...{ kind: 'matter', key: 'pont', title: 'Réfection du pont et de la route par la Ville' },
    identifier: 'P-1',
    plain_english_summary: 'La Ville refait le pont et les quais de la gare.',
    documents: ['bridge', 'road'].map((name) => ({
      ...{ title: `Plan of the ${name}`, language: 'en' },
      url: `https://pemberley.example/${name}.pdf`,
    })),
  },
]

let service: Service
beforeAll(async () => {
  service = await startService({ source: sourceOf(records) })
})
afterAll(() => service.stop())

const open = async (path: string) =>
  (await service.call(path, { headers: { accept: 'text/html' } })).body
const read = async (path: string) => textOf(/<main.*<\/main>/s.exec(await open(path))?.[0] ?? '')

describe('a step on a page in French', () => {
  it('has one name: that of the page, or else that of the source', async () => {
    const page = await read('/fr/pemberley/matters/w-1')
    expect(page).toContain('1er janvier 2024Publication du rapport')
    expect(page).toContain('2 janvier 2024Renvoi')
    expect(page).toContain('3 janvier 2024Bell Rung')
    expect(page).toContain('4 janvier 2024Renvoi au comité pour étude')
    expect(page).not.toMatch(/Report published|Sent Around|Dépôt|conseil · Renvoi/)
  })

  it('has the words of the source in English, and in a hint', async () => {
    expect(await read('/pemberley/matters/w-1')).toContain('January 2, 2024Sent Around by Reeve')
    expect(await open('/fr/pemberley/matters/w-1')).toContain('title="Sent Around by Reeve"')
  })
})

describe('what is in another language than the page', () => {
  it.each([
    ['/fr/pemberley/matters/w-1', 'Texte en anglais'],
    ['/fr/pemberley/matters/w-1', 'En langage clair (en anglais)The weir is mended.'],
    [
      '/pemberley/matters/p-1',
      'In plain English (in French)La Ville refait le pont et les quais de la gare.',
    ],
    ['/fr/pemberley/matters/p-1', 'Documents (2) (en anglais)Plan of the bridgePlan of the road'],
    ['/fr/pemberley/matters/w-1', 'Documents (1)Study (en anglais)'],
    ['/fr/pemberley/matters/w-1', 'Lire le texte (en anglais)'],
    ['/fr/pemberley/motions/motion-7', 'Texte en anglais'],
    ['/fr/pemberley/meetings/2024-01-05-council', 'off to the spring. (en anglais)'],
    ['/fr/pemberley/meetings/2024-01-05-council', 'Ordre du jour (en anglais)'],
    ['/pemberley/matters/p-1', 'Text in French'],
    ['/fr/pemberley/follow', 'Calendriers et fils (en anglais)'],
  ])('is said on %s: %s', async (path, said) => {
    expect(await read(path)).toContain(said)
  })

  it('is not said of what is in the language of the page', async () => {
    for (const path of ['/pemberley/matters/w-1', '/fr/pemberley/matters/p-1'])
      expect(await read(path), path).not.toMatch(/Text in|Texte en|\(in |clair \(/)
    expect(await open('/fr/pemberley/matters/p-1')).toContain(
      '<p>La Ville refait le pont et les quais de la gare.</p>',
    )
  })

  it('has its language in lists', async () => {
    expect(await open('/fr/pemberley/matters')).toContain('<span lang="en">Repair of the weir')
  })
})

it('cites in the quotation marks of the page', async () => {
  expect(await read('/fr/pemberley/motions/motion-7')).toMatch(/Motion 7, «\u00a0[^»“”]*\u00a0», /)
  expect(await read('/pemberley/motions/motion-7')).toMatch(/Motion 7, “[^«»]*”, /)
})
