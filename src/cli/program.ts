import { Command, CommanderError } from 'commander'
import { KeyError } from '../access/key-error.ts'
import { RedisError } from '../access/redis/redis-error.ts'
import { ConfigError } from '../config/config.ts'
import { version } from '../config/version.ts'
import { ExportError } from '../exporters/bundle/export-error.ts'
import { LoadRejected } from '../importers/load/load-rejected.ts'
import { SourceError } from '../importers/source.ts'
import { StoreError, StoreFailure, WriteFailed } from '../store/store-error.ts'
import { CliError } from './cli-error.ts'

// A command is loaded when it is called: a server that imports nothing holds no importer in memory.
const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./serve.ts')).serveCommand(),
  import: async () => (await import('./import.ts')).importCommand(),
  export: async () => (await import('./export.ts')).exportCommand(),
  municipalities: async () => (await import('./municipalities.ts')).municipalitiesCommand(),
  accounts: async () => (await import('./accounts.ts')).accountsCommand(),
  keys: async () => (await import('./keys.ts')).keysCommand(),
  migrate: async () => (await import('./migrate.ts')).migrateCommand(),
  'migrate-to': async () => (await import('./migrate-to.ts')).migrateToCommand(),
  backup: async () => (await import('./backup.ts')).backupCommand(),
  openapi: async () => (await import('./openapi.ts')).openapiCommand(),
}

/** The command line with the commands named; the command reference is made from all of them. */
export async function buildProgram(
  names: readonly string[] = Object.keys(commands),
): Promise<Command> {
  const program = new Command('reeve')
    .description('A free, read-only JSON API over the record of municipal councils.')
    .version(version)
  for (const name of names) {
    const command = await commands[name]?.()
    if (command !== undefined) program.addCommand(command)
  }
  return program
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

/** Prints why a command failed, in one line where it is not a fault of the program; returns the exit code. */
export function reportError(error: unknown): number {
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
    return 2
  }
  console.error(error)
  return 1
}

// What a person typed, or a setting holds, can have line breaks in it.
function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, ' ')
}

/** Whether the message alone says what is wrong with what was typed or set. */
export function isUserError(error: unknown): error is Error {
  return [ConfigError, StoreError, SourceError, ExportError, KeyError, RedisError].some(
    (known) => error instanceof known,
  )
}

function reportRejection(refused: LoadRejected): number {
  for (const { location, subject, reason } of refused.errors)
    console.error(`${location}: ${subject}: ${reason}`)
  const more = refused.total - refused.errors.length
  if (more > 0) console.error(`… and ${more} more`)
  console.error(`reeve: ${refused.message}`)
  return 1
}
