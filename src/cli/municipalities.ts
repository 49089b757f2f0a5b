import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { addMunicipality } from '../importers/load/municipalities.ts'
import { listMunicipalities } from '../resources/municipalities/queries.ts'
import { listFailingImports, listLastImports } from '../store/import-runs.ts'
import { findCensusSubdivision } from './census.ts'
import { CliError } from './cli-error.ts'
import { withReadStore, withWriteStore } from './stores.ts'

interface AddOptions {
  csd?: string
  name?: string
  division?: string
  timezone?: string
  url?: string
}

/** `reeve municipalities list | add`. */
export function municipalitiesCommand(): Command {
  const list = new Command('list')
    .description(
      'List the municipalities that are served, each with its last import, and with the last error of one that fails now',
    )
    .action(printMunicipalities)
  const add = new Command('add')
    .description('Add a municipality')
    .argument('<slug>', 'its name in URLs, for example ottawa')
    .option(
      '--csd <code>',
      'Canadian census subdivision, for example 3506008: fills name and division',
    )
    .option('--name <name>', 'its name, for example "City of Ottawa"')
    .option('--division <id>', 'its OCD division id')
    .option('--timezone <zone>', 'its IANA time zone, for example America/Toronto')
    .option('--url <url>', 'its website')
    .action(async (slug: string, options: AddOptions) => {
      const municipality = { slug, ...described(options) }
      const twins = await withWriteStore(readConfig().databaseUrl, async (store) => {
        const others = await listMunicipalities(store.db)
        await addMunicipality(store, municipality, systemClock)
        return others.filter(({ divisionId }) => divisionId === municipality.divisionId)
      })
      console.log(`Added ${slug} (${municipality.name}).`)
      for (const twin of twins) {
        console.error(
          `warning: ${twin.divisionId} is already served as "${twin.slug}" (${twin.name}); ${slug} is a second municipality with a record of its own`,
        )
      }
    })
  return new Command('municipalities')
    .description('The municipalities that are served')
    .addCommand(list)
    .addCommand(add)
}

async function printMunicipalities(): Promise<void> {
  const { rows, imports, failing } = await withReadStore(readConfig().databaseUrl, ({ read }) =>
    read(async (db) => ({
      rows: await listMunicipalities(db),
      imports: await listLastImports(db),
      failing: await listFailingImports(db),
    })),
  )
  if (rows.length === 0)
    console.log('None yet. Add one: reeve municipalities add <slug> --csd <code> --timezone <zone>')
  const lasts = new Map(imports.map((each) => [each.municipalityId, each]))
  for (const { id, slug, name, divisionId, timeZone, updatedAt } of rows) {
    const last = lasts.get(id)
    const imported =
      last === undefined ? 'never imported' : `imported ${last.finishedAt} from ${last.source}`
    const failures = failing
      .filter(({ municipalityId }) => municipalityId === id)
      .map(
        ({ result, finishedAt, source, error }) =>
          `${result} ${finishedAt} from ${source}: ${error}`,
      )
    const known = [slug, name, divisionId, timeZone, `changed ${updatedAt}`, imported, ...failures]
    console.log(known.join('\t'))
  }
}

function described({ csd, name, division, timezone, url }: AddOptions) {
  const census = csd === undefined ? undefined : findCensusSubdivision(csd)
  if (csd !== undefined && census === undefined) {
    throw new CliError(
      `--csd ${csd} is not a Canadian census subdivision (seven digits, for example 3506008)`,
    )
  }
  const required = (value: string | undefined, option: string): string => {
    if (value === undefined) throw new CliError(`${option} is needed`)
    return value
  }
  return {
    name: required(name ?? census?.name, '--name (or --csd)'),
    divisionId: required(division ?? census?.division, '--division (or --csd)'),
    timeZone: required(timezone, '--timezone'),
    url: url ?? null,
  }
}
