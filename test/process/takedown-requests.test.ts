import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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
  const why = words.includes('--reason') ? [] : ['--reason', reason]
  return run('takedown', 'add', '--passage', path, ...why, ...words)
}

afterEach(async () => {
  await service.stop()
  await reeve.remove()
})
beforeEach(async () => {
  service = await startService()
  reeve = newReeve()
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

const meetings = async () =>
  (await service.v1('meetings?date_from=2024-02-06&date_to=2024-02-07&per_page=100')).json.data as {
    slug: string
    title: string
    location: string | null
  }[]
const slugs = async () => (await meetings()).map((one) => one.slug).sort()

describe('the slug of a record', () => {
  it('stays if it never had the words that the record lost', async () => {
    const records = [
      pastMeeting('g-wells', { title: `Hearing of ${name}`, date: '2024-02-06' }),
      pastMeeting('g-mills', { title: 'Mills', date: '2024-02-07', location: `House of ${name}` }),
    ]
    await importRecords(service, records, { isPartial: true })
    expect(await slugs()).toEqual([slug, '2024-02-07-mills'])
    const words = ['--record', '2024-02-07-mills', '--field', 'title', '--to', 'Mills Board']
    await run('correct', 'add', ...words, '--reason', reason)
    expect(await addPassage(name)).toMatchObject({ status: 0 })
    expect(await meetings()).toMatchObject([
      { slug: '2024-02-07-mills', location: 'House of [withheld]' },
      { slug, title: 'Hearing of [withheld]' },
    ])
  })

  it('is another one if it was cut and could have some of the words', async () => {
    const title = `${'a long title '.repeat(5)}by ${name}`
    const records = [pastMeeting('g-long', { title, date: '2024-02-07' })]
    await importRecords(service, records, { isPartial: true })
    expect((await slugs()).find((one) => one.includes('quillfeather'))).toMatch(/-ma$/)
    expect(await addPassage(name)).toMatchObject({ status: 0 })
    expect((await slugs()).find((one) => one.includes('long'))).toMatch(/-by-withheld$/)
  })

  it('is another one for the items of a meeting that loses words of its own', async () => {
    const item = { kind: 'agenda_item', position: 1, title: 'Roll call' }
    const records = [
      { ...item, key: 'i-1', meeting_key: 'g-wells' },
      pastMeeting('g-wells', { title: 'Wells Bord', date: '2024-02-06' }),
      pastMeeting('g-other', { title: 'Other Wells Bord', date: '2024-02-07' }),
    ]
    await importRecords(service, records, { isPartial: true })
    expect(await addPassage('Wells Bord', '--record', slug)).toMatchObject({ status: 0 })
    expect(await slugs()).toEqual(['2024-02-06-withheld', '2024-02-07-other-wells-bord'])
    const items = await inspect(service.databaseUrl, (db) =>
      db.rows(
        "select slug from agenda_items where title = 'Roll call' and slug like '2024-02-06%'",
      ),
    )
    expect(items).toEqual([{ slug: '2024-02-06-withheld-item-1' }])
  })
})

it('words of one record are kept in the history and former addresses of the others', async () => {
  const wells = (title: string) => pastMeeting('g-wells', { title, date: '2024-02-06' })
  const mills = (title: string) => pastMeeting('g-mills', { title, date: '2024-02-07' })
  await importRecords(service, [wells('Wells draft'), mills('Mills draft')], { isPartial: true })
  await importRecords(service, [wells('Wells final'), mills('Mills final')], { isPartial: true })
  const history = async () => {
    const rows = await inspect(service.databaseUrl, (db) =>
      db.rows<{ old: string }>("select old from record_changes where field = 'title' order by id"),
    )
    return rows.map(({ old }) => old)
  }
  expect(await history()).toEqual(['Wells Bord', 'Wells draft', 'Mills draft'])
  const words = ['--record', slug, '--even-if-absent']
  expect(await addPassage('draft', ...words)).toMatchObject({ status: 0 })
  expect(await history()).toEqual(['Wells Bord', 'Wells [withheld]', 'Mills draft'])
  expect(await slugs()).toEqual([slug, '2024-02-07-mills-draft'])
})

describe('a request is rejected', () => {
  it('whose reason has its words or those of an earlier one', async () => {
    const says = (words: string) => ['--reason', `About ${words}.`]
    const own = await addPassage(name, ...says('odile QUILLFEATHER-Marrow'))
    expect([own.status, own.stderr]).toEqual([
      2,
      expect.stringContaining('visitors would read the words of this takedown'),
    ])
    expect(await addPassage(name)).toMatchObject({ status: 0 })
    const other = await run('takedown', 'add', '--record', slug, ...says(name))
    expect(other.stderr).toContain('visitors would read the words of takedown 1')
    const title = ['--record', slug, '--field', 'title', '--reason', reason, '--to', `By ${name}`]
    expect((await run('correct', 'add', ...title)).stderr).toContain('the words of takedown 1')
  })

  it('in another encoding than UTF-8 and UTF-16', async () => {
    const latin = await addPassage(Buffer.from('Zoé Quillfeather Marrow', 'latin1'))
    expect([latin.status, latin.stderr]).toEqual([2, expect.stringContaining('is not in UTF-8')])
    const marked = Buffer.from(`\ufeff${name}`, 'utf16le')
    expect(await addPassage(marked)).toMatchObject({ status: 0 })
    const again = await addPassage(marked.swap16())
    expect(again.stdout).toMatch(
      /^Already taken down as 1 \(the passage of 3 words\): nothing yet/m,
    )
    expect(again.stdout).toContain('PUBLISH_DIR is not set: published files')
  })

  it.each(['takedown', 'correct'])('to list with %s what no municipality has', async (command) => {
    const settings = { DATABASE_URL: service.databaseUrl }
    const { status, stderr } = await reeve.call([command, 'list', '-m', 'nowhere'], settings)
    expect([status, stderr]).toEqual([2, expect.stringContaining('"nowhere" does not exist')])
  })
})
