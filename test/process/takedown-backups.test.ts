import { copyFile, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { inspect } from '../support/database/inspector.ts'
import { newReeve, type Reeve } from '../support/process/reeve.ts'
import { importRecords } from '../support/service/import-records.ts'
import { type Service, startService } from '../support/service/service.ts'
import { pastMeeting } from '../support/towns/past-meeting.ts'
import { town } from '../support/towns/town.ts'

const reason = 'A person asked for it.'

let service: Service
let reeve: Reeve
let path: string
let folder: string

const run = (...words: string[]) => reeve.call(words, { DATABASE_URL: service.databaseUrl })

/** What the command says after it took down a passage. */
async function takeDown(text: string, ...words: string[]): Promise<string> {
  const passage = join(reeve.folder, 'passage')
  await writeFile(passage, text)
  const all = ['takedown', 'add', '-m', town.slug, '--passage', passage, '--reason', reason]
  const { status, stderr, stdout } = await run(...all, ...words)
  expect([status, stderr]).toEqual([0, ''])
  return stdout
}

async function backUp(name: string): Promise<string> {
  const file = join(folder, name)
  expect(await run('backup', file)).toMatchObject({ status: 0 })
  return file
}

beforeEach(async () => {
  service = await startService()
  reeve = newReeve()
  path = service.databaseUrl.slice('sqlite:'.length)
  folder = dirname(path)
  const records = [
    pastMeeting('g-wells', { title: 'Wells Street Board', date: '2024-02-06' }),
    pastMeeting('g-mills', { title: 'Mills Lane Board', date: '2024-02-07' }),
  ]
  await importRecords(service, records, { isPartial: true })
})
afterEach(async () => {
  await service.stop()
  await reeve.remove()
})

it('a takedown lists the backups of the same municipality only', async () => {
  const none = await takeDown('Wells Street Board')
  expect(none).toContain(`No backup of ${town.slug} was found beside the database`)
  const [kept, other] = [await backUp('kept.db'), await backUp('other.db')]
  await inspect(`sqlite:${other}`, (db) =>
    db.run("update municipalities set slug = slug || '-other'"),
  )
  for (const name of ['notes.txt', 'notes-accounts.txt'])
    await writeFile(join(folder, name), 'SQLite is a library.')
  const listed = await takeDown('Mills Lane Board')
  expect(listed).toMatch(
    new RegExp(`still have it if .+\n  ${kept}, of \\d{4}-\\d\\d-\\d\\d\ndocs/`),
  )
  for (const absent of [other, 'notes', `${path}, of`, 'not searched'])
    expect(listed).not.toContain(absent)
})

it('a takedown names the files that it could not search', async () => {
  const whole = await backUp('whole.db')
  const cut = join(folder, 'cut.db')
  await copyFile(whole, cut)
  await copyFile(join(folder, 'whole-accounts.db'), join(folder, 'cut-accounts.db'))
  await truncate(cut, 4096)
  const listed = await takeDown('Wells Street Board')
  expect(listed).toMatch(
    new RegExp(`  ${whole}, of .+\nThese files .+ not searched:\n  ${cut}, of .+\ndocs/`),
  )
})

it('a takedown says how many records it changes before it does', async () => {
  expect(await takeDown('Wells Street Board')).toMatch(
    /^1 record will be changed or removed\.\nTook down 1 /,
  )
  expect(await takeDown('Not in any text', '--even-if-absent')).toMatch(
    /^0 records will be changed or removed\.\nTook down 2 /,
  )
})

it('a takedown of contact details is applied once', async () => {
  const clerk = { type: 'email', value: 'office@a.example' }
  const person = { kind: 'person', key: 'p-clerk', name: 'Ines Calder', contact_details: [clerk] }
  await importRecords(service, [person], { isPartial: true })
  const contact = ['takedown', 'add', '-m', town.slug, '--contact', 'ines-calder']
  const first = await run(...contact, '--reason', reason)
  expect(first.stdout).toContain('Took down 1 (the contact): changed person ines-calder.')
  const again = await run(...contact, '--reason', reason)
  expect(again.stdout).toContain('Already taken down as 1 (the contact): nothing yet.')
  expect(await takeDown('Wells Street Board')).toMatch(/^1 record will be changed or removed\.\n/)
})

it('a takedown that was killed before it was applied is applied with the next one', async () => {
  const passage = join(reeve.folder, 'killed')
  await writeFile(passage, 'Wells Street Board')
  const words = ['takedown', 'add', '-m', town.slug, '--passage', passage, '--reason', reason]
  const adding = reeve.start(words, { DATABASE_URL: service.databaseUrl })
  await adding.printed(/will be changed or removed/)
  adding.signal('SIGKILL')
  expect((await adding.ended).status).toBe(null)
  const titles = () =>
    inspect(service.databaseUrl, async (db) =>
      (
        await db.rows<{ title: string }>(
          "select title from meetings where title like '%[withheld]%' or title like 'Wells%' or title like 'Mills%' order by date",
        )
      ).map(({ title }) => title),
    )
  expect(await titles()).toEqual(['Wells Street Board', 'Mills Lane Board'])
  expect(await takeDown('Mills Lane Board')).toMatch(
    /^1 record will be changed or removed, and 1 record for earlier takedowns, which were kept and not yet applied\.\n/,
  )
  expect(await titles()).toEqual(['[withheld]', '[withheld]'])
})
