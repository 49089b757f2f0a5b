import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { changeMunicipality } from '../importers/load/change-municipality.ts'
import { CliError } from './cli-error.ts'
import { whileNotImported, withWriteStore } from './stores.ts'

interface SetOptions {
  name?: string
  url?: string
  timezone?: string
}

/** `reeve municipalities set <slug>`. */
export function setCommand(): Command {
  return new Command('set')
    .description('Correct the name, website or time zone of a municipality')
    .argument('<slug>', 'slug of the municipality, from reeve municipalities list')
    .option('--name <name>', 'name, for example "City of Ottawa"')
    .option('--url <url>', 'website of the municipality')
    .option(
      '--timezone <zone>',
      'IANA time zone, for example America/Toronto. Meetings keep their local times',
    )
    .action(async (slug: string, { name, url, timezone }: SetOptions) => {
      const changes = {
        ...(name === undefined ? {} : { name }),
        ...(url === undefined ? {} : { url }),
        ...(timezone === undefined ? {} : { timeZone: timezone }),
      }
      if (Object.keys(changes).length === 0)
        throw new CliError('nothing to set: use --name, --url or --timezone')
      const { databaseUrl } = readConfig()
      await withWriteStore(databaseUrl, (store) =>
        whileNotImported(databaseUrl, slug, () =>
          changeMunicipality(store, slug, changes, systemClock),
        ),
      )
      console.log(`Changed ${slug}.`)
    })
}
