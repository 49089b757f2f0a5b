import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

const lines = (count: number, line: string) => `${line}\n`.repeat(count)
const functionOf = (count: number) =>
  `export function long(): number {\n  let sum = 0\n${lines(count, '  sum += 1')}  return sum\n}\n`
const nested = (depth: number): string =>
  depth === 0 ? 'return 1' : `if (n > ${depth}) { ${nested(depth - 1)} }`

const rawSql = `import { sql } from 'kysely'\nexport const now = sql\`select 1\`\n`
const readsEnvironment = `export const port = process.env.PORT\n`
const prints = `export const print = () => console.log('hello')\n`

/** What each kind of error is reported as; `undefined` where the same code is allowed. */
const cases: { title: string; file: string; source: string; rule: string | undefined }[] = [
  {
    title: 'raw SQL in a module of resources',
    file: 'src/resources/people/queries.ts',
    source: rawSql,
    rule: 'lint/style/noRestrictedImports',
  },
  {
    title: 'raw SQL in the importers',
    file: 'src/importers/load/load.ts',
    source: rawSql,
    rule: 'lint/style/noRestrictedImports',
  },
  {
    title: 'raw SQL in the store',
    file: 'src/store/dialect/sqlite.ts',
    source: rawSql,
    rule: undefined,
  },
  {
    title: 'the environment read in a hook',
    file: 'src/http/response-headers.ts',
    source: readsEnvironment,
    rule: 'lint/style/noProcessEnv',
  },
  {
    title: 'the environment read in config',
    file: 'src/config/config.ts',
    source: readsEnvironment,
    rule: undefined,
  },
  {
    title: 'printing in the server',
    file: 'src/app.ts',
    source: prints,
    rule: 'lint/suspicious/noConsole',
  },
  { title: 'printing in a command', file: 'src/cli/serve.ts', source: prints, rule: undefined },
  {
    title: 'a hook in a condition',
    file: 'src/explore/person/person.page.tsx',
    source: 'export const Page = ({ is }: { is: boolean }) => is && <p>{useCouncil()}</p>\n',
    rule: 'lint/correctness/useHookAtTopLevel',
  },
  {
    title: 'any',
    file: 'src/core/slug.ts',
    source: 'export const toSlug = (name: any) => name\n', // Code that the rule must reject.
    rule: 'lint/suspicious/noExplicitAny',
  },
  {
    title: 'a default export',
    file: 'src/core/clock.ts',
    source: 'export default 1\n',
    rule: 'lint/style/noDefaultExport',
  },
  {
    title: 'a non-null assertion',
    file: 'src/core/fold.ts',
    source: 'export const first = (names: string[]) => names[0]!\n',
    rule: 'lint/style/noNonNullAssertion',
  },
  {
    title: 'a barrel file',
    file: 'src/resources/index.ts',
    source: `export { a } from '../a.ts'\nexport { b } from '../b.ts'\n`,
    rule: 'lint/performance/noBarrelFile',
  },
  {
    title: 'a promise that is not awaited',
    file: 'src/access/touch.ts',
    source: `async function touch() {}\nexport function use() {\n  touch()\n}\n`,
    rule: 'lint/nursery/noFloatingPromises',
  },
  {
    title: 'a promise taken for a condition',
    file: 'src/access/check.ts',
    source: `async function known() {\n  return true\n}\nexport function use() {\n  return known() ? 1 : 2\n}\n`,
    rule: 'lint/nursery/noMisusedPromises',
  },
  {
    title: 'a function body of 81 lines',
    file: 'src/core/long.ts',
    source: functionOf(79),
    rule: 'lint/complexity/noExcessiveLinesPerFunction',
  },
  {
    title: 'a function body of 80 lines',
    file: 'src/core/short.ts',
    source: functionOf(78),
    rule: undefined,
  },
  {
    title: 'a function too deep to follow',
    file: 'src/core/deep.ts',
    source: `export function deep(n: number) {\n${nested(6)}\nreturn 0\n}\n`,
    rule: 'lint/complexity/noExcessiveCognitiveComplexity',
  },
  {
    title: 'a file of 501 lines',
    file: 'src/core/tall.ts',
    source: lines(501, 'globalThis.name'),
    rule: 'lint/style/noExcessiveLinesPerFile',
  },
  {
    title: 'a file of 500 lines',
    file: 'src/core/full.ts',
    source: lines(500, 'globalThis.name'),
    rule: undefined,
  },
  {
    title: 'a file name with capitals',
    file: 'src/core/keyFormat.ts',
    source: 'export const length = 67\n',
    rule: 'lint/style/useFilenamingConvention',
  },
]

interface Report {
  diagnostics: { category: string; location: { path: string } }[]
}

describe('the lint rules', () => {
  let folder: string
  let reported: Map<string, string[]>

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'reeve-lint-'))
    cpSync(join(root, 'biome.json'), join(folder, 'biome.json'))
    for (const { file, source } of cases) {
      mkdirSync(join(folder, dirname(file)), { recursive: true })
      writeFileSync(join(folder, file), source)
    }
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome')
    const args = [biome, 'lint', '--reporter=json', '--max-diagnostics=none', '.']
    const run = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    const { diagnostics } = JSON.parse(run.stdout) as Report
    reported = new Map(cases.map(({ file }) => [file, []]))
    for (const { category, location } of diagnostics) reported.get(location.path)?.push(category)
  })

  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  for (const { title, file, rule } of cases) {
    const promise = rule ? `refuse ${title} by ${rule}` : `allow ${title}`
    it(promise, () => {
      expect(reported.get(file)).toEqual(rule ? [rule] : [])
    })
  }
})
