import { readdirSync, readFileSync, statSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exportBundle } from '../../src/exporters/bundle/export.ts'
import { openReadStore } from '../../src/store/open.ts'
import { type FreshStore, freshTown } from '../support/database/fresh-store.ts'
import { rowsOf } from '../support/database/inspector.ts'
import { writeFolder } from '../support/imports/collect-items.ts'
import { type Ended, newReeve, type Reeve } from '../support/process/reeve.ts'
import { town } from '../support/towns/town.ts'

let fresh: FreshStore
let reeve: Reeve
let folder: string
let published: string
beforeEach(async () => {
  fresh = await freshTown('sqlite')
  reeve = newReeve()
  const base = await writeFolder({ 'publish/.keep': '' })
  folder = join(base, 'out')
  published = join(base, 'publish')
  const store = openReadStore(fresh.databaseUrl)
  await exportBundle(store, { municipality: town.slug, source: undefined, folder })
  await store.close()
})
afterEach(async () => {
  await reeve.remove()
  await fresh.remove()
})

const run = (...words: string[]): Promise<Ended> =>
  reeve.call(words, { DATABASE_URL: fresh.databaseUrl, PUBLISH_DIR: published })
const takedown = (...words: string[]) => run('takedown', ...words, '-m', town.slug)
const importing = (...words: string[]) =>
  run('import', 'bundle', folder, '--municipality', town.slug, '--quiet', ...words)

type Json = Record<string, unknown>

