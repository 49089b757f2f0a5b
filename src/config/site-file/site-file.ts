import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Branding, defaultBranding } from '../../core/branding.ts'
import type { Config } from '../config.ts'
import { SiteFileError, type SiteFileIssue } from './site-file-error.ts'

const bytesMax = 256 * 1024

/** What SITE_FILE, or the file beside the database, says of the site. Throws `SiteFileError`. */
export async function readBranding(
  config: Pick<Config, 'siteFile' | 'databaseUrl'>,
): Promise<Branding> {
  const path = siteFileOf(config)
  return path === undefined ? defaultBranding : readSiteFile(path)
}

/** The path of the site file; undefined without one. */
export function siteFileOf({
  siteFile,
  databaseUrl,
}: Pick<Config, 'siteFile' | 'databaseUrl'>): string | undefined {
  if (siteFile !== null) return siteFile
  const [, database] = /^sqlite:(?!:memory:)(.+)$/.exec(databaseUrl) ?? []
  const path = database && join(dirname(database), 'site.yaml')
  return path !== undefined && statSync(path, { throwIfNoEntry: false }) ? path : undefined
}

/** Throws `SiteFileError`. */
export async function readSiteFile(path: string): Promise<Branding> {
  const bytes = readBytes(path)
  // Most sites have no such file, and need no parser.
  const { parseSiteFile } = await import('./parse-site-file.ts')
  const issues: SiteFileIssue[] = []
  const branding = parseSiteFile(toText(bytes, path), issues)
  if (branding === undefined) throw new SiteFileError(path, issues)
  return { ...branding, digest: createHash('sha256').update(bytes).digest('hex').slice(0, 12) }
}

function readBytes(path: string): Buffer {
  const reject = (reason: string) => new SiteFileError(path, [reason])
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw reject('does not exist: correct SITE_FILE')
  if (!found.isFile()) throw reject('is not a file')
  if (found.size > bytesMax)
    throw rejectAt(
      path,
      `the file has ${found.size} bytes; at most ${bytesMax / 1024} KiB are allowed`,
    )
  try {
    return readFileSync(path)
  } catch (error) {
    throw reject(`cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

function toText(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const before = bytes.toString().split('\ufffd', 1)[0] ?? ''
    throw rejectAt(path, 'the file is not UTF-8 text', before)
  }
}

function rejectAt(path: string, reason: string, before = ''): SiteFileError {
  const lines = before.split('\n')
  return new SiteFileError(path, [
    { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1, reason },
  ])
}
