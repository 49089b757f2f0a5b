import { runMain } from '../test/support/process/run-main.mjs'

await runMain('/bench/main.ts', 'bench')
