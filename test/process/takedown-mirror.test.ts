import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rowsOf } from '../support/database/inspector.ts'
import { newReeve, type Reeve } from '../support/process/reeve.ts'
import { importRecords } from '../support/service/import-records.ts'
import { startMirror, sync } from '../support/service/mirror.ts'
import { type Service, startService } from '../support/service/service.ts'
import { pastMeeting } from '../support/towns/past-meeting.ts'
import { town } from '../support/towns/town.ts'

const name = 'Odile Quillfeather Marrow'
const speaker = { kind: 'person', key: `person ${name}`, name }
const records = [
  speaker,
  pastMeeting('g-wells', { title: `Hearing of ${name}`, date: '2024-02-06' }),
  pastMeeting('g-mills', { title: 'Mills Board', date: '2024-03-05' }),
]

let origin: Service
let mirror: Service
let reeve: Reeve
let folder: string

const read = () => sync(mirror, town.slug, { from: `${origin.url}/${town.slug}`, key: origin.key })
const takedown = (...words: string[]) =>
  reeve.call(['takedown', ...words, '-m', town.slug], { DATABASE_URL: origin.databaseUrl })
const titles = async () => {
  const rows = await rowsOf<{ title: string }>(
    mirror.databaseUrl,
    "select title from meetings where title like 'Hearing of %' or title = 'Mills Board' union all select name from people where slug like '%quillfeather%' or withheld = 1 order by 1",
  )
  return rows.map(({ title }) => title)
}

beforeAll(async () => {
  reeve = newReeve()
  folder = await mkdtemp(join(tmpdir(), 'reeve-takedown-'))
  origin = await startService()
  await importRecords(origin, records, { isPartial: true })
  mirror = await startMirror(town)
  await read()
})
afterAll(async () => {
  await mirror.stop()
  await origin.stop()
  await reeve.remove()
  await rm(folder, { recursive: true })
})

it('what is taken down at the origin is gone from a copy at its next sync', async () => {
  expect(await titles()).toEqual([`Hearing of ${name}`, 'Mills Board', name])
  const passage = join(folder, 'passage')
  await writeFile(passage, name)
  const words = ['--passage', passage, '--reason', 'A person asked for it.']
  expect(await takedown('add', ...words)).toMatchObject({ status: 0 })
  const mills = ['--record', '2024-03-05-mills-board', '--reason', 'It was a draft.']
  expect(await takedown('add', ...mills)).toMatchObject({ status: 0 })
  await read()
  expect(await titles()).toEqual(['Hearing of [withheld]', '[withheld]'])
  for (const path of ['meetings', 'people'])
    expect((await mirror.v1(`${path}?per_page=100`)).body.toLowerCase()).not.toContain(
      'quillfeather',
    )
  expect((await mirror.v1('search?q=quillfeather')).json.data).toEqual([])
  expect((await mirror.v1('meetings/2024-03-05-mills-board')).status).toBe(404)
})
