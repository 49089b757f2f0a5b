import { join } from 'node:path'
import { checkFolder, namesIn } from '../json-files.ts'
import { parseJson } from '../json-positions.ts'
import { toShapeFaults } from '../shape-faults.ts'
import { SourceError } from '../source.ts'
import { asUnreadable, readTextFile } from '../text-file.ts'
import { type BundleHead, bundleFormat, bundleHeadCheck, bundleVersion } from './schema.ts'

const headName = 'bundle.json'

/** A bundle's head and the names of its NDJSON files. */
export interface BundleFolder {
  head: BundleHead
  fileNames: string[]
}

/** Reads `bundle.json` and lists the folder. Throws `SourceError` where it is no bundle that can be read. */
export async function readBundleFolder(folder: string): Promise<BundleFolder> {
  await checkFolder(folder)
  const names = await namesIn(folder)
  if (!names.includes(headName)) throw new SourceError(`${folder} holds no ${headName}`)
  const head = await readHead(folder)
  return { head, fileNames: names.filter((name) => name.endsWith('.ndjson')).sort() }
}

async function readHead(folder: string): Promise<BundleHead> {
  const path = join(folder, headName)
  const text = await readTextFile(path).catch((error: unknown) => {
    throw new SourceError(`${path} ${asUnreadable(error).message}`)
  })
  const parsed = parseJson(text)
  if (!parsed.ok) throw new SourceError(`${path}:${parsed.line}:${parsed.column} ${parsed.reason}`)
  checkVersion(path, parsed.value)
  if (bundleHeadCheck.Check(parsed.value)) return parsed.value
  const [fault] = toShapeFaults(bundleHeadCheck.Errors(parsed.value), parsed.value)
  const place = fault === undefined ? '' : `:${parsed.lineAt(fault.path)} ${fault.path.slice(1)}`
  throw new SourceError(`${path}${place} ${fault?.reason ?? 'is no bundle head'}`)
}

// Before the shape: a newer version may well have another one.
function checkVersion(path: string, value: unknown): void {
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown }
  if (format !== bundleFormat) {
    throw new SourceError(
      `${path} must say "format": "${bundleFormat}"; found ${JSON.stringify(format)}`,
    )
  }
  if (version !== bundleVersion) {
    throw new SourceError(
      `${path} is a bundle of version ${JSON.stringify(version)}; versions read: ${bundleVersion}`,
    )
  }
}
