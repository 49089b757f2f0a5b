/** A request about keys that cannot be met; the message is one line for the person who asked. */
export class KeyRefused extends Error {
  override name = 'KeyRefused'
}
