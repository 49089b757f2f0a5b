import { runMain } from '../test/support/run-main.mjs'

await runMain('/bench/main.ts', 'bench')
