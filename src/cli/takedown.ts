import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { systemClock } from '../core/clock.ts'
import { passageOf } from '../core/passages.ts'
import { parseWebUrl } from '../core/web-url.ts'
import { Withholder } from '../importers/load/withhold.ts'
import type { ImportRecord, RecordKind } from '../record/kinds.ts'
import { forgetWordsInAlerts } from '../store/alert-takedown.ts'
import { findBackups } from '../store/backup.ts'
import { deleteCorrection, forgetCorrectedSlug, listCorrections } from '../store/corrections.ts'
import { afterOtherWriters, databaseAddress, type WriteStore } from '../store/open.ts'
import {
  deleteTakedown,
  insertTakedown,
  insertTakedownSlugs,
  liftTakedown,
  listTakedowns,
  type NewTakedown,
  readTakedowns,
  recordHash,
  slugHash,
  type Takedowns,
  takedownsMax,
  urlHash,
} from '../store/takedowns.ts'
import { CliError } from './cli-error.ts'
import { printList } from './list.ts'
import { publishAgain } from './publish.ts'
import {
  applyRequest,
  assertNoPassage,
  changing,
  listRequests,
  municipalityOption,
  type Named,
  namedRecord,
  storedSources,
} from './stored-record.ts'

interface AddOptions {
  municipality: string
  record?: string
  document?: string
  passage?: string
  contact?: string
  reason: string
  evenIfAbsent?: boolean
}

/** `reeve takedown add | list | lift`. */
export function takedownCommand(): Command {
  return new Command('takedown')
    .addCommand(addCommand())
    .addCommand(listCommand())
    .addCommand(liftCommand())
}

function addCommand(): Command {
  return new Command('add')
    .description(
      'Take down a record, a file, a passage or contact details. Only digests of them are stored; the reason and the day are published',
    )
    .requiredOption(...municipalityOption)
    .option(
      '--record <slug>',
      'the record, by slug, <kind>/<slug> or Open Civic Data id; with --passage, the only one that the passage is taken out of',
    )
    .option('--document <url>', 'the file with this URL, wherever it is linked')
    .option(
      '--passage <file>',
      'the words in this text file, wherever they are, in any case, with or without accents and punctuation',
    )
    .option('--contact <person>', 'the contact details of this person, by slug')
    .requiredOption('--reason <text>', 'why, as visitors read it; never with the words themselves')
    .option('--even-if-absent', 'also if it is not there: an import can bring it')
    .action(async (options: AddOptions) => {
      const { databaseUrl } = readConfig()
      const done = await changing(databaseUrl, options.municipality, (store) => add(store, options))
      console.log(done)
      await publishAgain(options.municipality)
      console.log(whatStays(options.municipality))
    })
}

/** The backups that can be found, which can have what was taken down. */
function whatStays(municipality: string): string {
  const { databaseUrl, publishDir } = readConfig()
  const folders = [
    dirname(databaseAddress(databaseUrl)),
    ...(publishDir === null ? [] : [publishDir]),
  ]
  const found = findBackups(databaseUrl, folders, municipality)
  const [backups = [], others = []] = [true, false].map((isReadable) =>
    found
      .filter((one) => one.isReadable === isReadable)
      .map(({ file, madeAt }) => `  ${file}, of ${madeAt.toISOString().slice(0, 10)}`),
  )
  const where = `beside the database${publishDir === null ? '' : ' and in PUBLISH_DIR'}`
  const intro =
    backups.length === 0
      ? `No backup of ${municipality} was found ${where}; those elsewhere that were made before still have it.`
      : `These backups of ${municipality} ${where} still have it if they were made before, as do those elsewhere:`
  const lines = [
    intro,
    ...backups,
    ...(others.length === 0 ? [] : ['These files could not be read, and were not searched:']),
    ...others,
    'docs/how-to/take-down.md says what to do with them. Running servers need no restart.',
  ]
  return lines.join('\n')
}

