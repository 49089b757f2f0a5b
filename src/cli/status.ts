import { Command } from 'commander'
import { type Config, readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { type CouncilState, toCouncilState, worstFirst } from '../site/status/council-state.ts'
import { readStatus } from '../site/status/queries.ts'
import { inUnits, readServiceState } from '../site/status/service-state.ts'
import { databaseAddress } from '../store/open.ts'
import { version } from '../version.ts'
import { CliError } from './cli-error.ts'
import { printList } from './list.ts'
import { withReadStore } from './stores.ts'

/** `reeve status`: what `/status` says, with what concerns the operator alone. */
export function statusCommand(): Command {
  return new Command('status')
    .option('--json', 'print a JSON object')
    .action(async ({ json }: { json?: boolean }) => {
      const status = await statusOf(readConfig(), systemClock.now())
      if (json === true) console.log(JSON.stringify(status))
      else print(status)
      if (status.problems.length > 0) throw new CliError(status.problems.join('; '), 1)
    })
}

type Status = Awaited<ReturnType<typeof statusOf>>

async function statusOf({ databaseUrl, mailFrom }: Config, now: number) {
  const found = await withReadStore(databaseUrl, async (store) => ({
    ...(await readStatus(store)),
    service: await readServiceState(store.db, { databaseUrl, sends: mailFrom !== null, now }),
  }))
  const councils = worstFirst(found.states.map((state) => toCouncilState(state, now)))
  const { isLow, ...size } = found.service.database
  const { isLate, ...alerts } = found.service.alerts
  const database = { address: databaseAddress(databaseUrl), ...size }
  const pending = found.pending ?? null
  const problems = [
    ...councilProblems(councils),
    ...found.down.map(
      ({ family, since, sources }) => `${family} is down since ${since}: ${sources} sources wait`,
    ),
    ...(pending === null ? [] : [`${pending.location} could not be added: ${pending.error}`]),
    ...(isLate ? [`e-mails wait since ${alerts.oldestWaiting}; see: reeve alerts send`] : []),
    ...(isLow && database.freeBytes !== null
      ? [`only ${sizeOf(database.freeBytes)} of disk are free`]
      : []),
  ]
  return { version, database, alerts, pending, municipalities: councils.map(toListed), problems }
}

function councilProblems(councils: readonly CouncilState[]): string[] {
  const count = councils.filter(({ isBad }) => isBad).length
  return count === 0 ? [] : [`${count} of ${councils.length} municipalities are not up to date`]
}

function toListed(council: CouncilState) {
  const { slug, name, newestRecord, asOf, importedAt, ageDays, failedAt, interruptedAt } = council
  const state = stateOf(council)
  return { slug, name, state, newestRecord, asOf, importedAt, ageDays, failedAt, interruptedAt }
}

/** In the order of what to look at first. */
function stateOf({
  isLate,
  lateSource,
  isSilent,
  failedAt,
  interruptedAt,
  waitsFor,
}: CouncilState): string {
  if (failedAt !== null) return 'failed'
  if (interruptedAt !== null) return 'interrupted'
  if (isLate || lateSource !== null) return 'late'
  if (waitsFor !== null) return `waits for ${waitsFor}`
  return isSilent ? 'nothing new' : 'up to date'
}

function print({ version: shown, database, alerts, municipalities }: Status): void {
  const { address, bytes, freeBytes } = database
  const free = freeBytes === null ? '' : `, ${sizeOf(freeBytes)} of disk free`
  console.log(`Reeve ${shown}`)
  console.log(`Database: ${address}, ${sizeOf(bytes)}${free}`)
  console.log(`E-mail alerts: ${alerts.sends ? mailLine(alerts) : 'off (SMTP_URL is not set)'}`)
  const columns = {
    municipality: ({ slug }: Listed) => slug,
    state: ({ state }: Listed) => state,
    'last import': ({ importedAt }: Listed) => importedAt ?? '-',
    age: ({ ageDays }: Listed) => (ageDays === null ? '-' : `${ageDays} d`),
    'newest record': ({ newestRecord }: Listed) => newestRecord ?? '-',
    'as of': ({ asOf }: Listed) => asOf ?? '-',
  }
  printList(municipalities, columns, {})
}

type Listed = Status['municipalities'][number]

function mailLine({ subscribers, mails }: Status['alerts']): string {
  const { active, unconfirmed, rejected, bounced } = subscribers
  const people = `${active} active, ${unconfirmed} unconfirmed, ${rejected} rejected, ${bounced} bounced addresses`
  return `${people}; ${mails.waiting} e-mails waiting, ${mails.sent} sent in 30 days`
}

function sizeOf(bytes: number): string {
  const { value, unit } = inUnits(bytes)
  return `${unit === 'GiB' ? value.toFixed(1) : value} ${unit}`
}
