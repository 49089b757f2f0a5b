/** One line of a file without its line break; `bytes` is null if the line is too long. */
export interface FileLine {
  number: number
  bytes: Buffer | null
}

const lineFeed = 0x0a
const carriageReturn = 0x0d

export const lineBytesMax = 16 * 1024 * 1024

/** The lines of a stream; one line and one chunk are in memory. */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  bytesMax = lineBytesMax,
): AsyncGenerator<FileLine> {
  let pending: Buffer[] = []
  let pendingLength = 0
  let number = 1
  const finish = (): FileLine => {
    const line = pendingLength > bytesMax ? null : trimLine(Buffer.concat(pending))
    const finished = { number, bytes: line }
    pending = []
    pendingLength = 0
    number += 1
    return finished
  }
  const append = (part: Buffer) => {
    pendingLength += part.length
    if (pendingLength > bytesMax) pending = []
    else pending.push(part)
  }
  for await (const chunk of chunks) {
    let start = 0
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      append(chunk.subarray(start, end))
      yield finish()
      start = end + 1
    }
    append(chunk.subarray(start))
  }
  if (pendingLength > 0) yield finish()
}

function trimLine(line: Buffer): Buffer {
  return line.at(-1) === carriageReturn ? line.subarray(0, -1) : line
}
