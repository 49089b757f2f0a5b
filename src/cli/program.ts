import { Command } from 'commander'
import { hideSecretsOf } from '../core/public-address.ts'
import { version } from '../version.ts'
import { importingCommands } from './heap-limits.ts'
import { reportError } from './report-error.ts'
import { guardTerminal } from './terminal.ts'

interface Loaded {
  /** What the list of commands says of it. */
  description: string
  load: () => Promise<Command>
}

// Commands are loaded on demand, so that a server does not hold importers in memory.
const commands: Record<string, Loaded> = {
  serve: {
    description: 'Serve the API and the site',
    load: async () => (await import('./serve.ts')).serveCommand(),
  },
  import: {
    description: 'Import the records of a municipality in one transaction',
    load: async () => (await import('./import.ts')).importCommand(),
  },
  export: {
    description: 'Export the records of a municipality as a bundle, which reeve import can read',
    load: async () => (await import('./export.ts')).exportCommand(),
  },
  publish: {
    description: 'Write the lists of a municipality as files that everybody can take away',
    load: async () => (await import('./publish.ts')).publishCommand(),
  },
  add: {
    description:
      'Find the portal of a council, import its last twelve months, and remember it for reeve sync',
    load: async () => (await import('./add.ts')).addCommand(),
  },
  sync: {
    description:
      'Read what changed in the sources of municipalities, some side by side, each for a limited time',
    load: async () => (await import('./sync.ts')).syncCommand(),
  },
  sources: {
    description: 'Manage the sources that reeve sync reads',
    load: async () => (await import('./sources.ts')).sourcesCommand(),
  },
  status: {
    description:
      'Show the version, the database and its disk, e-mail alerts, and how old the record of each municipality is. Exit code 1 if something is late or failed',
    load: async () => (await import('./status.ts')).statusCommand(),
  },
  imports: {
    description: 'Show the runs of imports',
    load: async () => (await import('./imports.ts')).importsCommand(),
  },
  municipalities: {
    description: 'Manage municipalities',
    load: async () => (await import('./municipalities.ts')).municipalitiesCommand(),
  },
  wards: {
    description: 'Manage the ward boundaries by which visitors find their councillor',
    load: async () => (await import('./wards.ts')).wardsCommand(),
  },
  accounts: {
    description: 'Manage accounts',
    load: async () => (await import('./accounts.ts')).accountsCommand(),
  },
  keys: {
    description: 'Manage API keys',
    load: async () => (await import('./keys.ts')).keysCommand(),
  },
  takedown: {
    description:
      'Take out of the record what must not be published, so that no import brings it back',
    load: async () => (await import('./takedown.ts')).takedownCommand(),
  },
  alerts: {
    description: 'E-mails with what is new in a feed',
    load: async () => (await import('./alerts.ts')).alertsCommand(),
  },
  correct: {
    description:
      'Correct what a source has wrong and will not mend, in this and every later import',
    load: async () => (await import('./correct.ts')).correctCommand(),
  },
  mcp: {
    description:
      'Serve the local database to an assistant on this machine, by the Model Context Protocol on standard input and output',
    load: async () => (await import('./mcp.ts')).mcpCommand(),
  },
  migrate: {
    description:
      'Create the database, or update its schema, which every other command does too, for example before a service starts on an empty PostgreSQL database',
    load: async () => (await import('./migrate.ts')).migrateCommand(),
  },
  'migrate-to': {
    description:
      'Copy everything, including accounts and keys, to an empty database and verify the copy. Run it again to resume an interrupted copy',
    load: async () => (await import('./migrate-to.ts')).migrateToCommand(),
  },
  backup: {
    description: 'Write a consistent copy of the database, even while it is in use',
    load: async () => (await import('./backup.ts')).backupCommand(),
  },
  restore: {
    description:
      'Replace the database by a backup. No process may be using it; its former files get another name',
    load: async () => (await import('./restore.ts')).restoreCommand(),
  },
  check: {
    description:
      'Check the integrity of the database and of its search index, even while it is in use. Exit code 1 if something is damaged',
    load: async () => (await import('./check.ts')).checkCommand(),
  },
  search: {
    description: 'Manage the search index',
    load: async () => (await import('./search.ts')).searchCommand(),
  },
  secrets: {
    description: 'Manage the secrets of the database',
    load: async () => (await import('./secrets.ts')).secretsCommand(),
  },
  openapi: {
    description: 'Print the OpenAPI 3.1 document of the API',
    load: async () => (await import('./openapi.ts')).openapiCommand(),
  },
}

/** docs/reference/cli.md is generated from this. */
export async function buildProgram(
  names: readonly string[] = Object.keys(commands),
): Promise<Command> {
  const program = emptyProgram()
  for (const [name, { description, load }] of Object.entries(commands))
    if (names.includes(name)) program.addCommand((await load()).description(description))
  return program
}

/** The program for words that name no command: its list of commands, none of which is loaded. */
function listOfCommands(): Command {
  const program = emptyProgram().usage('<command>')
  for (const [name, { description }] of Object.entries(commands))
    program.command(name).description(description)
  return program.addHelpText('after', '\nreeve <command> --help says what it takes.')
}

const emptyProgram = () =>
  new Command('reeve')
    .description('A free, read-only JSON API and site for the records of municipal councils.')
    .version(version)

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
  // Also after `help` or `--`.
  const name = words.find((word) => Object.hasOwn(commands, word))
  const program = name === undefined ? listOfCommands() : await buildProgram([name])
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
