import { createInterface } from 'node:readline/promises'
import { CliError } from './cli-error.ts'

/** Asks before `consequence`, unless `yes`. Throws `CliError` without a terminal or without consent. */
export async function confirm(consequence: string, yes: boolean | undefined): Promise<void> {
  if (yes === true) return
  if (!process.stdin.isTTY) throw new CliError(`${consequence}; add --yes to confirm`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    // Rejects at Ctrl+C and Ctrl+D.
    const response = await terminal.question(`${consequence}. Continue? [y/N] `).catch(() => '')
    if (!/^y(es)?$/i.test(response.trim())) throw new CliError('nothing was changed', 1)
  } finally {
    terminal.close()
  }
}
