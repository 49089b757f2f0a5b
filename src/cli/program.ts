import { Command, CommanderError } from 'commander'
import { KeyRefused } from '../access/keys.ts'
import { ConfigError } from '../config/config.ts'
import { version } from '../config/version.ts'
import { LoadRefused } from '../importers/load/load.ts'
import { SourceError } from '../importers/source.ts'
import { StoreError } from '../store/store-error.ts'
import { Failure } from './failure.ts'
import { importCommand } from './import.ts'
import { keysCommand } from './keys.ts'
import { migrateCommand } from './migrate.ts'
import { municipalitiesCommand } from './municipalities.ts'
import { openapiCommand } from './openapi.ts'
import { serveCommand } from './serve.ts'

/** The whole command line; also what the command reference is made from. */
export function buildProgram(): Command {
  const program = new Command('reeve')
    .description('A free, read-only JSON API over the record of municipal councils.')
    .version(version)
  for (const command of [
    serveCommand(),
    importCommand(),
    municipalitiesCommand(),
    keysCommand(),
    migrateCommand(),
    openapiCommand(),
  ]) {
    program.addCommand(command)
  }
  return program
}

/** Runs one command; returns the exit code. */
export async function run(words: readonly string[]): Promise<number> {
  const program = buildProgram()
  for (const command of [program, ...program.commands.flatMap((c) => [c, ...c.commands])]) {
    command.exitOverride()
    // The message is printed once, by `explain`.
    command.configureOutput({ outputError: () => {} })
  }
  try {
    await program.parseAsync(words, { from: 'user' })
    return 0
  } catch (error) {
    return explain(error)
  }
}

function explain(error: unknown): number {
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return 0
    if (error.code !== 'commander.help')
      console.error(oneLine(`reeve: ${error.message.replace(/^error: /, '')} (try --help)`))
    return 2
  }
  if (error instanceof Failure) {
    console.error(`reeve: ${error.message}`)
    return error.exitCode
  }
  if (error instanceof LoadRefused) return explainRefusal(error)
  if (isPlain(error)) {
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

function isPlain(error: unknown): error is Error {
  return [ConfigError, StoreError, SourceError, KeyRefused].some((known) => error instanceof known)
}

function explainRefusal(refused: LoadRefused): number {
  for (const { where, subject, reason } of refused.problems)
    console.error(`${where}: ${subject}: ${reason}`)
  const more = refused.total - refused.problems.length
  if (more > 0) console.error(`… and ${more} more`)
  console.error(`reeve: ${refused.message}`)
  return 1
}
