import { Command } from 'commander'
import { listMunicipalities } from '../access/queries.ts'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { addMunicipality } from '../importers/load/municipalities.ts'
import { listFailingImports, listLastImports } from '../store/import-runs.ts'
import { findCensusSubdivision } from './census.ts'
import { CliError } from './cli-error.ts'
import { withNewStore, withReadStore } from './stores.ts'

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
      'List municipalities with their last import, and the last error of failing imports',
    )
    .action(printMunicipalities)
  const add = new Command('add')
    .description('Add a municipality')
    .argument('<slug>', 'name in URLs, for example ottawa')
    .option(
      '--csd <code>',
      'Canadian census subdivision, for example 3506008; sets name and division',
    )
    .option('--name <name>', 'name, for example "City of Ottawa"')
    .option('--division <id>', 'Open Civic Data division id')
    .option('--timezone <zone>', 'IANA time zone, for example America/Toronto')
    .option('--url <url>', 'website of the municipality')
    .action(async (slug: string, options: AddOptions) => {
      const municipality = { slug, ...described(options) }
      const duplicates = await withNewStore(readConfig().databaseUrl, async (store) => {
        const others = await listMunicipalities(store.db)
        await addMunicipality(store, municipality, systemClock)
        return others.filter(({ divisionId }) => divisionId === municipality.divisionId)
      })
      console.log(`Added ${slug} (${municipality.name}).`)
      for (const duplicate of duplicates) {
        console.error(
          `warning: ${duplicate.divisionId} already exists as "${duplicate.slug}" (${duplicate.name}); ${slug} is a second municipality with separate records`,
        )
      }
    })
  return new Command('municipalities')
    .description('Manage municipalities')
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
    console.log(
      'No municipalities. Add one: reeve municipalities add <slug> --csd <code> --timezone <zone>',
    )
  const lasts = new Map(imports.map((each) => [each.municipalityId, each]))
  for (const { id, slug, name, divisionId, timeZone, updatedAt, asOf } of rows) {
    const last = lasts.get(id)
    const imported =
      last === undefined ? 'never imported' : `imported ${last.finishedAt} from ${last.source}`
    const failures = failing
      .filter(({ municipalityId }) => municipalityId === id)
      .map(
        ({ result, finishedAt, source, error }) =>
          `${result} ${finishedAt} from ${source}: ${error}`,
      )
    const speaks = asOf === null ? [] : [`record as of ${asOf}`]
    const fields = [slug, name, divisionId, timeZone, `changed ${updatedAt}`, imported]
    fields.push(...speaks, ...failures)
    console.log(fields.join('\t'))
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
    if (value === undefined) throw new CliError(`${option} is required`)
    return value
  }
  return {
    name: required(name ?? census?.name, '--name (or --csd)'),
    divisionId: required(division ?? census?.division, '--division (or --csd)'),
    timeZone: required(timezone, '--timezone'),
    url: url ?? null,
  }
}
