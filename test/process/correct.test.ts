import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Ended, newReeve, type Reeve } from '../support/process/reeve.ts'
import { expectDetail, expectList } from '../support/service/expect.ts'
import { importRecords } from '../support/service/import-records.ts'
import { type Service, startService } from '../support/service/service.ts'
import { pastMeeting } from '../support/towns/past-meeting.ts'
import { town } from '../support/towns/town.ts'

const slug = '2024-02-06-wells-bord'
const reason = 'The agenda has another spelling.'
const source = [
  pastMeeting('g-wells', { title: 'Wells Bord', date: '2024-02-06' }),
  {
    ...{ kind: 'motion', key: 'v-wells', meeting_key: 'g-wells', position: 1 },
    ...{ text: 'That the well be dug.', result: 'Lost on a tie', mover_name: 'Eloi Marsh' },
  },
  {
    ...{ kind: 'agenda_item', key: 'i-wells', meeting_key: 'g-wells', position: 0 },
    ...{ item_number: '3', title: 'A bord for the wells' },
  },
  pastMeeting('g-mills', { title: 'Mills Board', date: '2024-03-05' }),
]

let service: Service
let reeve: Reeve

const correct = (...words: string[]): Promise<Ended> =>
  reeve.call(['correct', ...words, '-m', town.slug], { DATABASE_URL: service.databaseUrl })
const correctTitle = (...words: string[]) =>
  correct('add', '--record', slug, '--field', 'title', ...words)
const notPublished =
  'PUBLISH_DIR is not set: published files, if there are any, were not written again.\n'
const meeting = async () => expectDetail(await service.v1(`meetings/${slug}`))

async function textOf(path: string): Promise<string> {
  const { body } = await service.call(`/${path}`, { headers: { accept: 'text/html' }, key: null })
  return body.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ')
}

beforeAll(async () => {
  service = await startService()
  reeve = newReeve()
  await importRecords(service, source, { isPartial: true })
})
afterAll(async () => {
  await service.stop()
  await reeve.remove()
})

