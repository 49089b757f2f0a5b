import { readFile, stat } from 'node:fs/promises'

/** Larger than any file that a council publishes, and far from what would fill the memory. */
const bytesMax = 256 * 1024 * 1024

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
  const bytes = await readFile(path).catch((error: unknown) => {
    throw asUnreadable(error)
  })
  return decodeUtf8(bytes)
}

/** In bytes. Throws `UnreadableFile` for what is no file of its own: a pipe or a device may never end. */
export async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch((error: unknown) => {
    throw asUnreadable(error)
  })
  if (!found.isFile()) throw new UnreadableFile('is no regular file')
  return found.size
}

/** The bytes as text. Throws `UnreadableFile` where they are not UTF-8. */
export function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableFile('is not valid UTF-8')
  }
}