function listCommand(): Command {
  return new Command('list')
    .description('List what was taken down, newest first')
    .requiredOption(...municipalityOption)
    .option('--json', 'print a JSON list')
    .action(async ({ municipality, json }: { municipality: string; json?: boolean }) => {
      const rows = await listRequests(municipality, listTakedowns)
      if (rows.length === 0 && json !== true)
        console.log(`Nothing of ${municipality} was taken down.`)
      printList(
        rows.map(({ id, kind, record_kind, reason, added_at, lifted_at }) => ({
          ...{ id, kind, record_kind, reason, added_at, lifted_at },
        })),
        {
          id: ({ id }) => String(id),
          kind: ({ kind, record_kind: of }) => (of === null ? kind : `${kind} of one ${of}`),
          added: ({ added_at }) => added_at,
          lifted: ({ lifted_at }) => lifted_at ?? '',
          reason: ({ reason }) => reason,
        },
        { json },
      )
    })
}

function liftCommand(): Command {
  return new Command('lift')
    .description('End a takedown. The next import of the source brings back what it has')
    .argument('<id>', 'the number, from reeve takedown list')
    .requiredOption(...municipalityOption)
    .action(async (given: string, { municipality }: { municipality: string }) => {
      const id = Number(given)
      const now = new Date(systemClock.now()).toISOString()
      const isLifted = await changing(readConfig().databaseUrl, municipality, (store) =>
        store.transaction((db) => liftTakedown(db, { municipality, id, now })),
      )
      if (!isLifted)
        throw new CliError(
          `${municipality} has no takedown ${given} that stands; see: reeve takedown list -m ${municipality}`,
        )
      console.log(
        `Lifted ${given}. Nothing is back yet: the next import of the source brings what it has.`,
      )
    })
}

/** Returns what was done, in words. */
async function add(store: WriteStore, options: AddOptions): Promise<string> {
  const { municipality } = options
  const { key, active } = await readTakedowns(store.db, municipality)
  if (active.length >= takedownsMax)
    throw new CliError(
      `${municipality} has ${takedownsMax} takedowns, which is the most: lift some`,
    )
  const added_at = new Date(systemClock.now()).toISOString()
  const takedown = { municipality, added_at, ...(await described(store, options, key)) }
  assertNoPassage(takedown.reason, { key, active: [...active, { ...takedown, id: null }] })
  const same = active.find(
    (one) =>
      one.kind === takedown.kind &&
      one.record_hash === takedown.record_hash &&
      one.hash === takedown.hash,
  )
  const others = { key, active: active.filter((one) => one !== same) }
  const [found = [], earlier = []] = await affected(store, municipality, [
    { key, active: [takedown] },
    others,
  ])
  if (found.length === 0 && same === undefined && options.evenIfAbsent !== true)
    throw new CliError(
      `${nameOf(takedown)} is not in the record of ${municipality}: nothing was kept. An import can bring it: add --even-if-absent to keep the takedown`,
    )
  const gone = found.flatMap(({ kind, slug, isGone }) => (isGone ? slugHash(key, kind, slug) : []))
  const corrections = await correctionsToForget(store, municipality, {
    ...others,
    active: [...others.active, takedown],
    found: [...found, ...earlier],
  })
  const id = await store.transaction(async (db) => {
    const stored = same?.id ?? (await insertTakedown(db, takedown))
    await insertTakedownSlugs(db, stored, gone)
    return stored
  })
  console.log(whatIsApplied(found, earlier))
  await applyRequest(store, municipality, async (db) => {
    if (same === undefined) await deleteTakedown(db, id)
  })
  await store.transaction((db) => forgetCorrections(db, corrections))
  const slugs = [...found, ...earlier].flatMap(({ slug, isGone }) => (isGone ? slug : []))
  await store.transaction((db) => forgetWordsInAlerts(db, municipality, slugs))
  await afterOtherWriters(() => store.dialect.eraseDeleted(store.db))
  const done = same === undefined ? 'Took down' : 'Already taken down as'
  return `${done} ${id} (${nameOf(takedown)}): ${whereIn(found)}.`
}

