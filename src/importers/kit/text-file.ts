import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { closeSync, lstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Larger than any file that a council publishes, and small enough for memory. */
const bytesMax = 256 * 1024 * 1024

const byteOrderMark = '\ufeff'

/** The message continues a sentence that begins with the file name: `is not valid UTF-8`. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
  /** That of the system, if the file was not found or not opened. */
  code: string | null = null
}

/** Converts a system error; rethrows any other. */
export function asUnreadable(error: unknown): UnreadableFile {
  if (error instanceof UnreadableFile) return error
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined) throw error
  return Object.assign(new UnreadableFile(`cannot be read: ${code}`), { code })
}

/** The text of a file without a byte order mark. Throws `UnreadableFile`. */
export async function readTextFile(path: string): Promise<string> {
  const size = await sizeOf(path)
  if (size > bytesMax) throw new UnreadableFile(`is larger than ${bytesMax} bytes`)
  // Synchronous: for thousands of small files, the thread pool costs more than the read.
  return decodeUtf8(readOrThrow(() => readFileSync(path)))
}

/** The first bytes of a file as text; invalid UTF-8 is not an error. */
export async function readHead(path: string, bytes: number): Promise<string> {
  await sizeOf(path)
  return readOrThrow(() => {
    const file = openSync(path, 'r')
    try {
      const head = Buffer.alloc(bytes)
      return head.toString('utf8', 0, readSync(file, head))
    } finally {
      closeSync(file)
    }
  })
}

/** A digest of the names and bytes of all files below a folder. Throws `UnreadableFile`. */
export function digestOf(folder: string): string {
  const all = createHash('sha256')
  const entries = readOrThrow(() => readdirSync(folder, { recursive: true, withFileTypes: true }))
  const paths = entries.map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
  for (const { entry, path } of paths.sort((a, b) => (a.path < b.path ? -1 : 1))) {
    const bytes = entry.isFile() ? readOrThrow(() => readFileSync(path)) : null
    all.update(JSON.stringify([relative(folder, path), entry.isSymbolicLink(), bytes?.length]))
    if (bytes !== null) all.update(bytes)
  }
  return all.digest('hex')
}

function readOrThrow<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw asUnreadable(error)
  }
}

export const symlinkReason = 'is a symbolic link, which is not followed: replace it with its target'

/** The size in bytes. Throws `UnreadableFile` for a symbolic link, and for a pipe or a device, which may never end. */
export async function sizeOf(path: string): Promise<number> {
  const found = readOrThrow(() => lstatSync(path))
  if (found.isSymbolicLink()) throw new UnreadableFile(symlinkReason)
  if (!found.isFile()) throw new UnreadableFile('is not a regular file')
  return found.size
}

/** Throws `UnreadableFile` if the bytes are not UTF-8. */
export function decodeUtf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new UnreadableFile('is not valid UTF-8')
  const text = bytes.toString('utf8')
  return text.startsWith(byteOrderMark) ? text.slice(1) : text
}
