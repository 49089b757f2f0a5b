import { Command } from 'commander'
import { readConfig } from '../config/config.ts'
import { dateInZone } from '../core/calendar-date.ts'
import { standardResult } from '../core/carried-results.ts'
import { systemClock } from '../core/clock.ts'
import { readRecords } from '../exporters/bundle/readers.ts'
import { findTarget } from '../importers/load/municipalities.ts'
import { checkRecord } from '../importers/record-check.ts'
import { correctable, isCorrectable } from '../record/correctable.ts'
import { kinds, type RecordKind } from '../record/kinds.ts'
import {
  correctionsMax,
  deleteCorrection,
  insertCorrection,
  keepCorrection,
  liftCorrection,
  listCorrections,
  type NewCorrection,
} from '../store/corrections.ts'
import type { WriteStore } from '../store/open.ts'
import { findSecret } from '../store/secrets.ts'
import { readTakedowns, recordHash } from '../store/takedowns.ts'
import { CliError } from './cli-error.ts'
import { findWarnings } from './correction-warnings.ts'
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
} from './stored-record.ts'
import { noMunicipality } from './stores.ts'

interface AddOptions {
  municipality: string
  record: string
  field: string
  to: string
  reason: string
}

/** `reeve correct add | list | lift`. */
export function correctCommand(): Command {
  return new Command('correct')
    .addCommand(addCommand())
    .addCommand(listCommand())
    .addCommand(liftCommand())
}

function addCommand(): Command {
  return new Command('add')
    .description(
      'Put a value in place of that of the source. The page says the value of the source, the day and the reason',
    )
    .requiredOption(...municipalityOption)
    .requiredOption('--record <slug>', 'the record, by slug or <kind>/<slug>')
    .requiredOption('--field <name>', 'the field, by its name in the record format')
    .requiredOption('--to <value>', 'the value; the slug of a record for a reference; "" for none')
    .requiredOption('--reason <text>', 'why, as visitors read it')
    .action(async (options: AddOptions) => {
      const { done, warnings } = await changing(
        readConfig().databaseUrl,
        options.municipality,
        (store) => add(store, options),
      )
      console.log(done)
      for (const warning of warnings) console.error(`warning: ${warning}`)
      await publishAgain(options.municipality)
    })
}

function listCommand(): Command {
  return new Command('list')
    .description('List what was corrected, newest first')
    .requiredOption(...municipalityOption)
    .option('--json', 'print a JSON list')
    .action(async ({ municipality, json }: { municipality: string; json?: boolean }) => {
      const rows = await listRequests(municipality, listCorrections)
      if (rows.length === 0 && json !== true)
        console.log(`Nothing of ${municipality} was corrected.`)
      printList(
        rows.map(({ id, record_kind, slug, field, written, reason, added_on, lifted_on }) => ({
          ...{ id, record_kind, slug, field, to: written, reason, added_on, lifted_on },
        })),
        {
          id: ({ id }) => String(id),
          record: ({ record_kind: kind, slug }) => `${kind}/${slug ?? ''}`,
          field: ({ field }) => field,
          to: ({ to }) => to ?? '',
          added: ({ added_on }) => added_on,
          lifted: ({ lifted_on }) => lifted_on ?? '',
          reason: ({ reason }) => reason,
        },
        { json },
      )
    })
}

function liftCommand(): Command {
  return new Command('lift')
    .description('End a correction: the record has the value of the source again')
    .argument('<id>', 'the number, from reeve correct list')
    .requiredOption(...municipalityOption)
    .action(async (given: string, { municipality }: { municipality: string }) => {
      await changing(readConfig().databaseUrl, municipality, async (store) => {
        const today = await todayOf(store, municipality)
        const isLifted = await store.transaction((db) =>
          liftCorrection(db, { municipality, id: Number(given), today }),
        )
        if (!isLifted)
          throw new CliError(
            `${municipality} has no correction ${given} to lift; see: reeve correct list -m ${municipality}`,
          )
        await applyRequest(store, municipality, (db) => keepCorrection(db, Number(given)))
      })
      console.log(`Lifted ${given}: the record has what its source has.`)
      await publishAgain(municipality)
    })
}