/** How many records are written again. */
function whatIsApplied(found: readonly Affected[], earlier: readonly Affected[]): string {
  const own = `${countOf(found)} will be changed or removed`
  const late = `${countOf(earlier)} for earlier takedowns, which were kept and not yet applied`
  return earlier.length === 0 ? `${own}.` : `${own}, and ${late}.`
}

const countOf = ({ length }: readonly Affected[]) =>
  length === 1 ? '1 record' : `${length} records`

/** Which records are gone, and which are changed. */
function whereIn(found: readonly Affected[]): string {
  const [gone, changed] = [true, false].map((isRemoved) =>
    found.filter(({ hash }) => (hash !== null) === isRemoved),
  )
  const parts = [named('removed', gone ?? []), named('changed', changed ?? [])]
  return parts.filter((part) => part !== '').join('; ') || 'nothing yet'
}

function named(what: string, records: readonly Affected[]): string {
  if (records.length === 0) return ''
  const first = records.slice(0, shownMax).map(({ kind, slug }) => `${kind} ${slug}`)
  const more = records.length > shownMax ? ` and ${records.length - shownMax} more` : ''
  return `${what} ${first.join(', ')}${more}`
}

const shownMax = 10

const nameOf = ({ kind, words }: Pick<NewTakedown, 'kind' | 'words'>) =>
  kind === 'passage' ? `the passage of ${words} words` : `the ${kind}`

type Described = Omit<NewTakedown, 'municipality' | 'added_at'>

const nothing = {
  ...{ record_kind: null, record_hash: null },
  ...{ hash: null, words: null, prefilter: null },
}

/** The takedown that the options ask for. Throws `CliError` if they do not say one. */
async function described(store: WriteStore, options: AddOptions, key: string): Promise<Described> {
  const { reason, municipality, record, document, contact } = options
  assertOneTarget(options)
  if (document !== undefined) {
    if (parseWebUrl(document) === undefined)
      throw new CliError(`--document must be an http or https URL, not "${document}"`)
    return { ...nothing, reason, kind: 'document', hash: urlHash(key, document) }
  }
  if (contact !== undefined) {
    const person = await namedRecord(store, municipality, contact, 'person')
    return { ...nothing, reason, kind: 'contact', ...digestsOf(key, person) }
  }
  const of =
    record === undefined ? {} : digestsOf(key, await namedRecord(store, municipality, record))
  if (options.passage === undefined) return { ...nothing, reason, kind: 'record', ...of }
  const passage = await passageIn(options.passage, key, record !== undefined)
  return { ...nothing, reason, kind: 'passage', ...of, ...passage }
}

function assertOneTarget({ reason, record, document, passage, contact }: AddOptions): void {
  if (reason.trim() === '') throw new CliError('--reason is empty: say why, in words for visitors')
  const others = [document, passage, contact].filter((one) => one !== undefined)
  if (record === undefined && others.length === 0)
    throw new CliError('say what to take down: --record, --document, --passage or --contact')
  if (others.length > 1 || (record !== undefined && others.length === 1 && passage === undefined))
    throw new CliError(
      'give one of --record, --document, --passage and --contact; only --passage goes with --record',
    )
}

// Fewer words are in many texts that say something else.
const [wordsMin, wordsMax] = [3, 5000]

async function passageIn(file: string, key: string, hasRecord: boolean) {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new CliError(`cannot read ${file}: ${error.code}`)
  })
  const passage = passageOf(key, textIn(bytes, file))
  if (passage === undefined) throw new CliError(`${file} has no words`)
  if (passage.words > wordsMax)
    throw new CliError(
      `${file} has ${passage.words} words; a passage has at most ${wordsMax}: take down the record or the file`,
    )
  if (passage.words < wordsMin && !hasRecord)
    throw new CliError(
      `${file} has ${passage.words === 1 ? 'one word' : `${passage.words} words`}: it would remove ordinary words; name the record with --record`,
    )
  return passage
}

