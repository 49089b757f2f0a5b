import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import type { DataPackage } from '../bulk/datapackage.ts'
import { publish } from '../bulk/publish.ts'
import { type Config, readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { Cursors } from '../http/cursor.ts'
import { publishedLists } from '../resources/modules.ts'
import { findSecret } from '../store/secrets.ts'
import { CliError } from './cli-error.ts'
import { withReadStore } from './stores.ts'

interface PublishOptions {
  municipality: string
  quiet?: boolean
}

/** `reeve publish <dir> --municipality <slug>`. */
export function publishCommand(): Command {
  return new Command('publish')
    .argument('[dir]', 'the folder; PUBLISH_DIR if absent. The files are in <dir>/<slug>')
    .requiredOption('-m, --municipality <slug>', 'the municipality to publish')
    .option('--quiet', 'print nothing if it succeeds')
    .action(async (given: string | undefined, { municipality, quiet }: PublishOptions) => {
      const { databaseUrl, publishDir, siteUrl } = readConfig()
      const folder = given ?? publishDir
      if (folder === null) throw new CliError('name a folder, or set PUBLISH_DIR', 2)
      const published = await publishInto(folder, municipality, { databaseUrl, siteUrl })
      if (quiet === true) return
      console.log(describe(published, `${folder}/${municipality}`))
      if (folder !== publishDir)
        console.log(
          `Start the service with PUBLISH_DIR=${folder} to serve them at /bulk/${municipality}/.`,
        )
    })
}

/** Writes the files in `PUBLISH_DIR` again, if the municipality has some there. */
export async function publishAgain(municipality: string): Promise<void> {
  const { publishDir, ...config } = readConfig()
  if (publishDir === null)
    return console.log(
      'PUBLISH_DIR is not set: published files, if there are any, were not written again.',
    )
  if (!existsSync(join(publishDir, municipality))) return
  await publishInto(publishDir, municipality, config)
  console.log(`Published ${join(publishDir, municipality)} again.`)
}

async function publishInto(
  folder: string,
  municipality: string,
  { databaseUrl, siteUrl }: Pick<Config, 'databaseUrl' | 'siteUrl'>,
): Promise<DataPackage> {
  const options = { municipality, folder, siteUrl, clock: systemClock, lists: publishedLists }
  return withReadStore(databaseUrl, async (store) => {
    const cursors = new Cursors(await findSecret(store.db, 'cursor'))
    return publish(store, { ...options, cursors })
  }).catch((error: unknown) => {
    throw writeError(error, folder)
  })
}

function describe({ resources }: DataPackage, folder: string): string {
  const lines = resources.map(
    ({ path, rows, bytes }) =>
      `${path.padEnd(24)} ${String(rows).padStart(9)} rows ${sizeOf(bytes).padStart(11)}`,
  )
  return [...lines, `Published ${folder}.`].join('\n')
}

const sizeOf = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(Math.ceil(bytes / 1e5) / 10).toFixed(1)} MB`

// System errors such as a full disk or missing permission.
function writeError(error: unknown, folder: string): unknown {
  const { code, syscall } = (error ?? {}) as NodeJS.ErrnoException
  if (code === undefined || syscall === undefined) return error
  return new CliError(
    `cannot write ${folder}: ${code} (${syscall}); the files there did not change`,
    1,
  )
}
