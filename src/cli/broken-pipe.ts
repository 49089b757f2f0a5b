/** As a shell reports a program that SIGPIPE ended, which Node.js ignores. */
const endedByPipe = 128 + 13

/**
 * Ends the process without a message when nothing reads its output any more, as `head` does after some lines, and with
 * one line when the output cannot be written, for example on a full disk.
 */
export function endOnBrokenPipe({
  stdout,
  stderr,
  exit,
}: Pick<NodeJS.Process, 'stdout' | 'stderr' | 'exit'>): void {
  stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') exit(endedByPipe)
    stderr.write(`reeve: cannot write to standard output: ${code}\n`, () => exit(1))
  })
  stderr.on('error', ({ code }: NodeJS.ErrnoException) => {
    exit(code === 'EPIPE' ? endedByPipe : 1)
  })
}