/** Changes the records of a file of the exported bundle. */
async function edit(file: string, change: (record: Json, at: number) => void): Promise<void> {
  const path = join(folder, `${file}.ndjson`)
  const records = (await readFile(path, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  records.forEach(change)
  await writeFile(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''))
}

/** Every file beside the database and in the published folder that contains one of the texts, in UTF-8. */
function filesWith(...texts: string[]): string[] {
  const beside = dirname(fresh.databaseUrl.replace('sqlite:', ''))
  return [beside, published].flatMap((root) =>
    (readdirSync(root, { recursive: true }) as string[])
      .map((name) => join(root, name))
      .filter((path) => statSync(path).isFile())
      .filter((path) => {
        const bytes = readFileSync(path).toString('latin1').toLowerCase()
        return texts.some((text) =>
          bytes.includes(Buffer.from(text).toString('latin1').toLowerCase()),
        )
      }),
  )
}

async function passageFile(text: string): Promise<string> {
  const path = join(await writeFolder({ passage: text }), 'passage')
  return path
}

const name = 'Zoë Quillfeather Marrow'
const spellings = [name, 'Zoe Quillfeather Marrow', 'zoe-quillfeather-marrow', 'quillfeather']
const reason = 'A private person asked for it.'

/** Puts the name into many records, and imports them. */
async function plant(): Promise<void> {
  await edit('meetings', (record, at) => {
    if (at !== 3) return
    record.title = `Hearing of ${name}`
    record.attendance = [{ name: 'ZOE QUILLFEATHER  MARROW', present: true }]
    record.documents = [
      {
        title: `Letter from Zoe\nQuillfeather-Marrow`,
        url: 'https://pemberley.example/files/zoe-quillfeather-marrow.pdf',
        sections: [{ text: 'It was written by Zoë' }, { text: 'Quillfeather Marrow of Alder Row' }],
      },
    ]
  })
  await edit('agenda_items', (record, at) => {
    if (at === 5) record.title = `Complaint by ${name} about noise`
  })
  await edit('motions', (record, at) => {
    if (at === 7) record.text = `That ${name} be thanked for the letter about the harbour wall.`
  })
  const last = JSON.stringify({
    key: `person ${name}`,
    name,
    given_name: 'Zoë',
    family_name: 'Quillfeather Marrow',
  })
  await writeFile(
    join(folder, 'people.ndjson'),
    `${await readFile(join(folder, 'people.ndjson'), 'utf8')}${last}\n`,
  )
  expect(await importing()).toMatchObject({ status: 0 })
  expect((await run('publish', '-m', town.slug, '--quiet')).status).toBe(0)
  expect(filesWith('quillfeather')).not.toEqual([])
}

describe('a passage that was taken down', () => {
  it('is in no file, also after the next import, a rebuild and publishing', async () => {
    await plant()
    const people = 'select id, ocd_id, slug from people order by id'
    const before = await rowsOf<Json>(fresh.databaseUrl, people)
    const added = await takedown('add', '--passage', await passageFile(name), '--reason', reason)
    expect(added).toMatchObject({ status: 0 })
    expect(added.stdout).toMatch(
      /^Took down 1 \(the passage of 3 words\): changed person \S+, meeting /m,
    )
    expect(filesWith(...spellings)).toEqual([])
    expect(await importing()).toMatchObject({ status: 0 })
    expect(await importing('--prune')).toMatchObject({ status: 0 })
    expect((await run('search', 'rebuild')).status).toBe(0)
    expect((await run('publish', '-m', town.slug, '--quiet')).status).toBe(0)
    expect(filesWith(...spellings)).toEqual([])
    const after = await rowsOf<Json>(fresh.databaseUrl, people)
    const identities = (rows: Json[]) => rows.map(({ id, ocd_id }) => [id, ocd_id])
    expect(identities(after)).toEqual(identities(before))
    expect(after.filter(({ slug }) => slug === 'withheld')).toHaveLength(1)
    const [motion] = await rowsOf<Json>(
      fresh.databaseUrl,
      'select text, withheld from motions where withheld = 1',
    )
    expect(motion).toEqual({
      text: 'That [withheld] be thanked for the letter about the harbour wall.',
      withheld: 1,
    })
  })

  it('changes nothing else', async () => {
    await plant()
    const rows = () =>
      rowsOf<Json>(
        fresh.databaseUrl,
        'select id, slug, key, text, content_hash from motions where withheld = 0 order by id',
      )
    const before = await rows()
    const runs = () => rowsOf<Json>(fresh.databaseUrl, 'select id from imports')
    const looked = await runs()
    await takedown('add', '--passage', await passageFile(name), '--reason', reason)
    const kept = await rows()
    expect(kept).toEqual(before.filter(({ id }) => kept.some((row) => row.id === id)))
    expect(kept).toHaveLength(before.length - 1)
    expect(await runs()).toEqual(looked)
  })

  it('comes back with the next import after it was lifted, and not before', async () => {
    await plant()
    const people = () =>
      rowsOf<Json>(fresh.databaseUrl, 'select id, ocd_id, key, slug from people order by id')
    const before = await people()
    await takedown('add', '--passage', await passageFile(name), '--reason', reason)
    expect((await takedown('lift', '1')).stdout).toMatch(/^Lifted 1[.] Nothing is back yet/)
    expect(filesWith(...spellings)).toEqual([])
    expect((await takedown('lift', '1')).stderr).toContain('has no takedown 1 that stands')
    expect(await importing()).toMatchObject({ status: 0 })
    expect(filesWith('quillfeather')).not.toEqual([])
    expect(await people()).toEqual(before)
    const { stdout } = await takedown('list', '--json')
    expect(JSON.parse(stdout)).toMatchObject([{ id: 1, kind: 'passage', reason }])
  })
})

it('a record that was taken down is gone with its parts, and stays so', async () => {
  const counts = async () => {
    const [row] = await rowsOf<Json>(
      fresh.databaseUrl,
      'select (select count(*) from meetings) as meetings, (select count(*) from agenda_items) as items, (select count(*) from motions) as motions, (select count(*) from removed_records) as removed',
    )
    return row
  }
  const before = await counts()
  const [meeting] = await rowsOf<Json>(
    fresh.databaseUrl,
    'select slug, (select count(*) from agenda_items where meeting_id = meetings.id) as items from meetings where id in (select meeting_id from agenda_items where id in (select agenda_item_id from motions)) limit 1',
  )
  const added = await takedown('add', '--record', String(meeting?.slug), '--reason', reason)
  expect(added).toMatchObject({ status: 0, stderr: '' })
  expect(added.stdout).toMatch(/^Took down 1 \(the record\): removed meeting .+; changed motion /m)
  const after = {
    ...before,
    meetings: Number(before?.meetings) - 1,
    items: Number(before?.items) - Number(meeting?.items),
    removed: 0,
  }
  expect(await counts()).toEqual(after)
  expect(await importing('--prune')).toMatchObject({ status: 0 })
  expect(await counts()).toEqual(after)
})

it('what was taken down leaves the history too', async () => {
  const file = 'https://pemberley.example/files/letter.pdf'
  const change = (at: number, title: string, more: object = {}) =>
    edit('meetings', (record, i) => {
      if (i === at) Object.assign(record, { title, ...more })
    })
  await change(3, 'Hearing of Amaranth Sedgewick', {
    documents: [{ title: 'A letter', url: file }],
  })
  await change(4, 'Draft of Sedgewick Lane')
  expect(await importing()).toMatchObject({ status: 0 })
  await change(3, 'Hearing', { documents: [] })
  await change(4, 'Lane')
  expect(await importing()).toMatchObject({ status: 0 })
  const rows = () =>
    rowsOf<Json>(fresh.databaseUrl, 'select field, old, new from record_changes order by id')
  const found = JSON.stringify(await rows())
  for (const words of ['Amaranth', 'Draft of', file]) expect(found).toContain(words)
  const [meeting] = await rowsOf<Json>(
    fresh.databaseUrl,
    "select slug from meetings where title = 'Lane'",
  )
  expect(
    await takedown('add', '--record', String(meeting?.slug), '--reason', reason),
  ).toMatchObject({ status: 0 })
  const words = ['--even-if-absent', '--reason', reason]
  expect(await takedown('add', '--document', file, ...words)).toMatchObject({ status: 0 })
  const passage = await passageFile('hearing of amaranth sedgewick')
  expect(await takedown('add', '--passage', passage, ...words)).toMatchObject({ status: 0 })
  const left = JSON.stringify(await rows())
  for (const gone of ['Amaranth', 'Draft of', file]) expect(left).not.toContain(gone)
  expect(left).toContain('[withheld]')
})

describe('a takedown is rejected', () => {
  it.each([
    [['--reason', reason], 'say what to take down'],
    [['--record', 'nowhere', '--reason', reason], 'pemberley has no record "nowhere"'],
    [['--document', 'letter.pdf', '--reason', reason], '--document must be an http or https URL'],
    [
      ['--document', 'https://a.example/b.pdf', '--reason', reason],
      'the document is not in the record of pemberley: nothing was kept',
    ],
    [
      ['--document', 'https://a.example/b.pdf', '--contact', 'x', '--reason', reason],
      'give one of',
    ],
    [['--document', 'https://a.example/b.pdf', '--reason', ' '], '--reason is empty'],
  ])('with %j', async (words, message) => {
    const { status, stderr } = await takedown('add', ...words)
    expect(status).toBeGreaterThan(0)
    expect(stderr).toContain(message)
    expect((await takedown('list')).stdout).toBe('Nothing of pemberley was taken down.\n')
  })

  it.each([
    ['the harbour', 'it would remove ordinary words; name the record with --record'],
    [' … ', 'has no words'],
    ['never in any text', 'is not in the record of pemberley'],
  ])('with the passage %j', async (text, message) => {
    const { status, stderr } = await takedown(
      'add',
      '--passage',
      await passageFile(text),
      '--reason',
      reason,
    )
    expect(status).toBeGreaterThan(0)
    expect(stderr).toContain(message)
  })
})
