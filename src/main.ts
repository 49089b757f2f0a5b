#!/usr/bin/env node
import { rejectNode } from './cli/node-version.ts'

const reason = rejectNode(process.versions.node)
if (reason === undefined) {
  // Not a static import: an older Node could not load it, and would not say why.
  const { main } = await import('./cli/program.ts')
  await main()
} else {
  process.stderr.write(`reeve: ${reason}\n`)
  process.exitCode = 1
}
