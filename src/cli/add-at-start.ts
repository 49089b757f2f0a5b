import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { publicLine } from '../importers/load/report.ts'
import type { WriteStore } from '../store/open.ts'
import { findPendingSource, listSources, notePendingSource } from '../store/sources.ts'
import { exitCodeOf, startChild } from './child.ts'

/** What `reeve add` tells the server that started it. */
export type AddMessage = { slug: string } | { error: string }

interface Start {
  store: WriteStore
  stop: AbortSignal
  /** After which a failed attempt is repeated; undefined if it is not. */
  retryMs: number | undefined
}

/**
 * Runs `reeve add` if no source is remembered yet, in a process of its own, which frees the memory of the import. A failure
 * is shown on the home page.
 */
export async function addAtStart(
  address: string,
  { siteUrl }: Config,
  { store, stop, retryMs }: Start,
): Promise<void> {
  const note = (pending: Parameters<typeof notePendingSource>[1]) =>
    store.transaction((db) => notePendingSource(db, pending), 'record')
  while (!stop.aborted && (await listSources(store.db)).length === 0) {
    const error = await addOnce(address, siteUrl, stop)
    if (error === undefined || stop.aborted) break
    const now = systemClock.now()
    const next_at = retryMs === undefined ? null : new Date(now + retryMs).toISOString()
    const checked_at = new Date(now).toISOString()
    const location = publicLine(address)
    await note({ location, checked_at, next_at, error })
    const next =
      next_at === null ? `repeat it: reeve add ${location}` : `next attempt at ${next_at}`
    console.error(`reeve: ${location} was not added, and the service goes on; ${next}`)
    if (retryMs === undefined) return
    await pause(retryMs, undefined, { signal: stop }).catch(() => undefined)
  }
  if (!stop.aborted) await note(undefined)
}

/** A service that does not try again says no longer when it will. */
export async function forgetPendingSource(store: WriteStore): Promise<void> {
  if ((await findPendingSource(store.db)) === undefined) return
  await store.transaction((db) => notePendingSource(db, undefined), 'record')
}

/** Returns the error; undefined if the council was added. */
async function addOnce(
  address: string,
  siteUrl: string,
  stop: AbortSignal,
): Promise<string | undefined> {
  const child = startChild(['add', address], ['inherit', 'inherit', 'inherit'])
  let error = 'the import ended unexpectedly'
  child.on('message', (message: AddMessage) => {
    // The port of the site is known here.
    if ('slug' in message) console.log(`Page: ${siteUrl}/${message.slug}`)
    else error = message.error
  })
  return (await exitCodeOf(child, stop)) === 0 ? undefined : error
}
