import { runMain } from '../support/process/run-main.mjs'

await runMain('/test/conformance/main.ts', 'conformance')
