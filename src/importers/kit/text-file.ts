import { isUtf8 } from 'node:buffer'
import { closeSync, lstatSync, openSync, readFileSync, readSync } from 'node:fs'

/** Larger than any file that a council publishes, and far from what would fill the memory. */
const bytesMax = 256 * 1024 * 1024

const byteOrderMark = '\ufeff'

/** Why a file cannot be read; the message goes on after its name, as in `is not valid UTF-8`. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/** What the system says of a file, or one of these itself; any other error is thrown on. */
export function asUnreadable(error: unknown): UnreadableFile {
  if (error instanceof UnreadableFile) return error
  const { code } = error as NodeJS.ErrnoException
  if (code === undefined) throw error
  return new UnreadableFile(`cannot be read: ${code}`)
}

/** The text of a file, without a byte order mark. Throws `UnreadableFile`. */
export async function readTextFile(path: string): Promise<string> {
  const size = await sizeOf(path)
  if (size > bytesMax) throw new UnreadableFile(`is larger than ${bytesMax} bytes`)
  // Thousands of small files: to hand each to another thread and back takes longer than to read it.
  return decodeUtf8(readOrThrow(() => readFileSync(path)))
}

/** How a file begins, as far as it fits into so many bytes; what is not UTF-8 is read as something else. */
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

function readOrThrow<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw asUnreadable(error)
  }
}

/** What is wrong with a symbolic link: it may lead out of the folder, into a circle, or nowhere. */
export const symlinkReason = 'is a symbolic link, which is not followed: put there what it leads to'

/** In bytes. Throws `UnreadableFile` for a link, and for a pipe or a device, which may never end. */
export async function sizeOf(path: string): Promise<number> {
  const found = readOrThrow(() => lstatSync(path))
  if (found.isSymbolicLink()) throw new UnreadableFile(symlinkReason)
  if (!found.isFile()) throw new UnreadableFile('is no regular file')
  return found.size
}

/** The bytes as text. Throws `UnreadableFile` where they are not UTF-8. */
export function decodeUtf8(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new UnreadableFile('is not valid UTF-8')
  const text = bytes.toString('utf8')
  return text.startsWith(byteOrderMark) ? text.slice(1) : text
}
