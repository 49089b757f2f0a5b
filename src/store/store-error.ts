/** The database cannot be used as asked; the message is one line for the operator. */
export class StoreError extends Error {
  override name = 'StoreError'
}
