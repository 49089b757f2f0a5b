import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const record = join(root, 'data/ottawa-2026')

/** The id of a Git blob with these bytes. */
function toBlobId(bytes: Buffer): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex')
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

function readSources() {
  const [header, ...rows] = readFileSync(join(record, 'SOURCES.tsv'), 'utf8').trimEnd().split('\n')
  expect(header?.split('\t')).toEqual(expect.arrayContaining(['kept_as', 'git_blob', 'bytes']))
  const columns = header?.split('\t') ?? []
  return rows.map((row) => {
    const cells = row.split('\t')
    const cell = (name: string) => cells[columns.indexOf(name)] ?? ''
    return { file: cell('kept_as'), blob: cell('git_blob'), bytes: Number(cell('bytes')) }
  })
}

describe('the shipped Ottawa record', () => {
  it('has exactly the files that SOURCES.tsv lists, including its licence', () => {
    const listed = readSources().map((source) => source.file)
    expect(listed).toContain('LICENSE')
    expect(listFiles(record)).toEqual([...listed, 'SOURCES.tsv'].sort())
  })

  it('is byte for byte what its source published', () => {
    const kept = readSources().map(({ file }) => {
      const bytes = readFileSync(join(record, file))
      return { file, blob: toBlobId(bytes), bytes: bytes.length }
    })
    expect(kept).toEqual(readSources())
  })
})

describe('the npm package', () => {
  let packed: string[]

  beforeAll(() => {
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts']
    const run = spawnSync('npm', args, { cwd: root, encoding: 'utf8' })
    // Some versions of npm print a list, others an object by package name.
    const report = JSON.parse(run.stdout) as Record<string, { files: { path: string }[] }>
    packed = Object.values(report).flatMap(({ files }) => files.map((file) => file.path))
  })

  it('has all files of the shipped record', () => {
    const expected = listFiles(record).map((file) => `data/ottawa-2026/${file}`)
    expect(packed).toEqual(expect.arrayContaining(expected))
  })

  it('has the census table with its licence and origin', () => {
    const names = ['ca_census_subdivisions.csv', 'LICENSE.md', 'PROVENANCE.md']
    expect(packed).toEqual(expect.arrayContaining(names.map((name) => `data/reference/${name}`)))
  })

  it('has only what is needed to run', () => {
    const needed =
      /^(dist\/|assets\/|docs\/(explanation|guides|how-to|reference)\/|data\/(ottawa-2026|reference)\/|(package|openapi)\.json$|README\.md$|LICENSE$)/
    expect(packed.filter((path) => !needed.test(path))).toEqual([])
  })
})
