/** As a shell reports a program that SIGPIPE ended, which Node.js ignores. */
const endedByPipe = 128 + 13

/** Ends the process without a message when nothing reads its output any more, as `head` does after some lines. */
export function endOnBrokenPipe({
  stdout,
  stderr,
  exit,
}: Pick<NodeJS.Process, 'stdout' | 'stderr' | 'exit'>): void {
  for (const stream of [stdout, stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
      exit(endedByPipe)
    })
}
