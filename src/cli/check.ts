import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { readSiteFile, siteFileOf } from '../config/site-file/site-file.ts'
import { databaseAddress, findDamage } from '../store/open.ts'
import { CliError } from './cli-error.ts'
import { withWriteStore } from './stores.ts'

/** `reeve check`: the integrity of the database, also while serving. */
export function checkCommand(): Command {
  return new Command('check')
    .option('--quiet', 'print nothing if nothing is damaged')
    .option(
      '--site [file]',
      'check the site file (SITE_FILE) instead, and print what is wrong with it, by line and column. Exit code 2 if something is',
    )
    .action(async ({ quiet, site }: { quiet?: boolean; site?: string | true }) => {
      const config = readConfig()
      if (site !== undefined) return checkSiteFile(site === true ? siteFileOf(config) : site, quiet)
      const { databaseUrl } = config
      // Open meanwhile, so that SQLite has the files that it writes beside a database to read it.
      const damage = await withWriteStore(databaseUrl, () => findDamage(databaseUrl))
      for (const line of damage) console.error(line)
      if (damage.length > 0)
        throw new CliError('the database is damaged; restore a backup if it cannot be repaired', 1)
      if (quiet !== true) console.log(`${databaseAddress(databaseUrl)}: no damage found.`)
    })
}

/** Throws `SiteFileError`. */
async function checkSiteFile(path: string | undefined, quiet: boolean | undefined): Promise<void> {
  if (path === undefined)
    throw new CliError(
      'there is no site file: name one, set SITE_FILE, or create site.yaml in the folder of the database',
    )
  await readSiteFile(path)
  if (quiet !== true) console.log(`${path}: valid.`)
}
