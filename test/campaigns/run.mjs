import { runMain } from '../support/process/run-main.mjs'

await runMain('/test/campaigns/main.ts', 'campaign')
