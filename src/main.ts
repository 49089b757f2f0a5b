#!/usr/bin/env node
import { endOnBrokenPipe } from './cli/broken-pipe.ts'
import { run } from './cli/program.ts'

endOnBrokenPipe(process)
process.exitCode = await run(process.argv.slice(2))
