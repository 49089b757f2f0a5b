import { runMain } from '../process/run-main.mjs'

await runMain('/test/support/project/language.ts', 'language')
