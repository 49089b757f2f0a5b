import { runMain } from '../support/process/run-main.mjs'

await runMain('/test/stress/main.ts', 'stress')