async function todayOf(store: WriteStore, municipality: string): Promise<string> {
  const target = await findTarget(store, municipality)
  if (target === undefined) throw noMunicipality(municipality)
  return dateInZone(systemClock.now(), target.timeZone)
}

/** Returns what was done, in words, and what may be a mistake in it. */
async function add(
  store: WriteStore,
  options: AddOptions,
): Promise<{ done: string; warnings: string[] }> {
  const { municipality, field } = options
  const reason = options.reason.trim()
  if (reason === '') throw new CliError('--reason is empty: say why, in words for visitors')
  assertNoPassage(`${reason}\n${options.to}`, await readTakedowns(store.db, municipality))
  const named = await namedRecord(store, municipality, options.record)
  assertField(named, field)
  const { value, written } = await storedValue(store, options, named)
  const record = await assertFits(store, named, { field, value })
  const was = record[field] ?? null
  const hash = recordHash(await findSecret(store.db, 'takedown'), named)
  await assertNoOther(store, municipality, { hash, field })
  const correction: NewCorrection = {
    ...{ municipality, record_kind: named.kind, record_hash: hash, slug: named.slug },
    ...{ field, value, written, reason },
    added_on: await todayOf(store, municipality),
  }
  const warnings = await findWarnings(store.db, named, record, correction)
  const id = await store.transaction((db) => insertCorrection(db, correction))
  await applyRequest(store, municipality, (db) => deleteCorrection(db, id))
  const is = JSON.stringify(written ?? '')
  const done = `Corrected ${id}: ${field} of ${named.kind} ${named.slug} is ${is}, was ${JSON.stringify(was)}.`
  return { done, warnings }
}

function assertField({ kind, slug }: Named, field: string): void {
  if (!isCorrectable(kind))
    throw new CliError(
      `${kind} ${slug} cannot be corrected: only ${Object.keys(correctable).join(', ')} can`,
    )
  const fields: readonly string[] = correctable[kind]
  if (!fields.includes(field))
    throw new CliError(
      `"${field}" of a ${kind} cannot be corrected: --field is one of ${fields.join(', ')}`,
    )
}

/** The value as it is stored, the key of a record that is referred to, and as readers see it, its slug; null for none. */
async function storedValue(
  store: WriteStore,
  { municipality, field, to }: AddOptions,
  { kind, source }: Named,
): Promise<Pick<NewCorrection, 'value' | 'written'>> {
  const given = to.trim()
  if (given === '') return { value: null, written: null }
  const reference = kinds[kind].layout.references.find((one) => one.field === field)
  if (reference === undefined) {
    const value = field === 'result' ? standardResult(given) : given
    return { value, written: value }
  }
  const target = reference.target as RecordKind
  const found = await namedRecord(store, municipality, given, target)
  if (found.source !== source)
    throw new CliError(`${target} ${to} is of another source: a record refers to those of its own`)
  return { value: found.key, written: given }
}

/** Returns the record as it is now. Throws `CliError` if the value is not valid. */
async function assertFits(
  store: WriteStore,
  { kind, id }: Named,
  { field, value }: { field: string; value: string | null },
): Promise<Readonly<Record<string, unknown>>> {
  const [found] = await readRecords(store.db, kind, [id])
  const record: Record<string, unknown> = { ...found }
  if ((record[field] ?? null) === value)
    throw new CliError(`${field} is ${JSON.stringify(value)} already`)
  const [issue] = checkRecord(kind, { ...record, [field]: value })
  if (issue !== undefined) throw new CliError(`--to: ${issue.reason}`)
  return record
}

async function assertNoOther(
  store: WriteStore,
  municipality: string,
  { hash, field }: { hash: string; field: string },
): Promise<void> {
  const active = (await listCorrections(store.db, municipality)).filter(
    ({ lifted_on }) => lifted_on === null,
  )
  const same = active.find((one) => one.record_hash === hash && one.field === field)
  if (same !== undefined)
    throw new CliError(
      `${field} was corrected on ${same.added_on}: first reeve correct lift ${same.id} -m ${municipality}`,
    )
  if (active.length >= correctionsMax)
    throw new CliError(
      `${municipality} has ${correctionsMax} corrections, which is the most: lift some`,
    )
}
