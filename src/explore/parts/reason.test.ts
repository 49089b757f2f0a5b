import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../../test/support/service/service.ts'
import { textOf } from '../../../test/support/site/page-content.ts'
import { pastMeeting } from '../../../test/support/towns/past-meeting.ts'
import { sourceOf } from '../../../test/support/towns/town.ts'

const people = [
  ['ivo', 'Ivo Marsh'],
  ['una', 'Una Frost'],
  ['kit', 'Kit Lowe'],
] as const
const named = (key: string) => ({
  person_key: key,
  name: people.find(([one]) => one === key)?.[1] ?? key,
})
const meeting = (key: string, date: string, reason: string | undefined) =>
  pastMeeting(key, {
    date,
    attendance: [
      { ...named('ivo'), present: true, reason: 'By telephone' },
      { ...named('una'), present: false, reason },
      { ...named('kit'), present: false, reason: 'Harvest' },
    ],
  })

const records = [
  ...people.map(([key, name]) => ({ kind: 'person', key, name })),
  meeting('thaw', '2024-03-05', 'Jury duty'),
  meeting('rain', '2024-04-05', 'Jury duty'),
  meeting('hail', '2024-05-05', undefined),
  {
    ...{ kind: 'motion', key: 'm', meeting_key: 'thaw', position: 1, identifier: 'm' },
    ...{ text: 'That the weir be mended.', result: 'Carried' },
    votes: [
      { ...named('ivo'), value: 'For' },
      { ...named('una'), value: 'Absent', reason: 'Jury duty' },
    ],
  },
  // Kit has a vote, so that the table has a row, and none on the motion before.
  {
    ...{ kind: 'motion', key: 'n', meeting_key: 'rain', position: 1, identifier: 'n' },
    ...{ text: 'That the sluice be mended.', result: 'Carried' },
    votes: [
      { ...named('kit'), value: 'For' },
      { ...named('una'), value: 'Absent', reason: "Conflit d'horaire" },
      { ...named('ivo'), value: 'Recused', reason: 'Owns a house that is beside the sluice' },
    ],
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

describe('the reason of an absence', () => {
  it.each([
    ['/pemberley/meetings/2024-03-05-council', 'Una Frost (Jury duty), Kit Lowe (Harvest)'],
    ['/pemberley/people/una-frost', 'That the weir be mendedAbsent (Jury duty)'],
    ['/pemberley/people/una-frost', 'Absences as recorded: Jury duty 2, no reason recorded 1'],
    ['/pemberley/people/una-frost', 'CouncilAbsent (Jury duty)'],
    ['/pemberley/people/ivo-marsh', 'Present (By telephone)'],
    ['/pemberley/motions/motion-m', 'Una Frost (Jury duty)'],
    ['/pemberley/votes?view=grid', 'Absent (Jury duty)'],
    // By the roll call alone.
    ['/pemberley/votes?view=grid', 'Absent (Harvest)'],
    [
      '/fr/pemberley/people/una-frost',
      'Absences consignées\u00a0: Fonctions de juré 2, sans motif consigné 1',
    ],
    ['/fr/pemberley/votes?view=grid', 'Absence (Fonctions de juré)'],
    ['/fr/pemberley/motions/motion-m', 'Una Frost (Fonctions de juré)'],
    ['/fr/pemberley/people/ivo-marsh', 'Présent(e) (Par téléphone)'],
    ['/fr/pemberley/votes?view=grid', 'Absence (Harvest)'],
    ['/fr/pemberley/meetings/2024-03-05-council', 'Kit Lowe (Harvest)'],
    ['/fr/pemberley/motions/motion-n', 'Ivo Marsh (Owns a house that is beside the sluice)'],
    ['/pemberley/motions/motion-n', 'Una Frost (Schedule conflict)'],
  ])('is on %s: %s', async (path, said) => {
    expect(await read(path)).toContain(said)
  })

  it('has the language of a text that is not translated', async () => {
    expect(await open('/fr/pemberley/motions/motion-n')).toContain(
      '(<span lang="en">Owns a house that is beside the sluice</span>)',
    )
  })

  it('is in the embed of the motion and in the spreadsheet of votes', async () => {
    expect(textOf(await open('/embed/pemberley/motions/motion-m'))).toContain(
      'Una Frost (Jury duty)',
    )
    const { body } = await service.call('/pemberley/votes.csv')
    expect(body).toContain('una-frost,Una Frost,Absent,Jury duty,')
  })

  it('is not made up', async () => {
    expect(await read('/pemberley/people/ivo-marsh')).not.toContain('Absences as recorded')
  })
})
