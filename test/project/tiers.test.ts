import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import config from '../../vitest.config.ts'
import { projectFiles } from '../support/process/checkout.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(resolve(root, file), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

const names = (config.test?.projects ?? []).map((project) =>
  typeof project === 'object' && 'test' in project ? String(project.test?.name) : '',
)

/** The projects that a script runs, without those that it excludes. */
const projectsOf = (script: string) =>
  [...(scripts[script] ?? '').matchAll(/--project ([\w-]+)/g)].map(([, name]) => name)

/** The projects that run each test file, as Vitest lists them. */
function runsOf(records: string | undefined): Map<string, string[]> {
  const vitest = resolve(root, 'node_modules/vitest/vitest.mjs')
  const words = [vitest, 'list', '--filesOnly', '--json']
  const env = { ...process.env, REEVE_TEST_RECORDS: records }
  const options = { cwd: root, encoding: 'utf8', env } as const
  const { stdout, stderr } = spawnSync(process.execPath, words, options)
  if (!stdout.startsWith('[')) throw new Error(stdout + stderr)
  const listed = JSON.parse(stdout) as { file: string; projectName: string }[]
  const runs = new Map<string, string[]>()
  for (const { file, projectName } of listed) {
    const name = relative(root, file)
    runs.set(name, [...(runs.get(name) ?? []), projectName].sort())
  }
  return runs
}

describe('the tiers of tests', () => {
  it('are part of test:all, but for the projects of the night', () => {
    const nightly = ['nightly', 'nightly-postgres']
    expect(projectsOf('test:nightly')).toEqual(nightly)
    expect([...names].filter((name) => name.startsWith('nightly'))).toEqual(nightly)
    expect(projectsOf('test')).toEqual(['sqlite', 'contract'])
    expect(scripts['test:all']).toMatch(/ vitest run --project '!nightly\*'$/)
  })

  it('run every test file, and none twice on one engine', () => {
    const runs = runsOf('records')
    const files = projectFiles().filter((file) => file.endsWith('.test.ts'))
    expect([...runs.keys()].sort()).toEqual(files.sort())
    const onPostgres = ['contract', 'postgres', 'nightly-postgres']
    const twice = [...runs].filter(([, projects]) => {
      const there = projects.filter((name) => onPostgres.includes(name)).length
      return there > 1 || projects.length - there > 1
    })
    // Tests with random cases run again nightly with another seed, those with many cases or records with all of them.
    const again = /^import (?:fc from 'fast-check'|[{] (?:cases|richRecords) [}] from )/m
    const seeded = files.filter((file) => again.test(read(file)))
    expect(seeded.length).toBeGreaterThan(0)
    expect(twice.map(([file]) => file).sort()).toEqual(seeded.sort())
    expect(twice.every(([, projects]) => projects.includes('nightly'))).toBe(true)
  })

  it('run tests over real records only if there are any', () => {
    const files = [...runsOf(undefined).keys()]
    expect(files).toContain('test/project/tiers.test.ts')
    expect(files.filter((file) => file.endsWith('.records.test.ts'))).toEqual([])
  })

  it('are all run by .ci/run, the nightly ones by the nightly workflow', () => {
    const ran = [...read('.ci/run').matchAll(/^ *run_tests (.+)$/gm)].map(([, words]) => words)
    expect(ran).toEqual(['run test:nightly', 'run test:all'])
    expect(read('.github/workflows/nightly.yml')).toContain('bash .ci/run nightly\n')
  })
})
