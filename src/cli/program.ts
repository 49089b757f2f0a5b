import { Command, CommanderError } from 'commander'
import { KeyError } from '../access/key-error.ts'
import { RedisError } from '../access/redis/redis-error.ts'
import { ConfigError } from '../config/config.ts'
import { version } from '../config/version.ts'
import { ExportError } from '../exporters/bundle/export-error.ts'
import { LoadRejected } from '../importers/load/diagnostic-list.ts'
import { SourceError } from '../importers/source.ts'
import { DatabaseMissing, StoreError, StoreFailure, WriteFailed } from '../store/store-error.ts'
import { CliError } from './cli-error.ts'

// Commands are loaded on demand, so that a server does not hold importers in memory.
const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./serve.ts')).serveCommand(),
  import: async () => (await import('./import.ts')).importCommand(),
  export: async () => (await import('./export.ts')).exportCommand(),
  imports: async () => (await import('./imports.ts')).importsCommand(),
  municipalities: async () => (await import('./municipalities.ts')).municipalitiesCommand(),
  accounts: async () => (await import('./accounts.ts')).accountsCommand(),
  keys: async () => (await import('./keys.ts')).keysCommand(),
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
  endOnBrokenPipe()
  const words = process.argv.slice(2)
  if (words[0] === 'import') endWithParent()
  process.exitCode = await run(words)
}

/** An import that `serve --demo` has started ends with it, even if it is killed. */
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

/** Prints an error, with its stack only if it is a bug; returns the exit code. */
function reportError(error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0
    if (error.code !== 'commander.help')
      console.error(oneLine(`reeve: ${error.message.replace(/^error: /, '')} (try --help)`))
    return 2
  }
  if (error instanceof CliError) {
    console.error(`reeve: ${error.message}`)
    return error.exitCode
  }
  if (error instanceof LoadRejected) return reportRejection(error)
  if (error instanceof StoreFailure) {
    console.error(oneLine(`reeve: the database failed: ${error.message}`))
    return 1
  }
  if (error instanceof WriteFailed) {
    console.error(oneLine(`reeve: ${error.message}`))
    return 1
  }
  if (isUserError(error)) {
    console.error(oneLine(`reeve: ${error.message}`))
    return error instanceof DatabaseMissing ? 1 : 2
  }
  console.error(error)
  return 1
}

// Arguments and settings can contain line breaks.
function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, ' ')
}

/** Whether an error is caused by arguments, settings or input, so that its message is enough. */
export function isUserError(error: unknown): error is Error {
  return [ConfigError, StoreError, SourceError, ExportError, KeyError, RedisError].some(
    (errorType) => error instanceof errorType,
  )
}

function reportRejection(rejection: LoadRejected): number {
  for (const { location, subject, reason } of rejection.errors)
    console.error(`${location}: ${subject}: ${reason}`)
  const more = rejection.total - rejection.errors.length
  if (more > 0) console.error(`… and ${more} more`)
  console.error(`reeve: ${rejection.message}`)
  return 1
}
