/** The database cannot be used as asked; the message is one line for the operator. */
export class StoreError extends Error {
  override name = 'StoreError'
}

/** Another process wrote for longer than a writer waits; nothing was changed, and it can be tried again. */
export class StoreBusy extends StoreError {
  override name = 'StoreBusy'
}

/** A search waited too long for its turn, or its client has too many; it was not run. */
export class TooManySearches extends StoreBusy {
  override name = 'TooManySearches'

  constructor() {
    super('too many searches at a time')
  }
}

/** The database, or the way to it, failed; what was asked for was not done, or not for certain. */
export class StoreFailure extends Error {
  override name = 'StoreFailure'
}

/** A file beside the database, such as a backup, could not be written; the message is one line for the operator. */
export class WriteFailed extends Error {
  override name = 'WriteFailed'
}
