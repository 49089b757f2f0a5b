import { defineConfig } from 'vitest/config'
import { ClosingLine } from './test/support/closing-line.ts'

// What must hold whatever the record is kept in: all that is asked over HTTP, and what stands under it.
const onEveryEngine = [
  'src/resources/**/*.test.ts',
  'src/cli/since.test.ts',
  'src/store/{claim,compiled-once,look-up,nested}.test.ts',
  'src/importers/load/*.test.ts',
  'src/exporters/bundle/*.test.ts',
  'src/site/{accounts,coverage,home,settings}/*.test.ts',
  'src/access/activity/*.test.ts',
  'src/store/dialect/{conformance,found,search}.test.ts',
  'test/spec/*.test.ts',
  'test/{exported-answers,import-runs,migrate,mirror,ocd-lists,page-cache,walks}.test.ts',
]
// What is of PostgreSQL, or of both together.
const onPostgresAlone = [
  'src/store/postgres.test.ts',
  'src/store/dialect/postgres-look-up.test.ts',
  'test/campaigns/differential.test.ts',
]
// What puts load on servers, or tells how long they took: nothing else may run beside it.
const aloneOnTheMachine = [
  'test/campaigns/{database,http,redis,scale,site,transport}.test.ts',
  'test/{activity,bench,long-inputs,shared-redis,workers}.test.ts',
  'test/process-{commands,serve,settings}.test.ts',
]

export default defineConfig({
  test: {
    reporters: ['default', new ClosingLine()],
    // A walk, a campaign or a started process takes longer than vitest's five seconds on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Files share what they import: loading it anew took longer than most of them run. What a test stubs is put back.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'sqlite',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [...onPostgresAlone, ...aloneOnTheMachine],
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...onEveryEngine, ...onPostgresAlone],
          globalSetup: 'test/support/postgres-setup.ts',
          env: { REEVE_TEST_ENGINE: 'postgres' },
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'load',
          include: aloneOnTheMachine,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
