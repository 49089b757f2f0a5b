import { isWebUrl, webUrlRule } from '../core/web-url.ts'
import { findTarget } from '../importers/load/municipalities.ts'
import type { WriteStore } from '../store/open.ts'
import {
  deleteTakePart,
  findTakePart,
  type TakePartKey,
  writeTakePart,
} from '../store/take-part.ts'
import { parseRule, ruleExamples } from '../take-part/rule.ts'
import { CliError } from './cli-error.ts'
import { namedRecord } from './stored-record.ts'
import { noMunicipality } from './stores.ts'

export interface TakePartOptions {
  takePart?: string
  takePartBy?: string
  body?: string
}

export const takePartHelp = `
How to take part:
  --take-part and --take-part-by hold for all bodies of the municipality. With
  --body, they replace both for that body. An empty value removes them.

  --take-part-by is a time and a day, as in:
${ruleExamples.map((example) => `    "${example}"`).join('\n')}

  A week begins on Monday. "the Friday before" is the last one before the day
  of the meeting. Business days are Monday to Friday, in Canada only. If a day
  that is counted, or the last day itself, may be a holiday in some part of
  Canada, pages show the link without a time. So they do outside Canada for
  rules in business days.`

/** What `--take-part none` shows for a body. */
const none = 'none'

/** Throws `CliError` for a body without anything to set. */
export function isTakePartGiven({ takePart, takePartBy, body }: TakePartOptions): boolean {
  const isGiven = takePart !== undefined || takePartBy !== undefined
  if (body !== undefined && !isGiven)
    throw new CliError('--body needs --take-part or --take-part-by')
  return isGiven
}

/** Checks how to take part in the meetings of a municipality, or of one body; what it returns stores it. */
export async function takePartChange(
  store: WriteStore,
  municipality: string,
  { takePart, takePartBy, body }: TakePartOptions,
): Promise<() => Promise<void>> {
  assertUrl(takePart ?? '')
  assertRule(takePartBy ?? '')
  const key = await keyOf(store, municipality, body)
  const before = await findTakePart(store.db, key)
  const given = takePart ?? (before?.url === null ? none : (before?.url ?? ''))
  const url = given === none ? null : given
  const rule = (takePartBy ?? before?.rule ?? '').trim()
  if (takePartBy && !url) throw new CliError('--take-part-by needs the URL of --take-part')
  return () =>
    store.transaction(async (db) => {
      if (url === '') await deleteTakePart(db, key)
      else await writeTakePart(db, { ...key, url, rule: url === null || rule === '' ? null : rule })
    }, 'access')
}

function assertUrl(url: string): void {
  if (url !== '' && url !== none && !isWebUrl(url)) throw new CliError(`--take-part ${webUrlRule}`)
}

function assertRule(rule: string): void {
  if (rule.trim() === '' || parseRule(rule) !== undefined) return
  const examples = ruleExamples.map((example) => `"${example}"`).join(', ')
  throw new CliError(
    `--take-part-by "${rule}" is not a time and a day of a known form: write it as one of ${examples}; a time is noon, 16:30 or 4:30 p.m.`,
  )
}

async function keyOf(
  store: WriteStore,
  municipality: string,
  body: string | undefined,
): Promise<TakePartKey> {
  if ((await findTarget(store, municipality)) === undefined) throw noMunicipality(municipality)
  if (body === undefined) return { municipality, body_source: '', body_key: '' }
  const { source, key } = await namedRecord(store, municipality, body, 'organization')
  return { municipality, body_source: source, body_key: key }
}
