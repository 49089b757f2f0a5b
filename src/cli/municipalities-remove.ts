import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { findRemoval, removeMunicipality } from '../importers/load/remove-municipality.ts'
import { confirm } from './confirm.ts'
import { noMunicipality, whileNotImported, withWriteStore } from './stores.ts'

/** `reeve municipalities remove <slug>`. */
export function removeCommand(): Command {
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
