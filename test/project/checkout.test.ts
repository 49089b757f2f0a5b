import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { pathBeside } from '../../src/store/dialect/sqlite-file.ts'

const root = new URL('../../', import.meta.url)
const read = (name: string) => readFileSync(new URL(name, root), 'utf8')

it('git ignores every database file that a service creates in data', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reeve-ignored-'))
  copyFileSync(new URL('.gitignore', root), join(folder, '.gitignore'))
  spawnSync('git', ['init', '-q', folder])
  const database = join(folder, 'data', 'reeve.db')
  const databases = [
    database,
    ...['accounts', 'before-restore'].map((name) => pathBeside(database, name)),
  ]
  const files = databases.flatMap((path) => [path, `${path}-wal`, `${path}-shm`])
  const { stdout } = spawnSync('git', ['-C', folder, 'check-ignore', ...files], {
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  expect(stdout.trim().split('\n')).toEqual(files)
})

it('the Docker image has the Node that the tests use, by digest', () => {
  const { node } = JSON.parse(read('package.json')).devDependencies as { node: string }
  expect(read('Dockerfile')).toMatch(
    new RegExp(`^ARG NODE=node:${node}-\\S+@sha256:[0-9a-f]{64}$`, 'm'),
  )
  expect(read('Dockerfile').match(/^FROM \S+/gm)).toEqual(['FROM $NODE', 'FROM $NODE'])
})

it('the Docker image has every folder that the npm package has, and is built from the sample data', () => {
  const { files } = JSON.parse(read('package.json')) as { files: string[] }
  const folders = files.filter(
    (name) => !/^!|^dist/.test(name) && statSync(new URL(name, root)).isDirectory(),
  )
  expect(folders).toContain('docs')
  expect(read('build.mjs')).toContain("'./data/sample/")
  folders.push('data/sample')
  expect(read('Dockerfile').split('\n')).toEqual(
    expect.arrayContaining(folders.map((name) => `COPY ${name} ./${name}`)),
  )
  expect(read('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(folders.map((name) => `!${name}`)),
  )
})
