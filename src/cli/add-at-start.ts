import type { Config } from '../config/config.ts'
import type { WriteStore } from '../store/open.ts'
import { listSources } from '../store/sources.ts'
import { exitCodeOf, startChild } from './child.ts'
import { CliError } from './cli-error.ts'

/** Runs `reeve add` if no source is remembered yet, in a process of its own, which frees the memory of the import. */
export async function addAtStart(
  address: string,
  { siteUrl }: Config,
  { store, stop }: { store: WriteStore; stop: AbortSignal },
): Promise<void> {
  if (stop.aborted || (await listSources(store.db)).length > 0) return
  const child = startChild(['add', address], ['inherit', 'inherit', 'inherit'])
  // The port of the site is known here.
  child.on('message', (slug) => console.log(`Page: ${siteUrl}/${slug}`))
  const code = await exitCodeOf(child, stop)
  if (code !== 0 && !stop.aborted)
    throw new CliError(`${address} was not added`, code === 2 ? 2 : 1)
}