describe('a correction', () => {
  it.each([
    [
      ['--record', slug, '--field', 'votes', '--to', 'x', '--reason', reason],
      '--field is one of title, date',
    ],
    [
      ['--record', slug, '--field', 'date', '--to', 'June', '--reason', reason],
      '--to: must be a real date',
    ],
    [
      ['--record', slug, '--field', 'title', '--to', '', '--reason', reason],
      '--to: must be a string',
    ],
    [
      ['--record', slug, '--field', 'title', '--to', 'Wells Bord', '--reason', reason],
      'title is "Wells Bord" already',
    ],
    [
      ['--record', 'nowhere', '--field', 'title', '--to', 'x', '--reason', reason],
      'pemberley has no record "nowhere"',
    ],
    [['--record', slug, '--field', 'title', '--to', 'x', '--reason', ' '], '--reason is empty'],
    [
      ['--record', slug, '--field', 'chair_key', '--to', 'nobody', '--reason', reason],
      'pemberley has no person "nobody"',
    ],
  ])('is rejected with %j', async (words, message) => {
    const { status, stderr } = await correct('add', ...words)
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)])
    expect((await correct('list')).stdout).toBe('Nothing of pemberley was corrected.\n')
  })

  it('is in the API and on the page, with the value of the source, the day and the reason', async () => {
    const { stdout } = await correctTitle('--to', 'Wells Board', '--reason', reason)
    expect(stdout).toBe(
      `Corrected 1: title of meeting ${slug} is "Wells Board", was "Wells Bord".\n${notPublished}`,
    )
    const { title, corrected, withheld } = await meeting()
    const on = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
    expect([title, corrected, withheld]).toEqual([
      'Wells Board',
      [{ field: 'title', was: 'Wells Bord', on, reason }],
      false,
    ])
    const text = await textOf(`${town.slug}/meetings/${slug}`)
    expect(text).toContain('the title was “Wells Bord” in the source')
    expect(await textOf(`fr/${town.slug}/corrections`)).toContain('le titre est maintenant')
    expect(await textOf(`${town.slug}/corrections`)).toContain(
      'Wells Board: the title is now “Wells Board” (in the source: “Wells Bord”)',
    )
    const again = await correctTitle('--to', 'Board of Wells', '--reason', reason)
    expect(again.stderr).toContain('first reeve correct lift 1 -m pemberley')
  })

  it('outlasts an import, and is not in the history of the source', async () => {
    await importRecords(service, source, { isPartial: true })
    expect(await meeting()).toMatchObject({ title: 'Wells Board', corrected: [{ field: 'title' }] })
    expect(expectList(await service.v1(`meetings/${slug}/history`))).toEqual([])
    const mended = [{ ...source[0], title: 'Wells Board' }]
    await importRecords(service, mended, { isPartial: true })
    expect(await meeting()).toMatchObject({ title: 'Wells Board', corrected: [] })
    expect(await textOf(`${town.slug}/corrections`)).toContain('The source has the same by now.')
    await importRecords(service, source, { isPartial: true })
  })

  it('refers to another record by its slug', async () => {
    const people = (await service.v1('people?per_page=1')).json.data
    const [{ slug: person }] = people
    const words = ['--record', slug, '--field', 'chair_key', '--to', person, '--reason', reason]
    expect(await correct('add', ...words)).toMatchObject({ status: 0 })
    expect(await meeting()).toMatchObject({ chair: { slug: person } })
    const { name } = expectDetail(await service.v1(`people/${person}`))
    expect(await textOf(`${town.slug}/corrections`)).toContain(
      `the chair is now “${name.split(',')[0]}`,
    )
    expect(await textOf(`${town.slug}/meetings/${slug}`)).toContain(
      'the chair was not in the source',
    )
  })

  it('ends with its lift, and stays in the list', async () => {
    expect((await correct('lift', '2')).stdout).toBe(
      `Lifted 2: the record has what its source has.\n${notPublished}`,
    )
    expect((await correct('lift', '1')).status).toBe(0)
    expect((await correct('lift', '1')).stderr).toContain('has no correction 1 to lift')
    expect(await meeting()).toMatchObject({ title: 'Wells Bord', chair: null, corrected: [] })
    const { stdout } = await correct('list', '--json')
    expect(JSON.parse(stdout)).toMatchObject([
      { id: 2, field: 'chair_key' },
      { id: 1, field: 'title', to: 'Wells Board', reason, lifted_on: expect.any(String) },
    ])
    expect(await textOf(`${town.slug}/corrections`)).toContain('until ')
  })

  it.each([
    ['result', 'Caried', ['no other motion has the result "Caried": they have "Carried"']],
    ['result', 'adopté', []],
    ['seconder_name', 'ÉLOI Marsh', ['seconder_name and mover_name of motion', '"ÉLOI Marsh"']],
    ['seconder_name', 'Eloi Marshall', []],
  ] as const)('of %s to %j says what may be a mistake', async (field, to, warnings) => {
    const words = ['--record', 'motion/2024-02-06-wells-bord-motion-1', '--field', field]
    const { status, stdout, stderr } = await correct(
      'add',
      ...words,
      '--to',
      to,
      '--reason',
      reason,
    )
    expect(status, stderr).toBe(0)
    if (warnings.length === 0) expect(stderr).not.toContain('warning')
    for (const warning of warnings) expect(stderr).toMatch(new RegExp(`^warning: .*${warning}`))
    const [, id = ''] = /^Corrected (\d+)/.exec(stdout) ?? []
    expect((await correct('lift', id)).status).toBe(0)
  })

  it('of the title of an agenda item is in its meeting, and on the page of that', async () => {
    const { sync } = (await service.v1('changes?kind=meeting&per_page=100')).json
    const [{ slug: item }] = (await meeting()).agenda_items
    const title = 'A board for the wells'
    const words = ['--field', 'title', '--to', title, '--reason', reason]
    const { stdout, stderr } = await correct('add', '--record', item, ...words)
    const [, id = ''] = /^Corrected (\d+): title of agenda_item /.exec(stdout) ?? [stderr]
    await importRecords(service, source, { isPartial: true })
    const mark = { field: 'title', was: 'A bord for the wells', reason }
    expect((await meeting()).agenda_items).toMatchObject([{ title, corrected: [mark] }])
    const { data } = (await service.v1(`changes?kind=meeting&since=${sync.token}`)).json
    expect(data).toMatchObject([{ slug, record: { agenda_items: [{ title }] } }])
    expect(expectList(await service.v1(`meetings/${slug}/history`))).toEqual([])
    const page = `${town.slug}/meetings/${slug}`
    expect(await textOf(page)).toContain(
      `the title of the agenda item “${title}” was “A bord for the wells” in the source. Reason: ${reason}`,
    )
    expect(await textOf(`fr/${page}`)).toContain('le titre du point « A board for the wells »')
    const list = await service.call(`/${town.slug}/corrections`, {
      headers: { accept: 'text/html' },
    })
    expect(list.body).toContain(`<a href="/${town.slug}/meetings/${slug}">${title}</a>`)
    expect(await correct('lift', id)).toMatchObject({ status: 0 })
    expect((await meeting()).agenda_items).toMatchObject([
      { title: 'A bord for the wells', corrected: [] },
    ])
    expect(await textOf(page)).not.toContain('was “A bord')
  })
})
