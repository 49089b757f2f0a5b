#!/usr/bin/env node
import { rejectNode } from './cli/node-version.ts'

// An import has 60 MiB in use, but Node lets the heap grow to 400 before it frees what is not. It reads this at its start.
const heapLimits = ['--max-semi-space-size=8', '--heap-growing-percent=50']

const reason = rejectNode(process.versions.node)
if (reason !== undefined) {
  process.stderr.write(`reeve: ${reason}\n`)
  process.exitCode = 1
} else {
  if (
    process.argv[2] === 'import' &&
    !heapLimits.every((limit) => process.execArgv.includes(limit))
  ) {
    const words = [...heapLimits, ...process.execArgv, ...process.argv.slice(1)]
    // Windows has no such call.
    process.execve?.(process.execPath, [process.execPath, ...words])
  }
  // Not a static import: an older Node could not load it, and would not say why.
  const { main } = await import('./cli/program.ts')
  await main()
}
