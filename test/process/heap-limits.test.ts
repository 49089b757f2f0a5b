import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { heapLimits } from '../../src/cli/heap-limits.ts'
import { emptyDatabase } from '../support/database/fresh-store.ts'
import { writeFolder } from '../support/imports/collect-items.ts'
import { watchPeak } from '../support/process/memory.ts'
import { newReeve, type Reeve } from '../support/process/reeve.ts'
import { town } from '../support/towns/town.ts'

// 110 MB of text in a heap of 96 MiB, in which a text exists in several forms: few may be in memory at a time, although
// a hundred short records are one batch.
const heapMiB = 96
const word = 'culvert'.repeat(40)
const text = `${word} `.repeat(Math.ceil(1_900_000 / word.length)).trim()

let reeve: Reeve
let database: Awaited<ReturnType<typeof emptyDatabase>>
beforeEach(async () => {
  reeve = newReeve()
  database = await emptyDatabase()
  await reeve.create(database.databaseUrl)
})
afterEach(async () => {
  await reeve.remove()
  await database.remove()
})

// One word, each character of which is written out in 18.
const ligatures = 'ﷺ'.repeat(1_900_000)
const documents = [{ title: 'Text', type: 'text', sections: [{ title: null, text }] }]
const matterOf = (key: number, part: object) =>
  JSON.stringify({ key: String(key), title: `Matter ${key}`, ...part })

const { slug, name, divisionId, timeZone } = town
const municipality = { slug, name, division_id: divisionId, time_zone: timeZone }
const head = { format: 'reeve-bundle', version: 2, municipality, source: { name: 'town' } }

it.each([
  ['a field', 60, { description: text }],
  ['the sections of documents', 60, { documents }],
  ['a word', 2, { description: ligatures }],
])('keeps few records in memory if %s is long', async (_, records, part) => {
  const lines = Array.from({ length: records }, (_, key) => matterOf(key, part))
  const folder = await writeFolder({ 'bundle.json': head, 'matters.ndjson': lines.join('\n') })
  const words = ['import', 'bundle', folder, '--municipality', slug, '--json']
  const { status, stderr, stdout } = await reeve.run(words, {
    DATABASE_URL: database.databaseUrl,
    NODE_OPTIONS: `--max-old-space-size=${heapMiB}`,
  })
  expect(status, stderr).toBe(0)
  expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '').kinds.matters).toMatchObject({
    added: records,
  })
})

it('frees what it no longer needs before it takes more', async () => {
  const description = 'culvert '.repeat(60)
  const lines = Array.from({ length: 10_000 }, (_, key) => matterOf(key, { description }))
  const folder = await writeFolder({ 'bundle.json': head, 'matters.ndjson': lines.join('\n') })
  let peak = () => Number.NaN
  const { status, stderr } = await reeve.run(
    ['import', 'bundle', folder, '--municipality', slug],
    { DATABASE_URL: database.databaseUrl },
    (pid) => {
      peak = watchPeak(pid)
    },
  )
  expect(status, stderr).toBe(0)
  expect(peak()).toBeLessThan(215)
})

it('limits the heap of a server in the process that was started', async () => {
  const { pid } = await reeve.serve([], { DATABASE_URL: database.databaseUrl })
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  expect(words).toEqual(expect.arrayContaining(heapLimits))
  const settings = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  expect(settings).toContain('MALLOC_ARENA_MAX=2')
})
