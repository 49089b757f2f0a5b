#!/usr/bin/env node
import { rejectNode } from './cli/node-version.ts'

const reason = rejectNode(process.versions.node)
if (reason !== undefined) {
  process.stderr.write(`reeve: ${reason}\n`)
  process.exitCode = 1
} else {
  // Not static imports: an older Node could not load them, and would not say why.
  const { heapLimits, limitedCommands } = await import('./cli/heap-limits.ts')
  if (
    limitedCommands.includes(process.argv[2] ?? '') &&
    !heapLimits.every((limit) => process.execArgv.includes(limit))
  ) {
    const { limitedEnvironment } = await import('./config/process-environment.ts')
    const words = [...heapLimits, ...process.execArgv, ...process.argv.slice(1)]
    // Windows has no such call.
    process.execve?.(process.execPath, [process.execPath, ...words], limitedEnvironment())
  }
  const { main } = await import('./cli/program.ts')
  await main()
}
