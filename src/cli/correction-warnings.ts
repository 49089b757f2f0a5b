import { foldText } from '../core/fold.ts'
import type { NewCorrection } from '../store/corrections.ts'
import type { ReadDatabase } from '../store/open.ts'
import type { Named } from './stored-record.ts'

type Checked = Pick<NewCorrection, 'municipality' | 'field' | 'value' | 'written'>

/** What may be a mistake in a correction that is valid. */
export async function findWarnings(
  db: ReadDatabase,
  { kind, slug }: Pick<Named, 'kind' | 'slug'>,
  record: Readonly<Record<string, unknown>>,
  { municipality, field, value, written }: Checked,
): Promise<string[]> {
  if (value === null) return []
  if (field === 'result') return resultWarnings(await listResults(db, municipality), value)
  const other = partnerOf(field)
  if (other === undefined || !isSame(field, record[other], value)) return []
  return [`${field} and ${other} of ${kind} ${slug} are both "${written}"`]
}

/** Each result of a motion, the most frequent first. */
async function listResults(db: ReadDatabase, municipality: string): Promise<string[]> {
  const rows = await db
    .selectFrom('motions')
    .innerJoin('municipalities', 'municipalities.id', 'motions.municipality_id')
    .select('motions.result')
    .where('municipalities.slug', '=', municipality)
    .where('motions.result', 'is not', null)
    .groupBy('motions.result')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy('motions.result')
    .execute()
  return rows.flatMap(({ result }) => result ?? [])
}

function resultWarnings(results: readonly string[], value: string): string[] {
  if (results.includes(value)) return []
  const shown = results.slice(0, shownMax).map((one) => `"${one}"`)
  const more = results.length > shownMax ? ` and ${results.length - shownMax} more` : ''
  const existing = shown.length === 0 ? 'none has a result' : `they have ${shown.join(', ')}${more}`
  return [`no other motion has the result "${value}": ${existing}`]
}

const shownMax = 10

/** The field of the seconder for one of the mover, and the other way round. */
function partnerOf(field: string): string | undefined {
  if (/^mover_/.test(field)) return field.replace('mover_', 'seconder_')
  return /^seconder_/.test(field) ? field.replace('seconder_', 'mover_') : undefined
}

const isSame = (field: string, one: unknown, value: string) =>
  typeof one === 'string' &&
  (one === value || (field.endsWith('_name') && foldText(one) === foldText(value)))
