import { Command } from 'commander'
import { listMunicipalities } from '../access/queries.ts'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { addMunicipality } from '../importers/load/municipalities.ts'
import { listFailingImports, listLastImports } from '../store/import-runs.ts'
import type { ReadDatabase } from '../store/open.ts'
import { findCensusSubdivision } from './census.ts'
import { CliError } from './cli-error.ts'
import { printList } from './list.ts'
import { removeCommand } from './municipalities-remove.ts'
import { setCommand } from './municipalities-set.ts'
import { withNewStore, withReadStore } from './stores.ts'

interface AddOptions {
  csd?: string
  name?: string
  division?: string
  timezone?: string
  url?: string
}

/** `reeve municipalities list | add | set | remove`. */
export function municipalitiesCommand(): Command {
  const list = new Command('list')
    .description(
      'List municipalities with their last import, and the last error of failing imports',
    )
    .option('--json', 'print a JSON list')
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
    .addCommand(setCommand())
    .addCommand(removeCommand())
}

async function printMunicipalities({ json }: { json?: boolean }): Promise<void> {
  const rows = await withReadStore(readConfig().databaseUrl, ({ read }) => read(listWithImports))
  if (rows.length === 0 && json !== true)
    console.log(
      'No municipalities. Add one: reeve municipalities add <slug> --csd <code> --timezone <zone>',
    )
  printList(
    rows,
    {
      slug: ({ slug }) => slug,
      name: ({ name }) => name,
      division: ({ division_id }) => division_id,
      'time zone': ({ time_zone }) => time_zone,
      record: ({ updated_at }) => `changed ${updated_at}`,
      'last import': ({ last_import: last }) =>
        last === null ? 'never imported' : `imported ${last.finished_at} from ${last.source}`,
      'as of': ({ as_of }) => as_of ?? '',
      failing: ({ failing }) =>
        failing.map(
          ({ result, finished_at, source, error }) =>
            `${result} ${finished_at} from ${source}: ${error}`,
        ),
    },
    { json },
  )
}

async function listWithImports(db: ReadDatabase) {
  const imports = await listLastImports(db)
  const failing = await listFailingImports(db)
  const lasts = new Map(imports.map((each) => [each.municipalityId, each]))
  return (await listMunicipalities(db)).map((row) => {
    const last = lasts.get(row.id)
    return {
      slug: row.slug,
      name: row.name,
      division_id: row.divisionId,
      time_zone: row.timeZone,
      url: row.url,
      updated_at: row.updatedAt,
      as_of: row.asOf,
      last_import:
        last === undefined ? null : { finished_at: last.finishedAt, source: last.source },
      failing: failing
        .filter(({ municipalityId }) => municipalityId === row.id)
        .map(({ result, finishedAt, source, error }) => ({
          result,
          finished_at: finishedAt,
          source,
          error,
        })),
    }
  })
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
