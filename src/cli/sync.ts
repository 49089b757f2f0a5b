import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { type Clock, systemClock } from '../core/clock.ts'
import { startChild } from './child.ts'
import { CliError } from './cli-error.ts'
import { readDuration } from './duration.ts'
import type { SyncRun } from './read-source.ts'
import { reportError } from './report-error.ts'
import { SourceReader } from './source-reader.ts'
import { noSources } from './sources.ts'

// A source may have been added.
const pauseMs = 10_000
const alertsEveryMs = 600_000

interface SyncOptions {
  every?: string
  acceptFewer?: boolean
  jobs?: string
  minutesPerSource?: string
  quiet?: boolean
}

/** `reeve sync [<slug>…]`. */
export function syncCommand(): Command {
  return new Command('sync')
    .argument('[slug...]', 'the municipalities; without any, all')
    .option(
      '--every <duration>',
      'repeat this until stopped, each source at most once in this time: 10m to 31d, such as 6h',
    )
    .option('--jobs <n>', 'how many sources are read side by side, instead of SYNC_JOBS')
    .option(
      '--minutes-per-source <n>',
      'when a source is interrupted, to be continued later, instead of SYNC_SOURCE_MINUTES',
    )
    .option('--accept-fewer', 'read sources that have none, or far fewer records than before')
    .option('--quiet', 'print only errors')
    .action(async (slugs: string[], options: SyncOptions) => {
      const { every, acceptFewer, quiet, jobs, minutesPerSource } = options
      const { syncJobs, syncSourceMinutes } = readConfig({
        ...(jobs === undefined ? {} : { SYNC_JOBS: jobs }),
        ...(minutesPerSource === undefined ? {} : { SYNC_SOURCE_MINUTES: minutesPerSource }),
      })
      const run: SyncRun = {
        slugs,
        jobs: syncJobs,
        minutes: syncSourceMinutes,
        startTimer: endAfter,
        acceptFewer: acceptFewer === true,
        quiet: quiet === true,
        clock: systemClock,
      }
      if (run.acceptFewer && (slugs.length === 0 || every !== undefined))
        throw new CliError(
          '--accept-fewer is for one read of named municipalities: reeve sync <slug> --accept-fewer',
        )
      await (every === undefined ? syncOnce(run) : syncEvery(run, readDuration(every, '--every')))
    })
}

/** Reads each source once. Throws `CliError` if one was not read. */
export async function syncOnce(run: SyncRun): Promise<void> {
  const { count, failed, interrupted, waiting } = await new SourceReader(run).readAll()
  if (count === 0) console.log(noSources)
  const unread = Object.entries({
    failed,
    interrupted,
    'wait for hosts that are down': waiting,
  }).filter(([, number]) => number > 0)
  if (unread.length === 0) return
  throw new CliError(
    unread.map(([result, number]) => `${number} of ${count} sources ${result}`).join(', '),
    1,
  )
}

/** Until a signal ends the process; an import is one transaction. */
async function syncEvery(run: SyncRun, everyMs: number): Promise<never> {
  const isAlertTime = alertTimer(run.clock)
  const reader = new SourceReader(run)
  let sending: Promise<void> | undefined
  for (;;) {
    if (sending === undefined && isAlertTime())
      sending = sendAlerts().finally(() => {
        sending = undefined
      })
    await reader.readDue(everyMs, pause(pauseMs)).catch(reportError)
  }
}

/** Whether e-mails are to be sent: at first, and then every ten minutes; never without a mail server. */
function alertTimer(clock: Clock): () => boolean {
  const { smtpUrl } = readConfig()
  let next = smtpUrl === null ? Number.POSITIVE_INFINITY : 0
  return () => {
    if (clock.now() < next) return false
    next = clock.now() + alertsEveryMs
    return true
  }
}

/** In a process of its own, because it reads what the site shows; resolves when that has ended. */
async function sendAlerts(): Promise<void> {
  const child = startChild(['alerts', 'send'], ['ignore', 'ignore', 'inherit'])
  await once(child, 'close').catch(reportError)
}

function endAfter(end: () => void, milliseconds: number): () => void {
  const timer = setTimeout(end, milliseconds)
  return () => clearTimeout(timer)
}
