import { createInterface } from 'node:readline/promises'
import slugify from '@sindresorhus/slugify'
import { Command } from 'commander'
import { type Config, readConfig } from '../config/config.ts'
import { dayMs, utcDate } from '../core/calendar-date.ts'
import { systemClock } from '../core/clock.ts'
import { hideSecretsOf } from '../core/public-address.ts'
import { type FoundPortal, findPortal } from '../importers/find-portal.ts'
import { findRemoval } from '../importers/load/municipalities.ts'
import { publicLine } from '../importers/load/report.ts'
import { municipalityOf, reeve, townAt } from '../importers/reeve/index.ts'
import { sources } from '../importers/registry.ts'
import type { ImportSource, RequestWatch } from '../importers/source.ts'
import type { AddMessage } from './add-at-start.ts'
import { type CensusRow, findCensusSubdivision } from './census.ts'
import { CliError } from './cli-error.ts'
import { closingSentence } from './import.ts'
import { importInto } from './import-run.ts'
import { matchMunicipality, timeZoneOf } from './municipality-of.ts'
import { withResumeFolder } from './resume-folder.ts'
import { validateSince } from './since.ts'
import { withNewStore } from './stores.ts'

interface AddOptions {
  slug?: string
  csd?: string
  name?: string
  division?: string
  timezone?: string
  since?: string
}

/** `reeve add <address>`. */
export function addCommand(): Command {
  return new Command('add')
    .argument(
      '<address>',
      'address of the portal, of a page of the municipality that leads to it, or of a municipality on another Reeve, which is copied whole, with the key in SOURCE_KEY or by its published files',
    )
    .option('--slug <slug>', 'name in URLs; without it, from the name')
    .option('--csd <code>', 'Canadian census subdivision, for example 3506008')
    .option('--name <name>', 'name, for example "City of Ottawa"')
    .option('--division <id>', 'Open Civic Data division id')
    .option('--timezone <zone>', 'IANA time zone, for example America/Toronto')
    .option('--since <date>', 'the first day to import (YYYY-MM-DD)')
    .action(async (address: string, options: AddOptions) => {
      hideSecretsOf(address)
      await add(address, options).catch(async (error: unknown) => {
        await sendToServer({ error: publicLine(error) })
        throw error
      })
    })
}

const watch: RequestWatch = {
  onRequest: () => undefined,
  onRetry: (message) => console.error(message),
}

async function add(address: string, options: AddOptions): Promise<void> {
  const config = readConfig()
  const since = options.since ?? utcDate(systemClock.now() - 365 * dayMs)
  validateSince(since, systemClock.now())
  const portal = await findPortal(address, { contact: config.operatorContact, watch })
  console.log(`Found ${portal.platform} at ${portal.location} (requests: ${portal.requests}).`)
  const source = sourceOf(portal)
  if (source.name === reeve.name) return addMirror({ address, portal, options }, config)
  const municipality = { ...(await identify({ address, portal, options })), url: null }
  await importPortal({ portal, source, municipality, since }, config)
}

/** Does nothing without a server that started this command. */
async function sendToServer(message: AddMessage): Promise<void> {
  if (process.send === undefined) return
  await new Promise((resolve) => process.send?.(message, resolve))
}

function sourceOf({ importer, platform, location }: FoundPortal): ImportSource {
  const source = importer === null ? undefined : sources[importer]
  if (source !== undefined) return source
  throw new CliError(
    `${location} is a portal of ${platform}, which Reeve does not read; nothing was imported`,
  )
}

interface Municipality {
  slug: string
  name: string
  division_id: string
  time_zone: string
  url: string | null
}

interface AddRequest {
  address: string
  portal: FoundPortal
  options: AddOptions
}

/** Adds a municipality of another Reeve, which says which one it is; an interrupted import continues where it ended. */
async function addMirror({ portal, options }: AddRequest, config: Config): Promise<void> {
  const { operatorContact: contact } = config
  const { origin, town } = await townAt(portal.location, { contact, watch })
  const location = `${origin}/${town.slug}`
  const municipality = { slug: options.slug ?? town.slug, ...municipalityOf(town) }
  const found = { ...portal, location }
  await withResumeFolder([reeve.name, location], (resume) =>
    importPortal({ portal: found, source: reeve, municipality, resume }, config),
  )
}

