/** The database cannot be used as requested. The message is one line for the operator. */
export class StoreError extends Error {
  override name = 'StoreError'
}

/** There is no database of Reeve where the setting says. */
export class DatabaseMissing extends StoreError {
  override name = 'DatabaseMissing'
}

/** Another process wrote for too long. Nothing was changed; a retry can succeed. */
export class StoreBusy extends StoreError {
  override name = 'StoreBusy'
}

/** The search waited too long, or its client has too many; it was not run. */
export class TooManySearches extends StoreBusy {
  override name = 'TooManySearches'
  /** By then, those that wait now have run or been rejected. */
  readonly retrySeconds = 1

  constructor() {
    super('too many searches at once')
  }
}

/** The database or its connection failed. The operation may or may not have been carried out. */
export class StoreFailure extends Error {
  override name = 'StoreFailure'
  /** "cannot write <file>: <reason>", if a file of the database could not be written. */
  failedWrite?: string
}

/** A file, such as a backup, could not be written. The message is one line for the operator. */
export class WriteFailed extends Error {
  override name = 'WriteFailed'
}

export const importRunning = (municipality: string) =>
  `another import or change of "${municipality}" is running; nothing was changed, try again when it has finished`
