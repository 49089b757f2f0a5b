import type { Argument, Command, Option } from 'commander'
import { buildProgram } from '../../../src/cli/program.ts'
import { sources } from '../../../src/importers/registry.ts'
import { code, page, table } from './markdown.ts'

const introduction = `In a checkout, after \`npm run build\`, the command is \`npx --no-install reeve\`; where the package is installed, it is \`reeve\`. Every command takes \`--help\`, and every one except \`openapi\` opens the database named by \`DATABASE_URL\`, updates its schema and reads the [settings](configuration.md). Only \`serve\`, \`add\`, \`municipalities add\`, \`migrate\` and \`restore\` create a database that does not exist.

Exit code 0: done. Exit code 1: the command is valid, but it failed (for example, an import was rejected, or a key does not exist). Exit code 2: an argument, option or setting is wrong, and nothing was changed. An error is one line on standard error; a rejected import prints one line for each of up to 100 errors.`

/** docs/reference/cli.md, from the program. */
export async function cliPage(): Promise<string> {
  const program = await buildProgram()
  return page('Command line', 'src/cli/program.ts', [
    introduction,
    ...listCommands(program, '').map(describeCommand),
  ])
}

interface NamedCommand {
  name: string
  command: Command
}

/** Every command without subcommands, with its full name. */
export function listCommands(command: Command, prefix: string): NamedCommand[] {
  const name = `${prefix}${command.name()}`
  return command.commands.length === 0
    ? [{ name, command }]
    : command.commands.flatMap((child) => listCommands(child, `${name} `))
}

function describeCommand({ name, command }: NamedCommand): string {
  const operands = command.registeredArguments.map(operandOf)
  const required = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags)
  const usage = [name, ...operands, ...required, ...(hasChoices(command) ? ['[options]'] : [])]
  const parts = [
    `## ${name}`,
    `${command.description()}.`,
    `\`\`\`text\n${usage.join(' ')}\n\`\`\``,
  ]
  const rows = [
    ...command.registeredArguments.map(argumentRow),
    ...command.options.map((option) => optionRow(option)),
  ]
  if (rows.length > 0) parts.push(table(['Argument', 'Meaning'], rows))
  if (name === 'reeve import') parts.push(sourceList())
  return parts.join('\n\n')
}

function hasChoices({ options }: Command): boolean {
  return options.some(({ mandatory }) => !mandatory)
}

function argumentRow(argument: Argument): string[] {
  return [code(operandOf(argument)), argument.description]
}

/** An argument as usage shows it. */
export function operandOf(argument: Argument): string {
  const name = argument.variadic ? `${argument.name()}…` : argument.name()
  return argument.required ? `<${name}>` : `[${name}]`
}

function optionRow({ flags, description, mandatory }: Option): string[] {
  return [code(flags), mandatory ? `${description} (required)` : description]
}

function sourceList(): string {
  const rows = Object.values(sources).map(({ name, describe }) => [code(name), describe])
  return table(['Source', 'What `<location>` is'], rows)
}
