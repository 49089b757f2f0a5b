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

/** Explains an error of `listen` by the setting to change. */
export function listenFailure(
  error: NodeJS.ErrnoException,
  { host, port }: { host: string; port: number },
): CliError {
  const failure = `cannot listen on ${host}:${port}`
  if (error.code === 'EADDRINUSE')
    return new CliError(
      `${failure}: PORT ${port} is in use; stop the process that uses it, or set PORT to another port (0 picks a free one)`,
    )
  if (error.code === 'EACCES')
    return new CliError(
      `${failure}: this user is not allowed to use PORT ${port}; set PORT to 1024 or above`,
    )
  return new CliError(
    `${failure}: HOST must be an IP address of this machine, such as 127.0.0.1, or 0.0.0.0 for all of them (${error.message})`,
  )
}
