import { Command } from 'commander'
import { hideSecretsOf } from '../core/public-address.ts'
import { version } from '../version.ts'
import { importingCommands } from './heap-limits.ts'
import { reportError } from './report-error.ts'
import { guardTerminal } from './terminal.ts'

// Commands are loaded on demand, so that a server does not hold importers in memory.
const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./serve.ts')).serveCommand(),
  import: async () => (await import('./import.ts')).importCommand(),
  export: async () => (await import('./export.ts')).exportCommand(),
  publish: async () => (await import('./publish.ts')).publishCommand(),
  add: async () => (await import('./add.ts')).addCommand(),
  sync: async () => (await import('./sync.ts')).syncCommand(),
  sources: async () => (await import('./sources.ts')).sourcesCommand(),
  status: async () => (await import('./status.ts')).statusCommand(),
  imports: async () => (await import('./imports.ts')).importsCommand(),
  municipalities: async () => (await import('./municipalities.ts')).municipalitiesCommand(),
  wards: async () => (await import('./wards.ts')).wardsCommand(),
  accounts: async () => (await import('./accounts.ts')).accountsCommand(),
  keys: async () => (await import('./keys.ts')).keysCommand(),
  takedown: async () => (await import('./takedown.ts')).takedownCommand(),
  alerts: async () => (await import('./alerts.ts')).alertsCommand(),
  correct: async () => (await import('./correct.ts')).correctCommand(),
  mcp: async () => (await import('./mcp.ts')).mcpCommand(),
  migrate: async () => (await import('./migrate.ts')).migrateCommand(),
  'migrate-to': async () => (await import('./migrate-to.ts')).migrateToCommand(),
  backup: async () => (await import('./backup.ts')).backupCommand(),
  restore: async () => (await import('./restore.ts')).restoreCommand(),
  check: async () => (await import('./check.ts')).checkCommand(),
  search: async () => (await import('./search.ts')).searchCommand(),
  secrets: async () => (await import('./secrets.ts')).secretsCommand(),
  openapi: async () => (await import('./openapi.ts')).openapiCommand(),
}

/** docs/reference/cli.md is generated from this. */
export async function buildProgram(
  names: readonly string[] = Object.keys(commands),
): Promise<Command> {
  const program = new Command('reeve')
    .description('A free, read-only JSON API and site for the records of municipal councils.')
    .version(version)
  for (const name of names) {
    const command = await commands[name]?.()
    if (command !== undefined) program.addCommand(command)
  }
  return program
}

/** Runs the command of this process. */
export async function main(): Promise<void> {
  guardTerminal()
  endOnBrokenPipe()
  const words = process.argv.slice(2)
  hideSecretsOf(...words.filter((word) => word.includes('://')))
  if (importingCommands.includes(words[0] ?? '')) endWithParent()
  process.exitCode = await run(words)
}

/** A command that `serve` has started ends with it, even if it is killed. */
function endWithParent(): void {
  process.on('disconnect', () => process.exit(1))
  // The listener alone would keep this process alive.
  process.channel?.unref()
}

// As a shell reports a program that SIGPIPE ended, which Node.js ignores.
const endedByPipe = 128 + 13

/**
 * Ends the process without a message when nothing reads its output any more, as `head` does after some lines, and with
 * one line when the output cannot be written, for example on a full disk.
 */
function endOnBrokenPipe(): void {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit(endedByPipe)
    const line = `reeve: cannot write to standard output: ${code}\n`
    process.stderr.write(line, () => process.exit(1))
  })
  process.stderr.on('error', ({ code }: NodeJS.ErrnoException) => {
    process.exit(code === 'EPIPE' ? endedByPipe : 1)
  })
}

/** Runs one command; returns the exit code. */
export async function run(words: readonly string[]): Promise<number> {
  const [first = ''] = words
  const program = await buildProgram(Object.hasOwn(commands, first) ? [first] : undefined)
  for (const command of [program, ...program.commands.flatMap((c) => [c, ...c.commands])]) {
    command.exitOverride()
    // The message is printed once, by `reportError`.
    command.configureOutput({ outputError: () => undefined })
  }
  try {
    await program.parseAsync(words, { from: 'user' })
    return 0
  } catch (error) {
    return reportError(error)
  }
}
