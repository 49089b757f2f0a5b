import { runMain } from '../test/support/process/run-main.mjs'

await runMain('/stress/main.ts', 'stress')