/** A text in UTF-8, or in UTF-16 with a byte order mark. */
function textIn(bytes: Buffer, file: string): string {
  const mark = bytes.subarray(0, 2).toString('hex')
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw new CliError(`${file} is not in UTF-8: save it in that encoding`)
  }
}

const digestsOf = (key: string, named: Named) => ({
  record_kind: named.kind,
  record_hash: recordHash(key, named),
})

interface ToForget {
  whole: number[]
  slugs: number[]
}

/**
 * The corrections of removed records and the ended ones that have a passage, which go as a whole, and those whose slug
 * does. Throws `CliError` if another one has a passage.
 */
async function correctionsToForget(
  { db }: WriteStore,
  municipality: string,
  { key, active, found }: Takedowns<NewTakedown> & { found: readonly Affected[] },
): Promise<ToForget> {
  const removed = new Set(found.flatMap(({ hash }) => hash ?? []))
  const withholder = new Withholder({ key, active }, '')
  const forgotten: ToForget = { whole: [], slugs: [] }
  for (const one of await listCorrections(db, municipality)) {
    const { id, slug, value, written, reason, lifted_on: lifted } = one
    const passages = withholder.ofHash(one.record_hash)
    const hasWords = (texts: readonly (string | null)[]) =>
      texts.some((text) => text !== null && passages.has(text))
    if (removed.has(one.record_hash)) forgotten.whole.push(id)
    else if (hasWords([value, written, reason])) {
      if (lifted === null)
        throw new CliError(
          `correction ${id} has the words itself: first reeve correct lift ${id} -m ${municipality}`,
        )
      forgotten.whole.push(id)
    } else if (hasWords([slug])) forgotten.slugs.push(id)
  }
  return forgotten
}

async function forgetCorrections(db: WriteStore['db'], { whole, slugs }: ToForget): Promise<void> {
  for (const id of whole) await deleteCorrection(db, id)
  for (const id of slugs) await forgetCorrectedSlug(db, id)
}

interface Affected {
  kind: RecordKind
  slug: string
  /** Of a record that is removed as a whole. */
  hash: string | null
  /** Whether nothing is at that address any more. */
  isGone: boolean
}

/** The stored records that each of these takedowns change or remove. */
async function affected(
  store: WriteStore,
  municipality: string,
  takedowns: readonly Takedowns<NewTakedown>[],
): Promise<Affected[][]> {
  const all = takedowns.map((some) => ({ some, found: [] as Affected[] }))
  for (const source of await storedSources(store.db, municipality)) {
    const withholders = all
      .filter(({ some }) => some.active.length > 0)
      .map(({ some, found }) => ({
        key: some.key,
        found,
        withholder: new Withholder(some, source.name),
      }))
    for await (const item of source.items) {
      if (item.type !== 'record') continue
      const record = item.record as ImportRecord
      for (const { key, withholder, found } of withholders)
        found.push(
          ...affectedBy(withholder, record, recordHash(key, { ...record, source: source.name })),
        )
    }
  }
  return all.map(({ found }) => found)
}

function affectedBy(withholder: Withholder, record: ImportRecord, hash: string): Affected[] {
  const kept = withholder.apply(record)
  if (kept === record) return []
  const { kind, served_as: servedAs } = record
  const slug = servedAs?.slug ?? ''
  const none = { contact_details: [] }
  // Contact details that are gone are taken out again.
  const isSame =
    isDeepStrictEqual({ ...none, ...kept }, { ...none, ...record, withheld: true }) &&
    !withholder.losesSlug(record, slug)
  if (isSame) return []
  const isGone = kept === undefined || withholder.losesSlug(kept, slug)
  return [{ kind, slug, hash: kept === undefined ? hash : null, isGone }]
}
