/** A command cannot go on; `message` is the one line (or the lines) for standard error, `exitCode` what the shell sees. */
export class CliError extends Error {
  override name = 'CliError'
  readonly exitCode: 1 | 2

  /** Exit code 2: the command's words or settings are wrong. Exit code 1: they are right, and it did not work. */
  constructor(message: string, exitCode: 1 | 2 = 2) {
    super(message)
    this.exitCode = exitCode
  }
}
