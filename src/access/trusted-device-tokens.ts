import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'

/**
 * Tells a browser in which an account was signed in from any other, by a signed value that it keeps. It opens
 * nothing: it only spares the owner of an account the pauses that strangers have caused.
 */
export class TrustedDeviceTokens {
  readonly #secret: string

  constructor(secret: string) {
    this.#secret = secret
  }

  /** A value for a browser in which `email`, as `normalizeEmail` writes it, has just signed in. */
  issue(email: string): string {
    const id = randomUUID()
    return `${id}.${this.#sign(id, email)}`
  }

  /** The id of the browser, where this value was issued for this address. */
  read(value: string | undefined, email: string): string | undefined {
    const [id = '', signature = '', more] = value?.split('.') ?? []
    const right = Buffer.from(this.#sign(id, email))
    const given = Buffer.from(signature)
    if (more !== undefined || given.length !== right.length) return undefined
    return timingSafeEqual(given, right) ? id : undefined
  }

  #sign(id: string, email: string): string {
    return createHmac('sha256', this.#secret).update(`${id}\n${email}`).digest('base64url')
  }
}
