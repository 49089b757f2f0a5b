import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { copyDatabase } from '../store/copy/copy-database.ts'
import type { LogicalHash } from '../store/copy/logical-hash.ts'
import { CliError } from './cli-error.ts'
import { ProgressDisplay } from './progress.ts'

/** `reeve migrate-to [address]`: everything to another database, of the same engine or the other. */
export function migrateToCommand(): Command {
  return new Command('migrate-to')
    .description(
      'Copy everything, keys and sessions too, to an empty database, and check it. Run it again to go on with a copy that was stopped',
    )
    .argument(
      '[address]',
      'the database to copy to, as in DATABASE_URL; without it, TARGET_DATABASE_URL, which no list of processes shows',
    )
    .option('--json', 'print {"sha256", "tables": {"meetings": {"rows", "sha256"}, …}}')
    .action(async (address: string | undefined, { json }: { json?: boolean }) => {
      const overrides = address === undefined ? {} : { TARGET_DATABASE_URL: address }
      const { databaseUrl, targetUrl } = readConfig(overrides)
      if (targetUrl === null)
        throw new CliError('name the database to copy to, or set TARGET_DATABASE_URL')
      const hash = await copied(databaseUrl, targetUrl)
      console.log(json === true ? JSON.stringify(hash) : describe(hash))
    })
}

async function copied(sourceUrl: string, targetUrl: string): Promise<LogicalHash> {
  const display = new ProgressDisplay(process.stderr, () => systemClock.monotonic())
  try {
    const { source, differing } = await copyDatabase(sourceUrl, targetUrl, display.show)
    if (differing.length === 0) return source
    throw new CliError(
      `the copy is not what was copied, and stays marked as unfinished; different are ${differing.join(', ')}`,
      1,
    )
  } finally {
    display.end()
  }
}

const shownDigits = 12

function describe({ sha256, tables }: LogicalHash): string {
  const width = Math.max(...Object.keys(tables).map((name) => name.length))
  const lines = Object.entries(tables).map(([name, table]) =>
    [name.padEnd(width), String(table.rows).padStart(8), table.sha256.slice(0, shownDigits)].join(
      '  ',
    ),
  )
  return [...lines, '', `Copied and checked: both databases hold ${sha256}.`].join('\n')
}
