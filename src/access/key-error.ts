/** The session in which a key was asked for is over; nothing was made. */
export class SignedOut extends Error {
  override name = 'SignedOut'
}

/** A request about keys that cannot be met; the message is one line for the person who asked. */
export class KeyError extends Error {
  override name = 'KeyError'
}
