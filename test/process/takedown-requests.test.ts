import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inspect } from '../support/database/inspector.ts'
import { newReeve, type Reeve } from '../support/process/reeve.ts'
import { expectDetail } from '../support/service/expect.ts'
import { importRecords } from '../support/service/import-records.ts'
import { type Service, startService } from '../support/service/service.ts'
import { pastMeeting } from '../support/towns/past-meeting.ts'
import { town } from '../support/towns/town.ts'

const name = 'Odile Quillfeather Marrow'
const reason = 'A person asked for it.'
const slug = '2024-02-06-wells-bord'

let service: Service
let reeve: Reeve

const run = (...words: string[]) =>
  reeve.call([...words, '-m', town.slug], { DATABASE_URL: service.databaseUrl })
const write = (statement: string) => inspect(service.databaseUrl, (db) => db.run(statement))

async function addPassage(text: string | Buffer, ...words: string[]) {
  const path = join(reeve.folder, 'passage')
  await writeFile(path, text)
  return run('takedown', 'add', '--passage', path, '--reason', reason, ...words)
}

beforeAll(async () => {
  service = await startService()
  reeve = newReeve()
})
afterAll(async () => {
  await service.stop()
  await reeve.remove()
})
beforeEach(async () => {
  const clerk = { type: 'email', value: 'odile.quillfeather.marrow@a.example' }
  const records = [
    { kind: 'person', key: 'p-clerk', name: 'Ines Calder', contact_details: [clerk] },
    pastMeeting('g-wells', { title: 'Wells Bord', date: '2024-02-06', summary: `By ${name}.` }),
  ]
  await importRecords(service, records, { isPartial: true })
})

describe('a request that cannot be applied to the stored record', () => {
  const broken = `update people set content_hash = '', contact_details = '[{"type":"email","value":"nobody"}]' where name = 'Ines Calder'`
  const failure =
    'could not be written with this request: person p-clerk: /contact_details/0/value: must be an e-mail address'

  it('is not kept, and says what failed', async () => {
    await write(broken)
    const taken = await addPassage(name)
    expect([taken.status, taken.stderr]).toEqual([1, expect.stringContaining(failure)])
    expect((await run('takedown', 'list')).stdout).toBe('Nothing of pemberley was taken down.\n')
    const words = ['--record', slug, '--field', 'title', '--to', 'Wells Board', '--reason', reason]
    const corrected = await run('correct', 'add', ...words)
    expect([corrected.status, corrected.stderr]).toEqual([1, expect.stringContaining(failure)])
    expect((await run('correct', 'list')).stdout).toBe('Nothing of pemberley was corrected.\n')
    const detail = expectDetail(await service.v1(`meetings/${slug}`))
    expect(detail).toMatchObject({ title: 'Wells Bord', summary: `By ${name}.`, withheld: false })
  })

  it('is a lift that leaves the correction as it was', async () => {
    const words = ['--record', slug, '--field', 'title', '--to', 'Wells Board', '--reason', reason]
    expect(await run('correct', 'add', ...words)).toMatchObject({ status: 0 })
    await write(broken)
    expect((await run('correct', 'lift', '1')).stderr).toContain(failure)
    const { stdout } = await run('correct', 'list', '--json')
    expect(JSON.parse(stdout)).toMatchObject([{ id: 1, lifted_on: null }])
  })
})

it('a passage that an e-mail address has removes it, and others can follow', async () => {
  expect(await addPassage(name)).toMatchObject({ status: 0 })
  const people = (await service.v1('people?per_page=100')).json.data as { name: string }[]
  expect(people.find((one) => one.name === 'Ines Calder')).toBeDefined()
  const other = await addPassage('Wells Bord', '--record', slug)
  expect(other).toMatchObject({ status: 0, stderr: '' })
})
