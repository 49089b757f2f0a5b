import { runMain } from '../support/run-main.mjs'

await runMain('/test/campaigns/main.ts', 'campaign')
