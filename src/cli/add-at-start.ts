import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { hideSecretsOf, publicAddress } from '../core/public-address.ts'
import { publicLine } from '../importers/load/report.ts'
import type { WriteStore } from '../store/open.ts'
import { findPendingSource, listSources, notePendingSource } from '../store/sources.ts'
import { exitCodeOf, startChild } from './child.ts'

/** What `reeve add` tells the server that started it. */
export type AddMessage = { slug: string } | { error: string }

interface Start {
  store: WriteStore
  stop: AbortSignal
  /** The longest pause before a failed attempt is repeated; undefined if it is not. */
  retryMaxMs: number | undefined
}

// A network may not be up when a machine starts; each further pause is twice as long.
const firstRetryMs = 10_000

/**
 * Runs `reeve add` if no source is remembered yet, in a process of its own, which frees the memory of the import. The home
 * page shows that it runs, or why it failed.
 */
export async function addAtStart(
  address: string,
  { siteUrl }: Config,
  { store, stop, retryMaxMs }: Start,
): Promise<void> {
  hideSecretsOf(address)
  const note = (pending: Parameters<typeof notePendingSource>[1]) =>
    store.transaction((db) => notePendingSource(db, pending), 'record')
  if ((await listSources(store.db)).length > 0) return forgetPendingSource(store)
  for (let retryMs = firstRetryMs; (await listSources(store.db)).length === 0; retryMs *= 2) {
    await note(pendingOf(address, null))
    const error = await addOnce(address, siteUrl, stop)
    if (error === undefined || stop.aborted) break
    const pauseMs = retryMaxMs === undefined ? undefined : Math.min(retryMs, retryMaxMs)
    const failure = pendingOf(address, error, pauseMs)
    await note(failure)
    console.error(sentenceOf(failure))
    if (pauseMs === undefined) return
    await pause(pauseMs, undefined, { signal: stop }).catch(() => undefined)
    if (stop.aborted) return
  }
  if (!stop.aborted) await note(undefined)
}

function pendingOf(address: string, error: string | null, pauseMs?: number) {
  const now = systemClock.now()
  return {
    location: publicAddress(address),
    checked_at: new Date(now).toISOString(),
    next_at: pauseMs === undefined ? null : new Date(now + pauseMs).toISOString(),
    error,
  }
}

function sentenceOf({ location, next_at }: ReturnType<typeof pendingOf>): string {
  const next = next_at === null ? `repeat it: reeve add ${location}` : `next attempt at ${next_at}`
  return `reeve: ${location} was not added, and the service goes on; ${next}`
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
    else error = publicLine(message.error)
  })
  return (await exitCodeOf(child, stop)) === 0 ? undefined : error
}
