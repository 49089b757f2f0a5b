import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { projectFiles } from '../support/process/checkout.ts'

// A rule for a folder that was renamed forbids nothing, and `npm run lint` does not say so.

const root = resolve(import.meta.dirname, '../..')
const rulesFile = join(root, '.dependency-cruiser.mjs')

interface Rule {
  name: string
  severity: string
  from: { path?: string }
  to: { path?: string }
}

const { forbidden } = ((await import(rulesFile)) as { default: { forbidden: Rule[] } }).default
const sources = globSync('src/**/*.{ts,tsx}', { cwd: root })
const modules = readdirSync(join(root, 'node_modules')).map((name) => `node_modules/${name}/`)

it.each(forbidden)('the import rule $name is for files that exist, and an error', (rule) => {
  expect(rule.severity).toBe('error')
  const matched = (pattern = '', among: readonly string[]) => {
    const regExp = new RegExp(pattern.replaceAll('$1', '[^/]+'))
    return among.filter((name) => regExp.test(name)).length
  }
  expect(matched(rule.from.path, sources)).toBeGreaterThan(0)
  expect(matched(rule.to.path, [...sources, ...modules, ...builtinModules])).toBeGreaterThan(0)
})

interface Biome {
  files: { includes: string[] }
  overrides: { includes: string[] }[]
}

it('the rules of Biome are for files that exist', () => {
  const biome = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as Biome
  const globs = [biome.files, ...biome.overrides].flatMap(({ includes }) => includes)
  const empty = globs
    .filter((glob) => !glob.startsWith('!'))
    .filter((glob) => !existsSync(join(root, glob)) && globSync(glob, { cwd: root }).length === 0)
  expect(globs.length).toBeGreaterThan(10)
  expect(empty).toEqual([])
})

// A time that is enough here is too short on a busy machine; vitest.config.ts has one for all.
const ownTimes = /\bvi\.wait(For|Until)\(|\bpoll\([^\n]*\btimeout:|^ *\}, [\d_]+\)$/m

it('no test says for how long it waits', () => {
  const tests = projectFiles().filter((file) => file.endsWith('.test.ts'))
  expect(tests.length).toBeGreaterThan(300)
  const timed = tests.filter((file) => ownTimes.test(readFileSync(join(root, file), 'utf8')))
  expect(timed).toEqual([])
})
