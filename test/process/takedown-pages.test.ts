import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newReeve, type Reeve } from '../support/process/reeve.ts'
import { expectDetail, expectError } from '../support/service/expect.ts'
import { importRecords } from '../support/service/import-records.ts'
import { type Service, startService } from '../support/service/service.ts'
import { pastMeeting } from '../support/towns/past-meeting.ts'
import { town } from '../support/towns/town.ts'

const name = 'Odile Quillfeather Marrow'
const reason = 'A person who spoke as a resident asked for it.'

let service: Service
let reeve: Reeve
let removed: string
let folder: string

const page = (path: string) =>
  service.call(`/${path}`, { headers: { accept: 'text/html' }, key: null })
const textOf = (body: string) => body.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ')

async function takedown(...words: string[]): Promise<void> {
  const all = ['takedown', ...words, '-m', town.slug]
  expect(await reeve.call(all, { DATABASE_URL: service.databaseUrl })).toMatchObject({ status: 0 })
}

beforeAll(async () => {
  service = await startService()
  reeve = newReeve()
  const meetings = [
    pastMeeting('g-wells', { title: `Hearing of ${name}`, date: '2024-02-06' }),
    pastMeeting('g-mills', { title: 'Mills Board', date: '2024-03-05' }),
  ]
  await importRecords(service, meetings, { isPartial: true })
  folder = await mkdtemp(join(tmpdir(), 'reeve-takedown-'))
  const passage = join(folder, 'passage')
  await writeFile(passage, name)
  const own = `/v1/meetings?date_from=2024-02-06&date_to=2024-02-06`
  expect((await service.v1(own.slice(4))).json.data).toHaveLength(1)
  removed = '2024-02-06-hearing-of-odile-quillfeather-marrow'
  expect((await page(`${town.slug}/meetings/${removed}`)).status).toBe(200)
  await takedown('add', '--passage', passage, '--reason', reason)
  await takedown('add', '--record', '2024-03-05-mills-board', '--reason', 'It was a draft.')
})
afterAll(async () => {
  await service.stop()
  await reeve.remove()
  await rm(folder, { recursive: true })
})

describe('a running service after a takedown', () => {
  it('has the record without the words, and says so', async () => {
    const detail = expectDetail(await service.v1('meetings/2024-02-06-hearing-of-withheld'))
    expect(detail).toMatchObject({ title: 'Hearing of [withheld]', withheld: true, corrected: [] })
  })

  it.each([
    ['', `Removed on request on `, `Reason: ${reason}It was removed by`],
    ['fr/', 'Retiré sur demande le ', `Motif : ${reason}Retiré par`],
  ])('says at the address /%s… that it was removed, and why', async (prefix, title, why) => {
    const { status, body } = await page(`${prefix}${town.slug}/meetings/${removed}`)
    expect(status).toBe(404)
    expect(textOf(body)).toContain(title)
    expect(textOf(body)).toContain(why)
    expect(body).toContain(`href="/${prefix}${town.slug}/takedowns"`)
  })

  it('says so of a record that is gone, and nothing else of others', async () => {
    const gone = await page(`${town.slug}/meetings/2024-03-05-mills-board`)
    expect([gone.status, textOf(gone.body)]).toEqual([
      404,
      expect.stringContaining('It was a draft.'),
    ])
    const other = await page(`${town.slug}/meetings/2024-03-06-mills-board`)
    expect([other.status, textOf(other.body)]).toEqual([
      404,
      expect.stringContaining('Meeting not found'),
    ])
    expectError(await service.v1('meetings/2024-03-05-mills-board'), 'MEETING_NOT_FOUND')
  })

  it.each(['', 'fr/'])(
    'lists both at /%s…/takedowns, newest first, without the words',
    async (prefix) => {
      const { status, body } = await page(`${prefix}${town.slug}/takedowns`)
      expect(status).toBe(200)
      const text = textOf(body)
      expect(text.indexOf('It was a draft.')).toBeGreaterThan(0)
      expect(text.indexOf(reason)).toBeGreaterThan(text.indexOf('It was a draft.'))
      expect(text.toLowerCase()).not.toContain('quillfeather')
    },
  )

  it('keeps the day in the list after it was lifted, and no longer names it at the address', async () => {
    await takedown('lift', '2')
    expect(textOf((await page(`${town.slug}/takedowns`)).body)).toContain('no longer since')
    const { body } = await page(`${town.slug}/meetings/2024-03-05-mills-board`)
    expect(textOf(body)).toContain('Meeting not found')
  })
})
