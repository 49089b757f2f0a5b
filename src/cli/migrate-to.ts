import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { copyDatabase } from '../store/copy/copy-database.ts'
import type { LogicalHash } from '../store/copy/logical-hash.ts'
import { CliError } from './cli-error.ts'
import { ProgressLines } from './progress.ts'

/** `reeve migrate-to [address]`: everything to another database, of the same engine or the other. */
export function migrateToCommand(): Command {
  return new Command('migrate-to')
    .argument(
      '[address]',
      'the target database, in the format of DATABASE_URL. Use TARGET_DATABASE_URL instead to keep a password out of the process list',
    )
    .option('--json', 'print {"sha256", "tables": {"meetings": {"rows", "sha256"}, …}}')
    .action(async (address: string | undefined, { json }: { json?: boolean }) => {
      const overrides = address === undefined ? {} : { TARGET_DATABASE_URL: address }
      const { databaseUrl, targetUrl } = readConfig(overrides)
      if (targetUrl === null)
        throw new CliError(
          'the target database is missing; pass it as an argument or set TARGET_DATABASE_URL',
        )
      const hash = await copied(databaseUrl, targetUrl)
      console.log(json === true ? JSON.stringify(hash) : describe(hash))
    })
}

async function copied(sourceUrl: string, targetUrl: string): Promise<LogicalHash> {
  const { show } = new ProgressLines(
    console.error,
    () => systemClock.monotonic(),
    process.stderr.isTTY,
  )
  const { source, differing } = await copyDatabase(sourceUrl, targetUrl, show)
  if (differing.length === 0) return source
  throw new CliError(
    `the copy differs from the original and stays marked as unfinished; different tables: ${differing.join(', ')}`,
    1,
  )
}

const shownDigits = 12

function describe({ sha256, tables }: LogicalHash): string {
  const width = Math.max(...Object.keys(tables).map((name) => name.length))
  const lines = Object.entries(tables).map(([name, table]) =>
    [name.padEnd(width), String(table.rows).padStart(8), table.sha256.slice(0, shownDigits)].join(
      '  ',
    ),
  )
  return [...lines, '', `Copied and verified: both databases have the checksum ${sha256}.`].join(
    '\n',
  )
}
