import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Municipality } from '../http/admission.ts'
import type { ImportState } from '../store/import-runs.ts'
import {
  keyOf,
  referenceOf,
  type WrittenFile,
  type WrittenLines,
  type WrittenList,
} from './list-files.ts'

/** Data Package 2.0. */
const profile = 'https://datapackage.org/profiles/2.0/datapackage.json'
export const packageFile = 'datapackage.json'

interface Resource {
  name: string
  path: string
  format: string
  bytes: number
  hash: string
  /** Of all tables, in a file with several. */
  rows: number
}

/** What was published of a municipality. */
export interface DataPackage {
  /** Of the jurisdiction: a slug may be that of another council later. */
  id: string
  version: string
  /** RFC 3339. */
  created: string
  resources: Resource[]
}

interface Published {
  municipality: Municipality
  last: ImportState['last']
  created: string
  pages: string
  lists: readonly WrittenList[]
  /** All records, as a list of changes has them. */
  changes: WrittenLines
  /** The token with which a list of changes goes on. */
  token: string
  tables: WrittenFile
}

export function toDataPackage({
  municipality,
  last,
  lists,
  changes,
  token,
  tables,
  ...rest
}: Published) {
  const total = lists.reduce((sum, { rows }) => sum + rows, 0)
  return {
    $schema: profile,
    name: municipality.slug,
    title: municipality.name,
    id: municipality.jurisdictionId,
    homepage: rest.pages,
    version: String(municipality.dataVersion),
    created: rest.created,
    sync_token: token,
    ...(last?.url != null && { sources: [{ title: municipality.name, path: last.url }] }),
    ...(last?.licence && { licenses: [licenceOf(last.licence)] }),
    resources: [
      ...lists.flatMap((list) => [
        {
          ...resourceOf(list.name, list.csv, list.rows),
          ...{ format: 'csv', mediatype: 'text/csv', encoding: 'utf-8', type: 'table' },
          schema: schemaOf(list),
        },
        ndjsonOf(list.name, list.ndjson, list.rows),
      ]),
      ndjsonOf('changes', changes, changes.rows),
      {
        ...resourceOf('record', tables, total),
        ...{ format: 'sqlite', mediatype: 'application/vnd.sqlite3' },
      },
    ],
  }
}

const resourceOf = (name: string, file: WrittenFile, rows: number) => ({
  ...{ name, path: file.name, bytes: file.bytes, hash: `sha256:${file.sha256}`, rows },
})

const ndjsonOf = (name: string, file: WrittenFile, rows: number) => ({
  ...resourceOf(`${name}-ndjson`, file, rows),
  ...{ format: 'ndjson', mediatype: 'application/x-ndjson', compression: 'gz' },
  encoding: 'utf-8',
})

/** A licence has a path or a name without spaces; what the source states is its title. */
function licenceOf(stated: string) {
  if (/^https?:\/\/\S+$/.test(stated)) return { path: stated }
  return { name: stated.replace(/[^-a-zA-Z0-9._]+/g, '-'), title: stated }
}

/** Table Schema. Columns of CSV are empty where nothing is known. */
function schemaOf({ name: list, columns }: WrittenList) {
  const key = keyOf(columns)
  const foreignKeys = columns.flatMap(({ name }) => {
    const resource = referenceOf(name)
    if (resource === undefined) return []
    const reference = { resource: resource === list ? '' : resource, fields: ['slug'] }
    return [{ fields: [name], reference }]
  })
  return {
    fields: columns.map(({ name, field: { type, format, description } }) => ({
      name,
      type: typeOf([type].flat(), format),
      ...(description !== undefined && { description }),
    })),
    ...(key !== undefined && { primaryKey: [key] }),
    ...(foreignKeys.length > 0 && { foreignKeys }),
  }
}

function typeOf(types: readonly (string | undefined)[], format: string | undefined): string {
  if (format === 'date') return 'date'
  if (format === 'date-time') return 'datetime'
  return types.find((type) => type !== undefined && type !== 'null') ?? 'any'
}

/** What was published of a municipality in a folder; undefined if nothing was. */
export async function readDataPackage(
  folder: string,
  { slug, jurisdictionId }: Pick<Municipality, 'slug' | 'jurisdictionId'>,
): Promise<DataPackage | undefined> {
  const text = await readFile(join(folder, slug, packageFile), 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const published = JSON.parse(text) as DataPackage
  return published.id === jurisdictionId ? published : undefined
}