async function identify(request: AddRequest): Promise<Omit<Municipality, 'url'>> {
  const { options } = request
  const isWhole = options.name !== undefined && options.division !== undefined
  const row = isWhole && options.csd === undefined ? undefined : await censusRow(request)
  const name = options.name ?? row?.name ?? ''
  const time_zone = options.timezone ?? (row === undefined ? null : timeZoneOf(row.code))
  if (time_zone === null)
    throw new CliError(
      `the time zone of ${name} is not certain; repeat with it: ${commandFor(request, row)} --timezone <zone>, such as America/Toronto`,
    )
  return {
    slug: options.slug ?? slugify(row?.shortName ?? name),
    name,
    division_id: options.division ?? row?.division ?? '',
    time_zone,
  }
}

async function censusRow(request: AddRequest): Promise<CensusRow> {
  const { address, portal, options } = request
  if (options.csd !== undefined) {
    const row = findCensusSubdivision(options.csd)
    if (row !== undefined) return row
    throw new CliError(
      `--csd ${options.csd} is not a Canadian census subdivision (seven digits, for example 3506008)`,
    )
  }
  const { candidates, named } = matchMunicipality([portal.location, address], portal.texts)
  if (named !== undefined) return named
  if (candidates.length === 0)
    throw new CliError(
      `no page says which municipality this is; repeat with its census code: ${commandFor(request)} --csd <code>, or with --name, --division and --timezone`,
    )
  return (await choose(candidates)) ?? rejectAmbiguous(candidates, request)
}

function rejectAmbiguous(candidates: readonly CensusRow[], request: AddRequest): never {
  const commands = candidates.map((row) => `  ${commandFor(request, row)}  # ${titleOf(row)}`)
  throw new CliError(
    `no page says for certain which municipality this is; repeat with one of:\n${commands.join('\n')}`,
  )
}

/** Asks on a terminal; undefined without one. */
async function choose(candidates: readonly CensusRow[]): Promise<CensusRow | undefined> {
  if (!process.stdin.isTTY) return undefined
  const list = candidates.map((row, index) => `  ${index + 1}  ${titleOf(row)}`)
  console.error(`Which municipality is this?\n${list.join('\n')}`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    // Rejects at Ctrl+C and Ctrl+D.
    const response = await terminal.question('Number, or nothing for none: ').catch(() => '')
    const row = candidates[Number(response.trim() || Number.NaN) - 1]
    if (row === undefined) throw new CliError('nothing was imported', 1)
    return row
  } finally {
    terminal.close()
  }
}

function titleOf({ name, province, code }: CensusRow): string {
  return `${name}, ${province} (${code})`
}

function commandFor({ address }: AddRequest, row?: CensusRow): string {
  const word = /^[\w.:/?=&%~+-]+$/.test(address) && !/[?&]/.test(address) ? address : `'${address}'`
  return `reeve add ${word}${row === undefined ? '' : ` --csd ${row.code}`}`
}

interface PortalImport {
  portal: FoundPortal
  source: ImportSource
  municipality: Municipality
  since?: string
  resume?: string | undefined
}

async function importPortal(
  { portal, source, municipality: { slug, ...municipality }, since, resume }: PortalImport,
  { databaseUrl, legistarToken, sourceKey, operatorContact, siteUrl }: Config,
): Promise<void> {
  const { location } = portal
  const timeZone = municipality.time_zone
  await withNewStore(databaseUrl, async () => undefined)
  const { kinds, warnings } = await importInto(databaseUrl, {
    importer: source.name,
    open: async (given) => {
      const options = {
        clock: systemClock,
        ...given,
        timeZone,
        legistarToken,
        sourceKey,
        resume,
        contact: operatorContact,
      }
      const opened = await source.open(location, options)
      // A new municipality is added with its first record, or not at all.
      return { ...opened, municipality }
    },
    locations: [location],
    municipality: slug,
    since,
    prune: false,
    dryRun: false,
    clock: systemClock,
  })
  console.log(closingSentence(kinds, { municipality: slug, dryRun: false }))
  const counts = await withNewStore(databaseUrl, ({ db }) => findRemoval(db, slug))
  const { meetings = 0, motions = 0, votes = 0, people = 0 } = counts ?? {}
  console.log(`Meetings: ${meetings}, motions: ${motions}, votes: ${votes}, people: ${people}.`)
  if (motions === 0) console.log('Motions and votes: none in this import.')
  else if (votes === 0) console.log('Votes by name: none in this import.')
  if (people === 0 && votes > 0)
    console.log('People: none in this import; votes have the names as the portal writes them.')
  if (warnings.length > 0)
    console.log(
      `Notes on what the portal leaves open: ${warnings.length}; see: reeve imports list, reeve imports show <id>`,
    )
  // A server that started this prints its own address.
  if (process.send !== undefined) {
    await sendToServer({ slug })
    return
  }
  console.log(`Page: ${siteUrl}/${slug}`)
  console.log(`Read what changes: reeve sync ${slug}, or reeve serve --sync 6h`)
}
