/** Ends a command; `message` is printed to standard error. */
export class CliError extends Error {
  override name = 'CliError'
  readonly exitCode: 1 | 2

  /** @param exitCode 2 for invalid arguments or settings, 1 for a valid command that failed. */
  constructor(message: string, exitCode: 1 | 2 = 2) {
    super(message)
    this.exitCode = exitCode
  }
}
