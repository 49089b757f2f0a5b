import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
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
  const bytes = readWhole(path, bytesMax)
  if (typeof bytes === 'string') throw rejectAt(path, `the file ${bytes}`)
  // Most sites have no such file, and need no parsers.
  const [{ parseSiteFile }, { readCrest, crestBytesMax }] = await Promise.all([
    import('./parse-site-file.ts'),
    import('./crest.ts'),
  ])
  const digest = createHash('sha256').update(bytes)
  const readPicture = (name: string) => {
    if (basename(name) !== name) return 'must be in the folder of the site file'
    const picture = readWhole(join(dirname(path), name), crestBytesMax)
    if (typeof picture === 'string') return picture
    digest.update(picture)
    return readCrest(picture)
  }
  const issues: SiteFileIssue[] = []
  const branding = parseSiteFile(toText(bytes, path), readPicture, issues)
  if (branding === undefined) throw new SiteFileError(path, issues)
  return { ...branding, digest: digest.digest('hex').slice(0, 12) }
}

/** A file; a text says why it cannot be read. */
function readWhole(path: string, max: number): Buffer | string {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) return 'does not exist'
  if (!found.isFile()) return 'is not a regular file'
  if (found.size > max) return `has ${found.size} bytes; at most ${max / 1024} KiB are allowed`
  try {
    return readFileSync(path)
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code})`
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
