/** The session has ended; no key was created. */
export class SignedOut extends Error {
  override name = 'SignedOut'
}

/** A key cannot be created; the message is shown to the user. */
export class KeyError extends Error {
  override name = 'KeyError'
}
