import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { realRecords } from './test/support/imports/real-records.ts'
import './test/support/process/clean-environment.ts'
import { ClosingLine } from './test/support/project/closing-line.ts'

// Which files a project runs; a file outside these folders is a test of `sqlite`. The scripts of package.json say which
// projects a tier runs (decision 67): `npm test` sqlite and contract, `npm run test:all` all but nightly.
const contract = ['test/spec/*.test.ts', 'src/store/dialect/conformance.test.ts']
// What can differ between the engines: statements and plans, locks, sizes, and the first and last imports. All else that
// is sent of a record is compared by engines.test.ts.
const onEveryEngine = [
  'src/resources/{rows-read,statements,whole-lists}.test.ts',
  'src/cli/{since,source-reader,sync}.test.ts',
  'src/store/{claim,cached-query,json-rows,sources}.test.ts',
  'src/record/*.test.ts',
  'src/importers/load/{change,import,parents,prune,rejection}.test.ts',
  'src/bulk/*.test.ts',
  'src/site/accounts/*.test.ts',
  'src/access/{accounts,usage,sessions}/*.test.ts',
  'src/store/search/{all-councils,best,search,search-matches,months,suggestions,grouping,isolation,nouns}.test.ts',
  'test/service/{response-cache,search-fairness}.test.ts',
  'test/process/{import-runs,migrate}.test.ts',
]
// The other tests over HTTP, and of the layers below, on PostgreSQL; those of test/spec are slow there.
const nightlyOnPostgres = [
  'src/resources/*/*.test.ts',
  'src/resources/slug-and-include.test.ts',
  'src/importers/load/!(change|import|parents|prune|rejection).test.ts',
  'src/exporters/bundle/*.test.ts',
  'src/site/{coverage,home,settings,status}/*.test.ts',
  'src/explore/**/*.test.ts',
  'src/{alerts,mcp}/*.test.ts',
  'test/spec/imports.removal.test.ts',
  'test/service/{copies,ocd-lists,paging}.test.ts',
  'test/process/maintenance.test.ts',
]
// Tests of PostgreSQL alone; stress tests that compare both engines.
const onPostgresAlone = ['src/store/postgres.test.ts', 'test/service/engines.test.ts']
const comparisons = ['stress/differential.test.ts']
const pages = ['test/browser/!(sign-up).test.ts']
const processes = ['test/process/*.test.ts', 'stress/{secrets,sources}.test.ts']
// Tests that put load on servers or measure times, so no other test may run at the same time.
const load = ['test/load/*.test.ts']
// The other stress tests take many minutes; each guarantee also has a case that runs by day.
const nightly = ['test/nightly/*.test.ts', 'stress/*.test.ts']
// Tests with random cases, which run nightly with another seed, or with more cases or records.
const seeded = [
  'src/mcp/tools.test.ts',
  'src/alerts/{bounce,hostile-titles}.test.ts',
  'src/core/{passages,shorten}.test.ts',
  'src/explore/hostile-record.test.ts',
  'src/http/csv.test.ts',
  'src/http/cursor.test.ts',
  'src/importers/kit/parse-json.test.ts',
  'src/importers/load/follows.test.ts',
  'src/exporters/bundle/history-difference.test.ts',
  'src/importers/reeve/links.test.ts',
  'src/resources/changes/copies.test.ts',
  'src/importers/escribe/any-value.test.ts',
  'src/explore/agreement/order.test.ts',
  'src/resources/agreement/agreement.test.ts',
  'src/resources/votes/votes.test.ts',
  'src/store/search/{query-terms,search,stems,terms,words}.test.ts',
  'test/service/{copies,paging,whole-record}.test.ts',
]
// Tests over published records need the folder that REEVE_TEST_RECORDS names.
const withoutRecords = realRecords === undefined ? ['**/*.records.test.ts'] : []

const postgres = {
  globalSetup: 'test/support/database/postgres-setup.ts',
  env: { REEVE_TEST_ENGINE: 'postgres' },
}
const night = { REEVE_TEST_SEED: String(Date.now() % 2 ** 31), REEVE_TEST_NIGHT: '1' }
// One more than CI has cores, because tests wait for servers and processes for a third of their time.
const parallel = { maxWorkers: 3 }
const alone = { maxWorkers: 1, sequence: { groupOrder: 1 } }

export default defineConfig({
  test: {
    reporters: ['default', new ClosingLine()],
    // Absolute, for runs with another root folder.
    // Pages of the documentation are those of the working tree, also without a build.
    globalSetup: [resolve(import.meta.dirname, 'test/support/docs/compile-docs.ts')],
    setupFiles: ['process/clean-environment.ts', 'project/random-seed.ts'].map((file) =>
      resolve(import.meta.dirname, 'test/support', file),
    ),
    // These assert nothing: they end what waits for an event that does not come, on however busy a machine.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 300_000 } },
    // Files share imported modules, because loading them takes longer than most files run; stubs are restored.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      project('sqlite', {
        include: ['src/**/*.test.ts', '{stress,test}/**/*.test.ts'],
        exclude: [
          ...onPostgresAlone,
          ...pages,
          ...processes,
          ...load,
          ...nightly,
          ...withoutRecords,
        ],
        ...parallel,
      }),
      project('contract', {
        include: contract,
        exclude: nightlyOnPostgres,
        ...postgres,
        ...parallel,
      }),
      project('postgres', {
        include: [...onEveryEngine, ...onPostgresAlone],
        exclude: withoutRecords,
        ...postgres,
        ...parallel,
      }),
      project('pages', { include: pages, exclude: withoutRecords, ...parallel }),
      project('process', { include: processes, ...parallel }),
      project('load', { include: load, ...alone }),
      project('nightly', {
        include: [...nightly, ...seeded],
        exclude: [...comparisons, ...processes],
        env: night,
        ...alone,
      }),
      project('nightly-postgres', {
        include: [...nightlyOnPostgres, ...comparisons],
        exclude: withoutRecords,
        ...postgres,
        env: { ...postgres.env, ...night },
        ...alone,
      }),
    ],
  },
})

function project<Options extends object>(name: string, options: Options) {
  return { extends: true as const, test: { name, ...options } }
}
