import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { isSameWard } from '../core/ward-name.ts'
import { asUnreadable, readTextFile, sizeOf, UnreadableFile } from '../importers/kit/text-file.ts'
import { readWards, type Ward } from '../importers/kit/ward-boundaries.ts'
import { findSeats, replaceWards } from '../importers/load/wards.ts'
import { CliError } from './cli-error.ts'
import { noMunicipality, whileNotImported, withWriteStore } from './stores.ts'

/** More than the boundaries of any council need. */
const bytesMax = 20_000_000

/** `reeve wards import`. */
export function wardsCommand(): Command {
  return new Command('wards').addCommand(importCommand())
}

interface ImportOptions {
  municipality: string
  name?: string
}

function importCommand(): Command {
  return new Command('import')
    .description('Import ward boundaries from GeoJSON, in place of earlier ones')
    .argument('<geojson>', 'file with one feature for each ward')
    .requiredOption('-m, --municipality <slug>', 'the municipality')
    .option(
      '--name <property>',
      'property with the names of the wards; by default, the one with those that members sit for',
    )
    .action(async (path: string, { municipality: slug, name }: ImportOptions) => {
      const { databaseUrl } = readConfig()
      await withWriteStore(databaseUrl, async (store) => {
        const found = await findSeats(store.db, slug, systemClock)
        if (found === undefined) throw noMunicipality(slug)
        const { seats, divisionId } = found
        const warnOf = (message: string) => console.error(`warning: ${message}`)
        const wards = await readFile(path, { name, seats, divisionId, warn: warnOf })
        await whileNotImported(databaseUrl, slug, () =>
          replaceWards(store, found.id, wards, systemClock),
        )
        console.log(`Imported ${wards.length} wards of ${slug}.`)
        warn(wards, found.seats)
      })
    })
}

async function readFile(path: string, options: Parameters<typeof readWards>[1]): Promise<Ward[]> {
  try {
    const size = await sizeOf(path)
    if (size > bytesMax)
      throw new UnreadableFile(
        `has ${size} bytes, of at most ${bytesMax}: simplify it, for example with mapshaper -simplify 10%`,
      )
    return readWards(await readTextFile(path), options)
  } catch (error) {
    throw new CliError(`${path} ${asUnreadable(error).message}`, 1)
  }
}

/** Names the wards without a member, and the members without a ward. */
function warn(wards: readonly Ward[], seats: readonly string[]): void {
  for (const { name } of wards)
    if (!seats.some((seat) => isSameWard(seat, name)))
      console.error(
        `warning: no one sits for "${name}" on record; if somebody does, choose another property with --name`,
      )
  for (const seat of seats)
    if (!wards.some(({ name }) => isSameWard(seat, name)))
      console.error(`warning: the file has no ward "${seat}", which a member sits for`)
}
