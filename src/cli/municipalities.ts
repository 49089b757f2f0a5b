import { Command } from 'commander'
import { listMunicipalities } from '../access/queries.ts'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import {
  addMunicipality,
  changeMunicipality,
  findRemoval,
  removeMunicipality,
} from '../importers/load/municipalities.ts'
import { listFailingImports, listLastImports } from '../store/import-runs.ts'
import type { ReadDatabase } from '../store/open.ts'
import { readTakePart, type TakePart } from '../store/take-part.ts'
import { findCensusSubdivision } from './census.ts'
import { CliError } from './cli-error.ts'
import { confirm } from './confirm.ts'
import { printList } from './list.ts'
import {
  noMunicipality,
  whileNotImported,
  withNewStore,
  withReadStore,
  withWriteStore,
} from './stores.ts'
import { isTakePartGiven, type TakePartOptions, takePartChange, takePartHelp } from './take-part.ts'

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
      'List municipalities with their last import, how to take part, and the last error of failing imports',
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
      'take part': ({ take_part: ways }) => ways.map(takePartText).join(', '),
      failing: ({ failing }) =>
        failing.map(
          ({ result, finished_at, source, error }) =>
            `${result} ${finished_at} from ${source}: ${error}`,
        ),
    },
    { json },
  )
}

const takePartText = ({ body, url, rule }: TakePart) =>
  `${body === null ? '' : `${body}: `}${url ?? 'none'}${rule === null ? '' : ` (${rule})`}`

async function listWithImports(db: ReadDatabase) {
  const imports = await listLastImports(db)
  const failing = await listFailingImports(db)
  const lasts = new Map(imports.map((each) => [each.municipalityId, each]))
  const municipalities = await listMunicipalities(db)
  const ways = new Map<number, TakePart[]>()
  for (const { id, slug } of municipalities)
    ways.set(id, await readTakePart({ accounts: db, record: db }, { id, slug }))
  return municipalities.map((row) => {
    const last = lasts.get(row.id)
    return {
      slug: row.slug,
      name: row.name,
      division_id: row.divisionId,
      time_zone: row.timeZone,
      url: row.url,
      updated_at: row.updatedAt,
      as_of: row.asOf,
      take_part: ways.get(row.id) ?? [],
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

interface SetOptions extends TakePartOptions {
  name?: string
  url?: string
  timezone?: string
}

/** `reeve municipalities set <slug>`. */
function setCommand(): Command {
  return new Command('set')
    .description(
      'Correct the name, website or time zone of a municipality, or say how to take part',
    )
    .argument('<slug>', 'slug of the municipality, from reeve municipalities list')
    .option('--name <name>', 'name, for example "City of Ottawa"')
    .option('--url <url>', 'website of the municipality')
    .option(
      '--timezone <zone>',
      'IANA time zone, for example America/Toronto. Meetings keep their local times',
    )
    .option(
      '--take-part <url>',
      'page of the council on how to speak at meetings; none for a body without one',
    )
    .option(
      '--take-part-by <rule>',
      'until when to register, for example "noon, 1 business day before"',
    )
    .option('--body <slug>', 'one body that --take-part and --take-part-by are about')
    .addHelpText('after', takePartHelp)
    .action(async (slug: string, { name, url, timezone, ...takePart }: SetOptions) => {
      const changes = {
        ...(name === undefined ? {} : { name }),
        ...(url === undefined ? {} : { url }),
        ...(timezone === undefined ? {} : { timeZone: timezone }),
      }
      const isTakePart = isTakePartGiven(takePart)
      if (Object.keys(changes).length === 0 && !isTakePart)
        throw new CliError('nothing to set: use --name, --url, --timezone or --take-part')
      const { databaseUrl } = readConfig()
      await withWriteStore(databaseUrl, (store) =>
        whileNotImported(databaseUrl, slug, async () => {
          const writeTakePart = isTakePart && (await takePartChange(store, slug, takePart))
          // It rejects what is invalid, before anything is stored.
          await changeMunicipality(store, slug, changes, systemClock)
          if (!writeTakePart) return
          await writeTakePart()
          // Pages get a new version.
          await changeMunicipality(store, slug, {}, systemClock)
        }),
      )
      console.log(`Changed ${slug}.`)
    })
}

/** `reeve municipalities remove <slug>`. */
function removeCommand(): Command {
  return new Command('remove')
    .description(
      'Remove a municipality with its whole record. Accounts and keys stay. It says what goes, and asks',
    )
    .argument('<slug>', 'slug of the municipality, from reeve municipalities list')
    .option('--yes', 'do not ask')
    .action(async (slug: string, { yes }: { yes?: boolean }) => {
      const { databaseUrl } = readConfig()
      await withWriteStore(databaseUrl, async (store) => {
        const found = await findRemoval(store.db, slug)
        if (found === undefined) throw noMunicipality(slug)
        const { id, name, ...counts } = found
        const parts = Object.entries(counts).map(([kind, count]) => `${kind} ${count}`)
        await confirm(
          `this removes ${slug} (${name}): ${parts.join(', ')}, and the runs of its imports; a later import gives new ids`,
          yes,
        )
        await whileNotImported(databaseUrl, slug, () => removeMunicipality(store, id))
      })
      console.log(`Removed ${slug}.`)
    })
}
